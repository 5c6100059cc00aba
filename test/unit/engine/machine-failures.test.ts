import { expect, test } from 'vitest';
import { failed, MachineDrive } from '../../rigs/machine-drive.ts';
import { type World, worldOf } from '../../rigs/run-rig.ts';

const KEEP_GOING = { limits: { isKeepGoing: true } };

test('without keep-going nothing more starts after a failure, and what runs may finish', () => {
  const world = worldOf(['a <- s', 'b <- s', 'c <- a', 'd <- s', 'e <- c']);
  const drive = new MachineDrive(world).start();
  expect(drive.news()).toEqual(['launch a', 'launch b']);
  drive.end('a', failed());
  expect(drive.news()).toEqual([
    'record end run.0.1',
    'a failed',
    'c skipped: needs a',
    'e skipped: needs c',
    'd skipped: run stopped',
  ]);
  drive.succeed('b');
  expect(drive.counts).toMatchObject({ succeeded: 1, failed: 1, skipped: 3 });
});

test('with keep-going only what needs the failed job is skipped', () => {
  const lines = ['a <- s', 'b <- a', 'c <- order(a)', 'd <- ancient(a)', 'e <- final(a)', 'f <- s'];
  const drive = new MachineDrive(worldOf(lines, { ...KEEP_GOING, cores: 1 })).start();
  drive.end('a', failed());
  expect(drive.news().slice(3)).toEqual([
    'b skipped: needs a',
    'c skipped: needs a',
    'd skipped: needs a',
    'launch e',
  ]);
  drive.succeed('e').succeed('f');
  expect(drive.counts).toMatchObject({ succeeded: 2, failed: 1, skipped: 3 });
});

test('a job that may run is skipped, too, when its need fails', () => {
  const world = worldOf(['a <- s', 'b <- a', 'c <- final(b)'], {
    ...KEEP_GOING,
    verdicts: { b: 'conditional', c: 'conditional' },
  });
  const drive = new MachineDrive(world).start().end('a', failed());
  expect(drive.news().slice(3)).toEqual(['b skipped: needs a', 'c pruned', 'finish']);
});

test('a job that was ended from outside counts as cancelled, and is not tried again', () => {
  const world = worldOf(['a <- s', 'b <- a'], { limits: { retries: 3 } });
  const drive = new MachineDrive(world).start().end('a', { kind: 'cancelled' });
  expect(drive.news().slice(1)).toEqual([
    'record end run.0.1',
    'a cancelled',
    'b skipped: needs a',
    'finish',
  ]);
  expect(drive.counts).toMatchObject({ cancelled: 1, skipped: 1 });
});

test('the first signal ends what runs gently, the second at once', () => {
  const drive = new MachineDrive(worldOf(['a <- s', 'b <- s', 'c <- a'])).start();
  drive.news();
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  expect(drive.news()).toEqual([
    'cancelled by SIGTERM',
    'c skipped: run stopped',
    'cancel 2 gently',
  ]);
  drive.end('a', { kind: 'cancelled' });
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  drive.step({ kind: 'cancelled', signal: 'SIGTERM' });
  drive.succeed('b');
  expect(drive.news()).toEqual([
    'record end run.0.1',
    'a cancelled',
    'cancel 1 at-once',
    'record b',
    'b succeeded = b',
    'finish',
  ]);
});

test('what fails while the run is ended is not tried again', () => {
  const drive = new MachineDrive(worldOf(['a <- s'], { limits: { retries: 3 } })).start();
  drive.step({ kind: 'cancelled', signal: 'SIGINT' });
  drive.end('a', failed('signal'));
  expect(drive.counts).toMatchObject({ failed: 1 });
});

test('what the journal or the executor refused is skipped, and what runs is ended', () => {
  const world = worldOf(['a <- s', 'b <- s', 'c <- a']);
  const drive = new MachineDrive(world).start();
  drive.news();
  drive.step({ kind: 'broke', unlaunched: ['run.1.1'] });
  expect(drive.news()).toEqual([
    'b skipped: run stopped',
    'c skipped: run stopped',
    'cancel 1 gently',
  ]);
  drive.step({ kind: 'outcomes-missing', tokens: ['run.0.1', 'run.9.9'], detail: 'closed' });
  // Without a word about its end: nobody knows how its outputs are.
  expect(drive.news()).toEqual(['a lost', 'finish']);
});

test('a chain of a hundred thousand jobs falls in one step', () => {
  const length = 100_000;
  const world = chainOf(length);
  const machine = new MachineDrive(world).machine;
  machine.step({ kind: 'started' });
  const effects = machine.step({
    kind: 'job-ended',
    token: 'run.0.1',
    outcome: failed(),
    durationMs: 1,
  });
  expect(effects.at(-1)).toMatchObject({ kind: 'finish', counts: { skipped: length - 1 } });
});

function chainOf(jobCount: number): World {
  const world = worldOf(['a <- s']);
  const { graph, request } = world;
  const jobs = Int32Array.from({ length: jobCount + 1 }, (_, job) => job);
  const inputStart = jobs.map((job) => Math.max(0, job - 1));
  const { paths } = graph;
  for (let file = paths.size; file < jobCount; file += 1) paths.intern(`f${file}`);
  const chain = {
    ...graph,
    jobCount,
    ruleIndex: new Int32Array(jobCount),
    inputStart,
    inputFile: jobs.subarray(0, jobCount),
    inputEdge: new Uint8Array(jobCount),
    outputStart: jobs,
    outputFile: jobs.subarray(0, jobCount),
    producer: jobs.subarray(0, jobCount),
    order: jobs.subarray(0, jobCount),
  };
  const plan = { ...request.plan, graph: chain, verdict: new Uint8Array(jobCount).fill(1) };
  return { ...world, graph: chain, request: { ...request, plan } };
}
