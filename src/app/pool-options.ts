import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/did-you-mean.ts';
import type { JobGraph } from '../core/graph/job-graph.ts';
import { parseAmount } from '../core/rule/parse-amount.ts';
import { affinityKeys } from '../core/schedule/affinity-keys.ts';
import { fillThenRoundRobin, latePlacement, type Placement } from '../core/schedule/placement.ts';
import type { Pool } from '../core/schedule/pool.ts';
import type { PlacedPools } from '../engine/run-limits.ts';
import type { Arguments } from './parse-arguments.ts';

const POLICIES = ['late', 'fill-then-round-robin'];
/** What a run on one machine has; each pool says its own. */
const OF_ONE_MACHINE = ['cores', 'jobs', 'gpus', 'resources'];

/** What `--pool`, `--policy` and `--affinity` say; undefined without a pool. Throws a usage error. */
export function placedPools(args: Arguments, graph: JobGraph): PlacedPools | undefined {
  const texts = args.values('pool');
  if (texts.length === 0) {
    const flag = ['policy', 'affinity'].find((name) => args.value(name) !== undefined);
    if (flag === undefined) return undefined;
    throw refusal(
      `\`--${flag}\` is given without a pool`,
      'name the pools: `--pool lab:gpus=3 --pool core:gpus=2`',
    );
  }
  const other = OF_ONE_MACHINE.find((name) => args.values(name).length > 0);
  if (other !== undefined || args.has('clamp')) {
    const flag = other ?? 'clamp';
    throw refusal(
      `\`--pool\` and \`--${flag}\` do not go together`,
      'say for each pool what it has: `--pool lab:gpus=3,cores=24,mem=64GB`',
    );
  }
  const pools = poolsGiven(args);
  return { pools, placement: placementOf(args, graph, pools) };
}

/** The pools of `--pool`, as they are written. Throws a usage error. */
export function poolsGiven(args: Arguments): readonly Pool[] {
  const pools = args.values('pool').map(poolOf);
  const names = pools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw refusal(`there are two pools \`${twice}\``, 'say all that a pool has in one `--pool`');
  }
  return pools;
}

/** The policy of `--policy` and `--affinity`. Throws a usage error. */
export function placementOf(args: Arguments, graph: JobGraph, pools: readonly Pool[]): Placement {
  const policy = args.value('policy') ?? 'late';
  if (!POLICIES.includes(policy)) {
    const hint = didYouMean(policy, POLICIES) ?? `the policies are \`${POLICIES.join('` and `')}\``;
    throw refusal(`there is no policy \`${policy}\``, hint);
  }
  const keys = keysOf(args, graph);
  if (policy === 'late') return latePlacement(pools, keys);
  if (keys === undefined) {
    throw refusal(
      '`--policy fill-then-round-robin` deals out jobs by a wildcard, and none is named',
      'name it: `--affinity cycle`',
    );
  }
  if (pools.every(({ capacity }) => capacity.gpus.length === 0)) {
    throw refusal(
      '`--policy fill-then-round-robin` deals out GPU slots, and no pool has any',
      'say how many a pool has: `--pool lab:gpus=3`',
    );
  }
  return fillThenRoundRobin(pools, keys);
}

function keysOf(args: Arguments, graph: JobGraph): Int32Array | undefined {
  const text = args.value('affinity');
  if (text === undefined) return undefined;
  const wildcards = text.split(',').map((name) => name.trim());
  const known = new Set(graph.rules.flatMap(({ wildcardNames }) => wildcardNames));
  const unknown = wildcards.find((name) => !known.has(name));
  if (unknown === undefined) return affinityKeys(graph, wildcards);
  throw refusal(
    `\`--affinity ${text}\`: no rule has a wildcard \`${unknown}\``,
    didYouMean(unknown, known) ?? 'name wildcards of the rules, as `--affinity cycle`',
  );
}

/** `clive:gpus=3,cores=24`. What is not said is not limited, but there are no GPUs. */
function poolOf(text: string): Pool {
  const [, name = '', rest = ''] = /^([\w.-]+):(.*)$/su.exec(text) ?? [];
  const amounts = new Map(
    rest.split(',').map((part) => {
      const [resource = '', value = ''] = part.split(/=(.*)/su);
      return [resource.trim(), amountOf(resource.trim(), value.trim())];
    }),
  );
  const isValid = [...amounts].every(([resource, amount]) => {
    return /^[A-Za-z_]\w*$/u.test(resource) && amount !== undefined;
  });
  if (name === '' || !isValid) {
    throw refusal(
      `\`--pool ${text}\` makes no sense`,
      'write a name and what there is: `--pool lab:gpus=3,cores=24,mem=64GB`',
    );
  }
  const { gpus = 0, cores, jobs, mem, disk, ...custom } = Object.fromEntries(amounts);
  return {
    name,
    capacity: {
      cores: cores ?? Number.POSITIVE_INFINITY,
      jobs,
      memMib: mem,
      diskMib: disk,
      gpus: Array.from({ length: gpus }, (_, index) => String(index)),
      custom: Object.fromEntries(
        Object.entries(custom).map(([resource, amount]) => [resource, amount ?? 0]),
      ),
    },
  };
}

function amountOf(resource: string, value: string): number | undefined {
  if (resource === 'mem' || resource === 'disk') return parseAmount(resource, value);
  const amount = Number(value || Number.NaN);
  const isCounted = resource === 'gpus' || resource === 'cores' || resource === 'jobs';
  const isValid =
    amount >= 0 && Number.isFinite(amount) && (!isCounted || Number.isInteger(amount));
  return isValid ? amount : undefined;
}

function refusal(title: string, hint: string): FlowError {
  return new FlowError(usageError({ title, hint }));
}
