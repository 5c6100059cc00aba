import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../src/core/rule/resources.ts';
import type { WaitCause, WaitQuestion, WaitView } from '../../../src/ports/wait-view.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { SMALL, type WorldOptions, worldOf } from '../../rigs/run-rig.ts';

function driveOf(lines: readonly string[], options: WorldOptions): MachineDrive {
  return new MachineDrive(worldOf(lines, options)).start();
}

/** By job name. */
function requests(by: Readonly<Record<string, Partial<ResourceRequest>>>, names: string) {
  const order = names.split(' ');
  return (job: number): ResourceRequest => ({ ...SMALL, ...by[order[job] ?? ''] });
}

function view({ machine }: MachineDrive, question: WaitQuestion = {}): WaitView {
  const answer = machine.waits(question);
  if (answer.kind !== 'view') throw new Error(`no view: ${answer.kind}`);
  return answer.view;
}

/** Causes by label, in order. */
function causes(drive: MachineDrive, job?: string): readonly (readonly [string, WaitCause])[] {
  const { waits } = view(drive, job === undefined ? {} : { job });
  return waits.map(({ job: { label }, cause }) => [label, cause]);
}

const job = (label: string) => expect.objectContaining({ label });

test('a ready job says which resources are short, and who holds them', () => {
  const drive = driveOf(['a <- s', 'b <- s', 'c <- s'], {
    requests: requests(
      { a: { threads: 2 }, b: { custom: { tool: 1 } }, c: { threads: 2, custom: { tool: 1 } } },
      'a b c',
    ),
    limits: {
      capacity: {
        cores: 4,
        jobs: undefined,
        memMib: undefined,
        diskMib: undefined,
        gpus: [],
        custom: { tool: 1 },
      },
    },
  });
  expect(causes(drive)).toEqual([
    [
      'c',
      {
        kind: 'short',
        shortages: [
          {
            resource: 'tool',
            asked: 1,
            free: 0,
            has: 1,
            holders: [{ job: job('b'), amount: 1 }],
            holderCount: 1,
          },
          {
            resource: 'cores',
            asked: 2,
            free: 1,
            has: 4,
            holders: [
              { job: job('a'), amount: 2 },
              { job: job('b'), amount: 1 },
            ],
            holderCount: 2,
          },
        ],
      },
    ],
  ]);
  expect(view(drive)).toMatchObject({ isStopped: false, otherCount: 0 });
  expect(view(drive).running.map(({ label }) => label)).toEqual(['a', 'b']);
});

test('a job that waits for a card says what room it looks for', () => {
  const drive = driveOf(['a <- s', 'b <- s', 'c <- s'], {
    requests: requests(
      { a: { gpus: 1 }, b: { gpus: 2 }, c: { gpus: 0.5, gpuMemMib: 10 } },
      'a b c',
    ),
    limits: {
      capacity: {
        cores: 9,
        jobs: undefined,
        memMib: undefined,
        diskMib: undefined,
        gpus: ['0', '1'],
        gpuFreeMib: [12, 8],
        custom: {},
      },
    },
  });
  const gpus = {
    resource: 'gpus',
    has: 2,
    holders: [{ job: job('a'), amount: 1 }],
    holderCount: 1,
  };
  expect(causes(drive)).toEqual([
    ['b', { kind: 'short', shortages: [{ ...gpus, asked: 2, free: 1 }] }],
    ['c', { kind: 'short', shortages: [{ ...gpus, asked: 0.5, free: 0, gpuMemMib: 10 }] }],
  ]);
});

test('a job that needs others names them, and what they wait for, down to who runs', () => {
  const drive = driveOf(['a <- s', 'b <- s', 'c <- a b', 'd <- c'], { cores: 1 });
  const short = expect.objectContaining({ kind: 'short' });
  expect(causes(drive, 'd')).toEqual([
    [
      'd',
      {
        kind: 'needs',
        needs: [{ job: job('c'), state: 'waiting' }],
        needCount: 1,
        isCertain: true,
      },
    ],
    [
      'c',
      {
        kind: 'needs',
        needs: [
          { job: job('b'), state: 'ready' },
          { job: job('a'), state: 'running' },
        ],
        needCount: 2,
        isCertain: true,
      },
    ],
    ['b', short],
  ]);
  expect(view(drive, { job: 'd' }).otherCount).toBe(0);
  expect(view(drive).otherCount).toBe(2);
});

