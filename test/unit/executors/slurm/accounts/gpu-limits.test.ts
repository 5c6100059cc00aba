import { expect, test } from 'vitest';
import type { Account, GpuLimit } from '../../../../../src/core/accounts/account.ts';
import {
  gpuLimits,
  type SlurmState,
} from '../../../../../src/executors/slurm/accounts/gpu-limits.ts';
import type { QueuedJob } from '../../../../../src/executors/slurm/accounts/queued-jobs.ts';

const LAB: Account = {
  name: 'lab',
  gpuSlots: 'auto',
  cpuSlots: undefined,
  partition: { gpu: undefined, cpu: undefined },
  qos: undefined,
  span: undefined,
};

function job(gpus: number, change: Partial<QueuedJob> = {}): QueuedJob {
  return {
    account: 'lab',
    qos: 'normal',
    user: 'bob',
    name: 'x',
    isPending: false,
    gpus,
    ...change,
  };
}

function state(change: Partial<SlurmState> = {}): SlurmState {
  return {
    user: 'ada',
    associations: [
      { account: 'root', user: '', parent: '', limit: undefined, used: 0 },
      { account: 'lab', user: '', parent: 'root', limit: 6, used: 0 },
      { account: 'lab', user: 'ada', parent: '', limit: undefined, used: 0 },
    ],
    qosRecords: new Map(),
    qosLimits: new Map(),
    defaultQos: new Map(),
    jobs: [],
    ...change,
  };
}

/** `by limit held waiting`. */
function limits(
  given: SlurmState,
  { account = LAB, isOurs = (): boolean => false }: Options = {},
): readonly string[] | undefined {
  return gpuLimits(account, given, isOurs)?.map(
    ({ by, limit, held, waiting }: GpuLimit) => `${by} ${limit} ${held} ${waiting}`,
  );
}

interface Options {
  readonly account?: Account;
  readonly isOurs?: (job: QueuedJob) => boolean;
}

test('jobs of all users of the account count, those that run and those that wait', () => {
  const jobs = [
    job(2),
    job(1, { user: 'ada' }),
    job(4, { isPending: true }),
    job(3, { account: 'other' }),
  ];
  expect(limits(state({ jobs }))).toEqual(['account `lab` 6 3 4']);
});

test('what others hold counts even where their jobs are hidden', () => {
  const hidden = state({ jobs: [job(1, { user: 'ada' })] });
  const associations = hidden.associations.map((it) =>
    it.account === 'lab' && it.user === '' ? { ...it, used: 5 } : it,
  );
  expect(limits({ ...hidden, associations })).toEqual(['account `lab` 6 5 0']);
});

test('jobs of this run stand in no way, whether they run or wait', () => {
  const ours = { name: 'flow-r1-3', user: 'ada' };
  const busy = state({ jobs: [job(2, ours), job(1, { ...ours, isPending: true }), job(1)] });
  const associations = busy.associations.map((it) =>
    it.account === 'lab' && it.user === '' ? { ...it, used: 3 } : it,
  );
  expect(
    limits({ ...busy, associations }, { isOurs: ({ name }) => name.startsWith('flow-r1-') }),
  ).toEqual(['account `lab` 6 1 0']);
});

test('accounts above it, the user in it and the QOS limit it, too', () => {
  const associations = [
    { account: 'root', user: '', parent: '', limit: undefined, used: 9 },
    { account: 'institute', user: '', parent: 'root', limit: 8, used: 7 },
    { account: 'lab', user: '', parent: 'institute', limit: 6, used: 3 },
    { account: 'lab', user: 'ada', parent: '', limit: 2, used: 1 },
  ];
  const jobs = [job(2), job(1, { user: 'ada' }), job(1, { user: 'ada', isPending: true })];
  const given = state({
    associations,
    jobs,
    qosRecords: new Map([['normal', { limit: 20, used: 12 }]]),
    qosLimits: new Map([['normal', { perAccount: 5, perUser: 4 }]]),
  });
  expect(limits(given)).toEqual([
    'account `lab` 6 3 1',
    'account `institute` above it 8 7 1',
    'you in `lab` 2 1 1',
    'QOS `normal` 20 12 1',
    'each account of QOS `normal` 5 3 1',
    'each user of QOS `normal` 4 1 1',
  ]);
});

test('the QOS is that of the config, else the default of the account', () => {
  const given = state({
    jobs: [job(1, { qos: 'gold' }), job(2, { qos: 'silver' })],
    qosLimits: new Map([
      ['gold', { perAccount: 3, perUser: undefined }],
      ['silver', { perAccount: 4, perUser: undefined }],
    ]),
    defaultQos: new Map([['lab', 'silver']]),
  });
  expect(limits(given)?.at(-1)).toBe('each account of QOS `silver` 4 2 0');
  expect(limits(given, { account: { ...LAB, qos: 'gold' } })?.at(-1)).toBe(
    'each account of QOS `gold` 3 1 0',
  );
});

test('an account that SLURM does not show has no limits that could be known', () => {
  expect(limits(state({ associations: [] }))).toBeUndefined();
});

test('nothing limits an account whose records name no limit', () => {
  const associations = [{ account: 'lab', user: '', parent: '', limit: undefined, used: 2 }];
  expect(limits(state({ associations }))).toEqual([]);
});

test('accounts that stand above each other in a ring are looked at once', () => {
  const associations = [
    { account: 'lab', user: '', parent: 'top', limit: 2, used: 0 },
    { account: 'top', user: '', parent: 'lab', limit: 3, used: 0 },
  ];
  expect(limits(state({ associations }))).toEqual([
    'account `lab` 2 0 0',
    'account `top` above it 3 0 0',
  ]);
});
