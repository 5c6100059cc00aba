import { accountPools, type AccountPools } from '../core/accounts/account-pools.ts';
import { type Account, freeSlots, type GpuLimit } from '../core/accounts/account.ts';
import { type GivenAccounts, readAccounts } from '../core/accounts/read-accounts.ts';
import {
  endlessSlots,
  noAccounts,
  noSlots,
  slotsTaken,
  unknownAccount,
} from '../core/catalogue/accounts.ts';
import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import type { Rule } from '../core/rule/rule.ts';
import { ENDLESS } from '../core/schedule/capacity.ts';
import { latePlacement } from '../core/schedule/placement.ts';
import type { JobMaker } from '../engine/job-maker.ts';
import type { PlacedPools } from '../engine/run-limits.ts';
import { countOf } from './number-option.ts';
import type { Arguments } from './parse-arguments.ts';
import { placementOf } from './pool-options.ts';

export interface SlurmPools extends Pick<AccountPools, 'places'> {
  readonly placed: PlacedPools;
}

export interface SlurmPoolsRequest {
  readonly args: Arguments;
  readonly plan: Plan;
  readonly maker: Pick<JobMaker, 'request'>;
  /** What the config has under `slurm`. */
  readonly slurm: GivenAccounts | undefined;
  /** Whether a job in SLURM's queue is one of this run, by its name. */
  readonly isOurs?: (name: string) => boolean;
}

/**
 * The accounts of the config as the pools of a run on SLURM. Where it names none and no job needs a
 * GPU, one pool without a name: the user's own account, as SLURM has it. Asks SLURM where the config says `auto` and a job needs a GPU. Throws a `FlowError`
 * where jobs need GPUs and there is no slot for them: they are never run on CPUs instead.
 */
export async function slurmPools(request: SlurmPoolsRequest): Promise<SlurmPools> {
  const { args, plan, slurm } = request;
  const accounts = slurm === undefined ? [] : readAccounts(slurm);
  const wantsNone = args.value('gpus') === 'none';
  const rules = wantsNone ? [] : rulesWithGpus(request);
  if (accounts.length === 0) {
    if (rules.length > 0) throw new FlowError(noAccounts(rules));
    refuseFlags(args, OF_ACCOUNTS, 'the config names no accounts under `slurm`');
    const pools = [{ name: '', capacity: ENDLESS }];
    const placed = { pools, placement: latePlacement(pools), ...jobsOf(args) };
    return { placed, places: new Map() };
  }
  refuseFlags(args, OF_ONE_PLACE, 'the config names accounts, each with what it has');
  const slots = rules.length === 0 ? new Map() : await slotsOf(accounts, rules, request.isOurs);
  const { pools, places } = accountPools(accounts, ({ name }) => slots.get(name) ?? 0);
  const placement =
    rules.length === 0 ? latePlacement(pools) : placementOf(args, plan.graph, pools);
  return { placed: { pools, placement, ...jobsOf(args) }, places };
}

function jobsOf(args: Arguments): Pick<PlacedPools, 'jobs'> {
  const jobs = countOf(args, 'jobs', undefined);
  return jobs === undefined ? {} : { jobs };
}

/** Who deals jobs out to accounts. */
const OF_ACCOUNTS = ['policy', 'affinity', 'pool'];
/** What there is in all, where there is one place. */
const OF_ONE_PLACE = ['cores', 'resources', 'pool'];

function refuseFlags(args: Arguments, flags: readonly string[], why: string): void {
  const flag = flags.find((name) => args.values(name).length > 0);
  if (flag === undefined) return;
  const title = `\`--${flag}\` means nothing here: ${why}`;
  throw new FlowError(usageError({ title, hint: `leave \`--${flag}\` away` }));
}

async function slotsOf(
  accounts: readonly Account[],
  rules: readonly Rule[],
  isOurs: SlurmPoolsRequest['isOurs'],
): Promise<ReadonlyMap<string, number>> {
  const asked = accounts.filter(({ gpuSlots }) => gpuSlots === 'auto');
  const limits = asked.length === 0 ? new Map() : await limitsOf(asked, isOurs);
  const slots = new Map<string, number>();
  for (const { name, gpuSlots } of accounts) {
    slots.set(name, gpuSlots === 'auto' ? freeSlots(limits.get(name) ?? []) : gpuSlots);
  }
  if (Array.from(slots.values()).some((count) => count > 0)) return slots;
  if (asked.length === 0) throw new FlowError(noSlots(rules, accounts));
  throw new FlowError(
    slotsTaken(
      rules,
      asked.map(({ name }) => ({ name, limits: limits.get(name) ?? [] })),
    ),
  );
}

type AccountLimits = ReadonlyMap<string, readonly GpuLimit[]>;

async function limitsOf(
  accounts: readonly Account[],
  isOurs: SlurmPoolsRequest['isOurs'],
): Promise<AccountLimits> {
  const [{ askSlurm }, { gpuLimits }] = await Promise.all([
    import('../executors/slurm/accounts/ask-slurm.ts'),
    import('../executors/slurm/accounts/gpu-limits.ts'),
  ]);
  const state = await askSlurm(accounts.map(({ name }) => name));
  const found = accounts.map((account) => ({
    account,
    limits: gpuLimits(account, state, ({ name }) => isOurs?.(name) ?? false),
  }));
  const problems = found.flatMap(({ account, limits }) => {
    if (limits === undefined) return [unknownAccount(account)];
    return limits.length === 0 ? [endlessSlots(account)] : [];
  });
  if (problems.length > 0) throw new FlowError(problems);
  return new Map(found.map(({ account, limits }) => [account.name, limits ?? []]));
}

/** Of jobs that may run. */
function rulesWithGpus({ plan, maker, slurm }: SlurmPoolsRequest): readonly Rule[] {
  const { graph, verdict } = plan;
  const found = new Set<number>();
  for (let job = 0; job < graph.jobCount; job += 1) {
    const rule = graph.ruleIndex[job] ?? 0;
    const mayRun = verdict[job] !== VERDICT.keep && verdict[job] !== VERDICT.held;
    if (!mayRun || found.has(rule) || graph.rules[rule]?.run === undefined) continue;
    const { gpus, custom } = maker.request(job, 1, undefined);
    // Who names an account without any in the config takes what that gives.
    const goesItsOwnWay = slurm === undefined && custom['slurm_account'] !== undefined;
    if (gpus > 0 && !goesItsOwnWay) found.add(rule);
  }
  return graph.rules.filter((_, index) => found.has(index));
}
