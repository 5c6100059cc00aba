import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { failed } from '../../rigs/machine-drive.ts';
import { DISK_FULL, MemoryJournal } from '../../rigs/memory-journal.ts';
import { PlanRunner, success } from '../../rigs/plan-runner.ts';
import { type World, worldOf } from '../../rigs/run-rig.ts';
import { ScriptedExecutor } from '../../rigs/scripted-executor.ts';
import { Later } from '../../rigs/later.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

const LINES = ['temp(a) <- s', 'b <- a', 'c <- a', 'd <- b c', 'e <- s'];

function diamond(): World {
  return worldOf(LINES, { targets: ['d', 'e'] });
}

/** Runs with a journal that refuses; answers how often it was asked. */
async function runRefused(refuses: (append: number) => boolean): Promise<number> {
  const journal = new MemoryJournal(refuses);
  const runner = new PlanRunner(diamond(), { journal });
  const { end, counts } = await runner.run();
  const { lines, appendCount } = journal;
  const { executor, removed } = runner;
  const isRefused = Array.from({ length: appendCount }, (_, at) => at + 1).some(refuses);
  assert.deepEqual(end, isRefused ? { kind: 'broke', error: DISK_FULL } : { kind: 'done' });
  assert.deepEqual(executor.running, []);
  assert.ok(executor.isClosed);
  for (const { rule } of executor.launched) assert.ok(lines.includes(`started ${rule}`), rule);
  assert.equal(counts.succeeded + counts.cancelled + counts.skipped + counts.failed, 5);
  // Never without a word, and never before those who read it are on record.
  assert.equal(lines.includes('removed a'), removed.includes('a'));
  if (removed.includes('a')) assert.ok(lines.includes('ran b') && lines.includes('ran c'));
  return appendCount;
}

test('a journal that refuses one append, whichever it is, stops the run cleanly', async () => {
  const appendCount = await runRefused(() => false);
  expect(appendCount).toBeGreaterThan(3);
  for (let at = 1; at <= appendCount; at += 1) await runRefused((append) => append === at);
});

test('a journal that refuses from some append on stops the run cleanly', async () => {
  const appendCount = await runRefused(() => false);
  expect(appendCount).toBeGreaterThan(3);
  for (let at = 1; at <= appendCount; at += 1) await runRefused((append) => append >= at);
});

test('what ended is recorded even where nothing can be started any more', async () => {
  const journal = new MemoryJournal((append) => append === 2);
  const runner = new PlanRunner(worldOf(['a <- s', 'b <- a']), { journal });
  const { counts, end } = await runner.run();
  expect(end.kind).toBe('broke');
  expect(journal.lines).toEqual(['started a', 'ran a']);
  expect(counts).toMatchObject({ succeeded: 1, skipped: 1 });
  expect(runner.story).toEqual(['run-started', 'start a', 'a succeeded', 'skip b', 'run-ended']);
});

test('an executor that reports an end twice is heard once', async () => {
  const executor: ScriptedExecutor = new ScriptedExecutor((spec) => {
    setImmediate(() => {
      executor.session.ended(spec.token, success(spec), 5);
      executor.session.ended(spec.token, failed(), 5);
    });
    return 'hangs';
  });
  const runner = new PlanRunner(diamond(), { executor });
  const { end, counts } = await runner.run();
  expect(end).toEqual({ kind: 'done' });
  expect(counts).toMatchObject({ succeeded: 5, failed: 0 });
});

test('an executor that never reports is given up on after a cancel', async () => {
  const executor = new ScriptedExecutor(() => 'hangs', { cancel: () => Promise.resolve() });
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => executor.running.length === 2, 'two jobs run');
  runner.signal();
  await waitUntil(() => runner.clock.delays.length === 1, 'outcomes are awaited');
  expect(runner.hasSettled).toBe(false);
  runner.clock.advance(5_000);
  const { end, counts, failures } = await running;
  expect(end).toEqual({ kind: 'interrupted', signal: 'SIGINT' });
  expect(counts).toMatchObject({ failed: 2, skipped: 3 });
  expect(failures.map(({ outcome }) => outcome)).toEqual([
    { kind: 'lost', detail: 'the executor ended it and did not tell its outcome', isDead: true },
    { kind: 'lost', detail: 'the executor ended it and did not tell its outcome', isDead: true },
  ]);
  // Nothing says that their outputs are as before, so the next run looks after them.
  expect(runner.journal.lines).toEqual(['started a', 'started e']);
});

test('an executor that breaks ends the run, and what it does not tell is lost', async () => {
  const executor: ScriptedExecutor = new ScriptedExecutor(
    (spec) => (spec.label === 'e' ? 'hangs' : success(spec)),
    {
      close: () => {
        executor.session.ended('run.3.1', { kind: 'cancelled' }, 1);
        return Promise.resolve();
      },
    },
  );
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => runner.story.includes('d succeeded'), 'd succeeds');
  executor.session.broke(new Error('the bridge is down'));
  const { end, counts } = await running;
  expect(counts).toMatchObject({ succeeded: 4, failed: 1 });
  expect(end.kind).toBe('broke');
  const error = end.kind === 'broke' ? end.error : undefined;
  expect(error).toBeInstanceOf(FlowError);
  expect(error?.message).toBe(
    'the executor `scripted` cannot be used any more: the bridge is down',
  );
  expect(executor.isClosed).toBe(true);
  expect(runner.isListening).toBe(false);
});

