import { expect, test } from 'vitest';
import type { ResourceShortage, WaitCause } from '../../../src/ports/wait-view.ts';
import { PLAIN } from '../../../src/ui/text/style.ts';
import { waitText } from '../../../src/ui/text/wait-text.ts';

const job = (label: string) => ({ id: 0, rule: 'r', label });

function shown(cause: WaitCause): string {
  const view = {
    isStopped: false,
    running: [],
    queued: [],
    waits: [{ job: job('x n=1'), cause }],
    otherCount: 0,
  };
  return waitText(view, PLAIN).split('\n').slice(1, -1).join('\n');
}

const SHORT: ResourceShortage = {
  resource: 'cores',
  asked: 4,
  free: 1,
  has: 8,
  holders: [
    { job: job('a'), amount: 4 },
    { job: job('b'), amount: 3 },
  ],
  holderCount: 2,
};

test.each<[Partial<ResourceShortage>, string]>([
  [{}, 'needs 4 cores, 1 of 8 free; held by a (4), b (3)'],
  [{ holderCount: 9 }, 'needs 4 cores, 1 of 8 free; held by a (4), b (3) and 7 more'],
  [
    { resource: 'jobs', asked: 1, free: 0 },
    'waits for a job to end: 8 may run at once; held by a (4), b (3)',
  ],
  [{ resource: 'gpus', asked: 2, free: 1 }, 'needs 2 GPUs, 1 of 8 with room; held by a (4), b (3)'],
  [
    { resource: 'gpus', asked: 0.5, free: 0, gpuMemMib: 3815, holders: [] },
    'needs 0.5 of a GPU with 4.0 GB free, 0 of 8 with room',
  ],
  [
    {
      resource: 'mem',
      asked: 3815,
      free: 954,
      has: 7630,
      holders: [{ job: job('a'), amount: 6676 }],
      holderCount: 1,
    },
    'needs 4.0 GB of memory, 1.0 GB of 8.0 GB free; held by a (7.0 GB)',
  ],
  [
    { resource: 'tool', asked: 1, free: 0, has: 2 },
    'needs 1 of `tool`, 0 of 2 free; held by a (4), b (3)',
  ],
])('a shortage %j', (change, text) => {
  expect(shown({ kind: 'short', shortages: [{ ...SHORT, ...change }] })).toBe(`  ${text}`);
});

test('in a run of several pools, the one in which a job lacks least is named', () => {
  const shortages = [{ ...SHORT, resource: 'gpus', asked: 1, free: 0 }];
  expect(shown({ kind: 'short', pool: 'lab_a', shortages })).toBe(
    '  needs 1 GPU, 0 of 8 with room in lab_a; held by a (4), b (3)',
  );
});

test.each<[WaitCause, string]>([
  [{ kind: 'running' }, 'runs'],
  [
    { kind: 'queued', said: 'PENDING (Priority)' },
    'waits in the queue of the cluster: PENDING (Priority)',
  ],
  [{ kind: 'over', how: 'pruned' }, 'does not wait: its inputs came out as they were'],
  [{ kind: 'over', how: 'succeeded' }, 'does not wait: succeeded'],
  [
    { kind: 'room-kept', for: job('big') },
    'what it needs is kept for big, which has waited longer',
  ],
  [{ kind: 'turn' }, 'others stand before it'],
  [
    { kind: 'needs', needs: [{ job: job('a'), state: 'running' }], needCount: 3, isCertain: true },
    'needs a (running) and 2 more',
  ],
  [
    { kind: 'needs', needs: [{ job: job('a'), state: 'ready' }], needCount: 1, isCertain: false },
    'needs a (ready), and runs only if its inputs come out changed',
  ],
  [{ kind: 'readers', readers: [job('a')] }, 'its outputs are still being read by a'],
  [{ kind: 'dormant' }, 'runs only if somebody needs a temporary file that was removed'],
  [
    { kind: 'back-off', delayMs: 4000, failure: 'node' },
    'was let down by the machine (node), and is tried again after 4.0 s',
  ],
])('%j is said as %s', (cause, text) => {
  expect(shown(cause)).toBe(`  ${text}`);
});

test('last come those that run and how many others wait', () => {
  const running = Array.from({ length: 7 }, (_, index) => job(`j${index}`));
  expect(waitText({ isStopped: true, running, queued: [], waits: [], otherCount: 2 }, PLAIN)).toBe(
    '7 jobs running: j0, j1, j2, j3, j4 and 2 more; 2 jobs waiting; the run was stopped: nothing more starts',
  );
});

test('jobs in the queue of a cluster are counted by what it says of them', () => {
  const queued = [
    { said: 'PENDING (Priority)', count: 7, jobs: [job('a'), job('b')] },
    { said: 'PENDING (JobHeldUser)', count: 1, jobs: [job('c')] },
  ];
  const view = { isStopped: false, running: [job('r')], queued, waits: [], otherCount: 0 };
  expect(waitText(view, PLAIN)).toBe(
    '1 job running: r; 7 jobs in the queue (PENDING (Priority)): a, b and 5 more; 1 job in the queue (PENDING (JobHeldUser)): c',
  );
});
