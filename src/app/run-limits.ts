import { availableParallelism, totalmem } from 'node:os';
import { badFlagValue } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import { parseAmount } from '../core/rule/parse-amount.ts';
import type { Capacity } from '../core/schedule/capacity.ts';
import type { RunLimits } from '../engine/run-limits.ts';
import { gpuLimits } from './gpu-limits.ts';
import { countOf, numberOf } from './number-option.ts';
import type { Arguments } from './parse-arguments.ts';

const INFRASTRUCTURE_RETRIES = 3;
const BACK_OFF_MS = 1_000;
const MIB = 2 ** 20;

/** How far a run may go, by the command line. */
export function runLimits(args: Arguments, capacity: Capacity): RunLimits {
  return {
    capacity,
    isClamping: args.has('clamp'),
    isKeepGoing: args.has('keep-going'),
    isKeepingTemps: args.has('notemp'),
    retries: numberOf(args, 'retries', 0),
    infrastructureRetries: INFRASTRUCTURE_RETRIES,
    backOffMs: BACK_OFF_MS,
  };
}

/** Whether some job that may run asks for a card. */
export function needsGpus(plan: Plan): boolean {
  const { graph } = plan;
  const asks = graph.rules.map(({ amounts }) => {
    const gpus = amounts.resources['gpus'];
    return gpus !== undefined && gpus !== 0;
  });
  for (let job = 0; job < graph.jobCount; job++) {
    const isPlanned = plan.verdict[job] !== VERDICT.keep;
    if (isPlanned && asks[graph.ruleIndex[job] ?? -1] === true) return true;
  }
  return false;
}

/** What the command line grants, and what this machine has where it says nothing. */
export function machineCapacity(args: Arguments, asksForGpus: boolean): Capacity {
  const given = resourcesOf(args);
  const { mem, disk, ...custom } = given;
  return {
    cores: args.value('cores') === 'all' ? availableParallelism() : coresOf(args),
    jobs: countOf(args, 'jobs', undefined),
    memMib: mem ?? memoryMib(),
    diskMib: disk,
    ...gpuLimits(args, asksForGpus),
    custom,
  };
}

/** The same of a place that gives out its cards itself; memory counts only if it is given. */
export function capacityElsewhere(
  args: Arguments,
  there: { readonly cores: number; readonly gpus: number },
): Capacity {
  const { mem, disk, ...custom } = resourcesOf(args);
  return {
    cores: args.value('cores') === 'all' ? there.cores : countOf(args, 'cores', there.cores),
    jobs: countOf(args, 'jobs', undefined),
    memMib: mem,
    diskMib: disk,
    gpus: Array.from({ length: there.gpus }, (_, index) => `slot ${index + 1}`),
    custom,
  };
}

function coresOf(args: Arguments): number {
  return countOf(args, 'cores', availableParallelism());
}

/** What this process may use: of the machine, or of the container or allocation it is in. */
export function memoryMib(): number {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((limit > 0 && limit < total ? limit : total) / MIB);
}

/** `--resources mem=16GB`, or a name of the user's own. MiB for `mem` and `disk`. */
function resourcesOf(args: Arguments): Readonly<Record<string, number>> {
  return Object.fromEntries(
    args.given('resources').map((given) => {
      const [name = '', value = ''] = given.text.split(/=(.*)/su);
      const amount =
        name === 'mem' || name === 'disk' ? parseAmount(name, value) : Number(value || Number.NaN);
      if (name !== '' && amount !== undefined && amount >= 0) return [name, amount];
      throw new FlowError(
        badFlagValue(
          given,
          'write a name and how much of it there is: `--resources mem=16GB`, `--resources licences=2`',
        ),
      );
    }),
  );
}