test('an executor that cannot launch ends the run', async () => {
  const executor = new ScriptedExecutor(success, {
    launch: () => {
      throw new Error('no more processes');
    },
  });
  const runner = new PlanRunner(diamond(), { executor });
  const { end, counts } = await runner.run();
  expect(end.kind).toBe('broke');
  expect(counts).toMatchObject({ failed: 2, skipped: 3 });
});

test('an executor that cannot cancel is closed', async () => {
  const executor = new ScriptedExecutor(() => 'hangs', {
    cancel: () => Promise.reject(new Error('scancel: command not found')),
  });
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => executor.running.length === 2, 'two jobs run');
  runner.signal('SIGTERM');
  const { end } = await running;
  expect(end.kind).toBe('broke');
  expect(executor.isClosed).toBe(true);
});

test('an executor that cannot be closed well is told', async () => {
  const error = new Error('still there');
  const executor = new ScriptedExecutor(success, { close: () => Promise.reject(error) });
  const { end, counts } = await new PlanRunner(diamond(), { executor }).run();
  expect(end).toEqual({ kind: 'broke', error });
  expect(counts.succeeded).toBe(5);
});

test('an executor that cannot be opened rejects the run before anything was done', async () => {
  const executor = new ScriptedExecutor(success, { open: () => Promise.reject(DISK_FULL) });
  const runner = new PlanRunner(diamond(), { executor });
  await expect(runner.run()).rejects.toBe(DISK_FULL);
  expect(runner.events).toEqual([]);
  expect(runner.journal.appendCount).toBe(0);
});

test('our own bug rejects the run, but only when nothing runs any more', async () => {
  const world = diamond();
  const bug = new Error('no such template');
  const maker: World['request']['maker'] = {
    ...world.request.maker,
    spec: (job, facts) => {
      if (world.name(job) === 'c') throw bug;
      return world.request.maker.spec(job, facts);
    },
  };
  const executor = new ScriptedExecutor((job) => (job.label === 'e' ? 'hangs' : success(job)));
  const broken = { ...world, request: { ...world.request, maker } };
  const runner = new PlanRunner(broken, { executor });
  await expect(runner.run()).rejects.toBe(bug);
  expect(executor.isClosed).toBe(true);
  expect(runner.isListening).toBe(false);
});

test('our own bug beside the loop rejects the run, too', async () => {
  const world = worldOf(['a <- s', 'b <- s'], { verdicts: { a: 'keep' }, adopted: ['a'] });
  const bug = new Error('no texts');
  const maker: World['request']['maker'] = {
    ...world.request.maker,
    texts: () => {
      throw bug;
    },
  };
  const executor = new ScriptedExecutor(() => 'hangs');
  const broken = { ...world, request: { ...world.request, maker } };
  await expect(new PlanRunner(broken, { executor }).run()).rejects.toBe(bug);
  expect(executor.isClosed).toBe(true);
});

test('the first signal starts nothing more and ends what runs; what finished is recorded', async () => {
  const executor = new ScriptedExecutor(() => 'hangs');
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => executor.running.length === 2, 'two jobs run');
  const spec = executor.launched.find(({ label }) => label === 'e');
  if (spec !== undefined) executor.end('e', success(spec));
  runner.signal();
  const { end, counts } = await running;
  expect(end).toEqual({ kind: 'interrupted', signal: 'SIGINT' });
  expect(counts).toMatchObject({ succeeded: 1, cancelled: 1, skipped: 3 });
  expect(runner.journal.lines).toEqual(['started a', 'started e', 'ran e', 'ended run.0.1']);
  expect(executor.cancels).toEqual([{ labels: ['a'], how: 'gently' }]);
  expect(runner.story).toEqual([
    'run-started',
    'start a',
    'start e',
    'run-cancelled',
    'skip b',
    'skip c',
    'skip d',
    'e succeeded',
    'a cancelled',
    'run-ended',
  ]);
});

test('a cancel that is answered after the run has ended keeps nobody waiting', async () => {
  const answer = new Later<void>();
  const executor: ScriptedExecutor = new ScriptedExecutor(() => 'hangs', {
    cancel: async (tokens) => {
      for (const token of tokens) executor.session.ended(token, { kind: 'cancelled' }, 1);
      await answer.promise;
    },
  });
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => executor.running.length === 2, 'two jobs run');
  runner.signal();
  await running;
  answer.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(runner.clock.delays).toEqual([]);
});

test('the second signal ends what runs at once', async () => {
  const gentlyOver = new Later<void>();
  const executor: ScriptedExecutor = new ScriptedExecutor(() => 'hangs', {
    cancel: async (tokens) => {
      if (executor.cancels.length === 1) return await gentlyOver.promise;
      for (const token of tokens) executor.session.ended(token, { kind: 'cancelled' }, 1);
      gentlyOver.resolve();
      return undefined;
    },
  });
  const runner = new PlanRunner(diamond(), { executor });
  const running = runner.run();
  await waitUntil(() => executor.running.length === 2, 'two jobs run');
  runner.signal();
  await waitUntil(() => executor.cancels.length === 1, 'a cancel');
  runner.signal();
  const { counts } = await running;
  expect(executor.cancels.map(({ how }) => how)).toEqual(['gently', 'at-once']);
  expect(counts).toMatchObject({ cancelled: 2, skipped: 3 });
});
