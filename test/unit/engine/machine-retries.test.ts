import { expect, test } from 'vitest';
import { retryTooLarge } from '../../../src/core/catalogue/run.ts';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { SMALL, worldOf } from '../../rigs/run-rig.ts';

/** How often a job that always fails is started. */
function attempts(own: number | undefined, run: number): number {
  const world = worldOf(['a <- s'], { rules: { a: { retries: own } }, limits: { retries: run } });
  const drive = new MachineDrive(world).start();
  while (drive.counts === undefined) drive.end('a', failed());
  return drive.effects.filter(({ kind }) => kind === 'launch').length;
}

test('a failed job is tried again as often as its rule says, else as the run says', () => {
  expect(attempts(undefined, 0)).toBe(1);
  expect(attempts(undefined, 2)).toBe(3);
  expect(attempts(0, 2)).toBe(1);
  expect(attempts(3, 1)).toBe(4);
});

test('the machine has a budget of its own, with pauses that double', () => {
  const world = worldOf(['a <- s'], { limits: { infrastructureRetries: 3, backOffMs: 1000 } });
  const drive = new MachineDrive(world).start();
  for (const cause of ['node', 'preempted', 'node'] as const) {
    drive.end('a', failed(cause));
    const timer = drive.timers.shift() ?? 0;
    drive.step({ kind: 'timer-fired', timer });
    // A timer fires once.
    drive.step({ kind: 'timer-fired', timer });
  }
  drive.end('a', { kind: 'lost', detail: 'gone', isDead: true });
  expect(drive.news()).toEqual([
    'launch a',
    'record end run.0.1',
    'a failed, again',
    'timer 1000',
    'launch a',
    'record end run.0.2',
    'a failed, again',
    'timer 2000',
    'launch a',
    'record end run.0.3',
    'a failed, again',
    'timer 4000',
    'launch a',
    'record end run.0.4',
    'a lost',
    'finish',
  ]);
});

test('a pause is no longer than five minutes', () => {
  const world = worldOf(['a <- s'], { limits: { infrastructureRetries: 9, backOffMs: 100_000 } });
  const drive = new MachineDrive(world).start();
  for (let count = 0; count < 3; count += 1) {
    drive.end('a', failed('node'));
    drive.step({ kind: 'timer-fired', timer: drive.timers.shift() ?? 0 });
  }
  expect(drive.news().filter((line) => line.startsWith('timer'))).toEqual([
    'timer 100000',
    'timer 200000',
    'timer 300000',
  ]);
});

test('the two budgets do not touch each other', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 1, infrastructureRetries: 1, backOffMs: 0 },
  });
  const drive = new MachineDrive(world).start();
  drive.end('a', failed('exit')).end('a', failed('node')).end('a', failed('exit'));
  expect(drive.counts).toMatchObject({ failed: 1 });
  expect(drive.news().filter((line) => line.startsWith('a '))).toEqual([
    'a failed, again',
    'a failed, again',
    'a failed',
  ]);
});

test('a job that may still be alive is never started again, and its attempt stays open', () => {
  const world = worldOf(['a <- s', 'b <- a'], { limits: { infrastructureRetries: 3, retries: 3 } });
  const drive = new MachineDrive(world).start();
  drive.end('a', { kind: 'lost', detail: 'no answer', isDead: false });
  expect(drive.news()).toEqual(['launch a', 'a lost', 'b skipped: needs a', 'finish']);
});

test('each attempt asks anew, and knows why the last one ended', () => {
  const asked: unknown[] = [];
  const world = worldOf(['a <- s'], {
    limits: { retries: 2 },
    requests: (_, attempt, failure) => {
      asked.push([attempt, failure]);
      return { ...SMALL, memMib: failure === 'oom' ? 2000 : 1000 };
    },
  });
  const drive = new MachineDrive(world).start().end('a', failed('oom')).end('a', failed('exit'));
  const launches = drive.effects.flatMap((effect) => (effect.kind === 'launch' ? [effect] : []));
  expect(launches.map(({ request, failure }) => [request.memMib, failure])).toEqual([
    [1000, undefined],
    [2000, 'oom'],
    [1000, 'exit'],
  ]);
  expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(
    new Set(['[1,null]', '[2,"oom"]', '[3,"exit"]']),
  );
});

test('an attempt that would ask for more than there is is not made, and that is said', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 5 },
    cores: 2,
    requests: (_, attempt) => ({ ...SMALL, threads: attempt }),
  });
  const drive = new MachineDrive(world).start().end('a', failed()).end('a', failed());
  expect(drive.news()).toEqual([
    'launch a',
    'record end run.0.1',
    'a failed, again',
    'launch a',
    'record end run.0.2',
    'a failed',
    'warned retry-too-large',
    'finish',
  ]);
});

test('a request that fails at a later attempt costs the job that attempt', () => {
  const problem = retryTooLarge({
    label: 'a',
    span: { file: '/w/flow.txt', line: 1, column: 1, length: 6 },
    resource: 'mem',
    asked: 2,
    has: 1,
    pool: undefined,
    attempt: 2,
  });
  const world = worldOf(['a <- s'], {
    limits: { retries: 5 },
    requests: (_, attempt) => {
      if (attempt === 2) throw new FlowError(problem);
      return SMALL;
    },
  });
  const drive = new MachineDrive(world).start().end('a', failed());
  expect(drive.effects).toContainEqual({
    kind: 'tell',
    event: { kind: 'warned', diagnostic: problem },
  });
  expect(drive.counts).toMatchObject({ failed: 1 });
  expect(problem.title).toBe(
    '`a` is not tried again: attempt 2 asks for 2 MiB of memory; the run has 1 MiB of memory',
  );
});

test('a run that clamps gives what there is instead', () => {
  const world = worldOf(['a <- s'], {
    limits: { retries: 5, isClamping: true },
    cores: 2,
    requests: (_, attempt) => ({ ...SMALL, threads: attempt + 1 }),
  });
  const drive = new MachineDrive(world).start().end('a', failed()).succeed('a');
  const launches = drive.effects.flatMap((effect) => (effect.kind === 'launch' ? [effect] : []));
  expect(launches.map(({ request }) => request.threads)).toEqual([2, 2]);
});

test('a job that waits for its pause is skipped when the run stops', () => {
  const world = worldOf(['a <- s', 'b <- s'], { limits: { infrastructureRetries: 1 } });
  const drive = new MachineDrive(world).start().end('a', failed('node')).end('b', failed());
  expect(drive.counts).toMatchObject({ failed: 1, skipped: 1 });
  expect(drive.step({ kind: 'timer-fired', timer: 1 })).toEqual([]);
});