test('a job may be asked for by a file that it makes; one that runs or is over does not wait', () => {
  const drive = driveOf(['a: out/x <- s', 'b <- out/x', 'c <- s'], {
    cores: 1,
    verdicts: { c: 'keep' },
  });
  expect(causes(drive, './out//x')).toEqual([['a', { kind: 'running' }]]);
  expect(causes(drive, 'c')).toEqual([['c', { kind: 'over', how: 'kept' }]]);
  drive.succeed('a');
  expect(causes(drive, 'out/x')).toEqual([['a', { kind: 'over', how: 'succeeded' }]]);
});

test('what a cluster has not begun yet does not run, and waits for what the cluster says', () => {
  const drive = driveOf(['a <- s', 'b <- s', 'c <- s', 'd <- s'], { cores: 4 });
  const said = new Map([
    [drive.running.get('a')?.token, 'PENDING (Priority)'],
    [drive.running.get('c')?.token, 'PENDING (JobHeldUser)'],
    [drive.running.get('d')?.token, 'PENDING (JobHeldUser)'],
  ]);
  const answer = drive.machine.waits({ job: 'a' }, (token) => said.get(token));
  expect(answer).toEqual({
    kind: 'view',
    view: {
      isStopped: false,
      running: [job('b')],
      queued: [
        { said: 'PENDING (JobHeldUser)', count: 2, jobs: [job('c'), job('d')] },
        { said: 'PENDING (Priority)', count: 1, jobs: [job('a')] },
      ],
      waits: [{ job: job('a'), cause: { kind: 'queued', said: 'PENDING (Priority)' } }],
      otherCount: 0,
    },
  });
});

test('a job that there is not is answered by near ones', () => {
  const drive = driveOf(['align <- s'], {});
  expect(drive.machine.waits({ job: 'aling' })).toEqual({ kind: 'unknown-job', near: ['align'] });
});

test('a conditional job says that it may be spared', () => {
  const drive = driveOf(['a <- s', 'b <- a'], { verdicts: { b: 'conditional' } });
  expect(causes(drive, 'b')[0]?.[1]).toMatchObject({ kind: 'needs', isCertain: false });
});

test('a job that the machine let down says how long it pauses', () => {
  const drive = driveOf(['a <- s'], { limits: { infrastructureRetries: 1, backOffMs: 700 } });
  drive.end('a', failed('node'));
  expect(causes(drive)).toEqual([['a', { kind: 'back-off', delayMs: 700, failure: 'node' }]]);
  drive.step({ kind: 'timer-fired', timer: drive.timers[0] ?? 0 });
  expect(causes(drive, 'a')).toEqual([['a', { kind: 'running' }]]);
});

test('a job that fits and is held back says for whom', () => {
  const small = Array.from({ length: 40 }, (_, index) => `s${index} <- s`);
  const drive = driveOf(['hold <- s', 'big <- s', ...small], {
    cores: 2,
    priorities: { hold: 9, big: 5 },
    requests: (id) => ({ ...SMALL, threads: id === 1 ? 2 : 1 }),
  });
  for (let index = 0; index < 16; index += 1) drive.succeed(`s${index}`);
  expect(causes(drive, 'big')).toEqual([['big', expect.objectContaining({ kind: 'short' })]]);
  expect(causes(drive, 's20')).toEqual([['s20', { kind: 'room-kept', for: job('big') }]]);
});

test('after a stop nothing waits, and the view says so', () => {
  const drive = driveOf(['a <- s', 'b <- a'], {});
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  expect(view(drive)).toMatchObject({ isStopped: true, waits: [], otherCount: 0 });
  expect(causes(drive, 'b')).toEqual([['b', { kind: 'over', how: 'skipped' }]]);
});
