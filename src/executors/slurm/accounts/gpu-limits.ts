import type { Account, GpuLimit } from '../../../core/accounts/account.ts';
import type { AssociationRecord, GpuRecord } from './association-records.ts';
import type { QosLimits } from './qos-limits.ts';
import type { QueuedJob } from './queued-jobs.ts';

/** What SLURM said, all of one moment. */
export interface SlurmState {
  /** Who submits. */
  readonly user: string;
  readonly associations: readonly AssociationRecord[];
  readonly qosRecords: ReadonlyMap<string, GpuRecord>;
  readonly qosLimits: ReadonlyMap<string, QosLimits>;
  readonly defaultQos: ReadonlyMap<string, string>;
  readonly jobs: readonly QueuedJob[];
}

/**
 * All limits on the GPUs of jobs that this user would submit for the account: those of the account, of
 * each account above it, of the user in it, and of the QOS. Undefined: SLURM shows no such account.
 *
 * Jobs of others may be hidden from this user, while what they hold is known to the controller: the
 * larger number counts. What waits is known from the queue alone. Jobs for which `isOurs` holds are
 * in nobody's way.
 */
export function gpuLimits(
  account: Account,
  state: SlurmState,
  isOurs: (job: QueuedJob) => boolean,
): readonly GpuLimit[] | undefined {
  const own = recordOf(state, account.name, '');
  if (own === undefined) return undefined;
  const ofAccount = state.jobs.filter((job) => job.account === account.name);
  const counted = (jobs: readonly QueuedJob[], record?: GpuRecord): Counted =>
    count(jobs, isOurs, record);
  const limits: (GpuLimit | undefined)[] = [
    limitOf(`account \`${account.name}\``, own.limit, counted(ofAccount, own)),
  ];
  for (const above of parentsOf(own, state)) {
    // Of its other accounts only those jobs are known that run.
    const by = `account \`${above.account}\` above it`;
    limits.push(limitOf(by, above.limit, counted(ofAccount, above)));
  }
  const mine = recordOf(state, account.name, state.user);
  const ofUser = ofAccount.filter(({ user }) => user === state.user);
  limits.push(limitOf(`you in \`${account.name}\``, mine?.limit, counted(ofUser, mine)));
  const qos = account.qos ?? state.defaultQos.get(account.name) ?? 'normal';
  const inQos = (jobs: readonly QueuedJob[]): readonly QueuedJob[] =>
    jobs.filter((job) => job.qos === qos);
  const { perAccount, perUser } = state.qosLimits.get(qos) ?? {};
  const record = state.qosRecords.get(qos);
  limits.push(
    limitOf(`QOS \`${qos}\``, record?.limit, counted(inQos(state.jobs), record)),
    limitOf(`each account of QOS \`${qos}\``, perAccount, counted(inQos(ofAccount))),
    limitOf(`each user of QOS \`${qos}\``, perUser, counted(inQos(state.jobs).filter(byUser))),
  );
  return limits.filter((limit) => limit !== undefined);

  function byUser({ user }: QueuedJob): boolean {
    return user === state.user;
  }
}

type Counted = Pick<GpuLimit, 'held' | 'waiting'>;

function limitOf(by: string, limit: number | undefined, of: Counted): GpuLimit | undefined {
  return limit === undefined ? undefined : { by, limit, ...of };
}

function count(
  jobs: readonly QueuedJob[],
  isOurs: (job: QueuedJob) => boolean,
  record: GpuRecord | undefined,
): Counted {
  const sums = { ours: 0, held: 0, waiting: 0 };
  for (const job of jobs) {
    if (!isOurs(job)) sums[job.isPending ? 'waiting' : 'held'] += job.gpus;
    else if (!job.isPending) sums.ours += job.gpus;
  }
  const { used = 0 } = record ?? {};
  return { held: Math.max(sums.held, used - sums.ours), waiting: sums.waiting };
}

function* parentsOf(own: AssociationRecord, state: SlurmState): Generator<AssociationRecord> {
  const seen = new Set<string>([own.account]);
  for (let name = own.parent; name !== '' && !seen.has(name); ) {
    seen.add(name);
    const parent = recordOf(state, name, '');
    if (parent === undefined) return;
    yield parent;
    name = parent.parent;
  }
}

function recordOf(
  { associations }: SlurmState,
  account: string,
  user: string,
): AssociationRecord | undefined {
  return associations.find((each) => each.account === account && each.user === user);
}
