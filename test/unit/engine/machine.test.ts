import { expect, test } from 'vitest';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { SMALL, worldOf } from '../../rigs/run-rig.ts';

test('a job starts when all that it needs has ended', () => {
  const drive = new MachineDrive(worldOf(['a <- s', 'b <- s', 'c <- a b'])).start();
  expect(drive.news()).toEqual(['launch a', 'launch b']);
  drive.succeed('b');
  expect(drive.news()).toEqual(['record b', 'b succeeded = b']);
  drive.succeed('a', ['a']);
  expect(drive.news()).toEqual(['record a', 'a succeeded', 'launch c']);
  drive.succeed('c');
  expect(drive.news()).toEqual(['record c', 'c succeeded = c', 'finish']);
  expect(drive.counts).toEqual({
    succeeded: 3,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    pruned: 0,
    held: 0,
  });
});

test('with nothing to do the run ends at once', () => {
  const world = worldOf(['a <- s', 'all: <- a'], { verdicts: { a: 'keep' } });
  const drive = new MachineDrive(world).start();
  expect(drive.effects).toEqual([
    {
      kind: 'tell',
      event: {
        kind: 'run-started',
        runId: 'run',
        rules: [],
        counts: { run: 0, conditional: 0, kept: 1 },
        cores: 2,
        gpus: [],
      },
    },
    {
      kind: 'finish',
      counts: { succeeded: 0, failed: 0, cancelled: 0, skipped: 0, pruned: 0, held: 0 },
    },
  ]);
});

test('the start tells how many jobs of which rule may run', () => {
  const world = worldOf(['a <- s', 'temp(b) <- s', 'c <- a b', 'd <- s', 'all: <- c d'], {
    verdicts: { a: 'run', b: 'dormant', c: 'conditional', d: 'keep', all: 'conditional' },
    absent: ['b'],
    gpus: ['GPU-1'],
  });
  const [started] = new MachineDrive(world).start().effects;
  expect(started).toEqual({
    kind: 'tell',
    event: {
      kind: 'run-started',
      runId: 'run',
      rules: [
        { rule: 'a', jobCount: 1 },
        { rule: 'b', jobCount: 1 },
        { rule: 'c', jobCount: 1 },
      ],
      counts: { run: 1, conditional: 2, kept: 1 },
      cores: 2,
      gpus: ['GPU-1'],
    },
  });
});

test('a launch says all that was decided about the attempt', () => {
  const request = { ...SMALL, threads: 2, gpus: 1 };
  const world = worldOf(['a <- s'], { requests: () => request, gpus: ['GPU-7'] });
  expect(new MachineDrive(world).start().effects.at(-1)).toEqual({
    kind: 'launch',
    job: 0,
    token: 'run.0.1',
    attempt: 1,
    failure: undefined,
    request,
    gpus: ['GPU-7'],
    pool: 0,
    reasons: [],
  });
});

test('an outcome of another attempt than the one that runs is no news', () => {
  const drive = new MachineDrive(worldOf(['a <- s'], { limits: { retries: 1 } })).start();
  drive.end('a', failed());
  const outcome = drive.success('a');
  const stale = { kind: 'job-ended', token: 'run.0.1', outcome, durationMs: 1 } as const;
  expect(drive.step(stale)).toEqual([]);
  expect(drive.step({ ...stale, token: 'another.0.2' })).toEqual([]);
  drive.succeed('a');
  expect(drive.counts).toMatchObject({ succeeded: 1, failed: 0 });
  expect(drive.step({ ...stale, token: 'run.0.2' })).toEqual([]);
});
