import { expect, test } from 'vitest';
import type { FileRow } from '../../../src/core/records/journal-entry.ts';
import type { JobSpec } from '../../../src/ports/job-spec.ts';
import { failed } from '../../rigs/machine-drive.ts';
import { PlanRunner, success } from '../../rigs/plan-runner.ts';
import { newDigest, oldDigest, rowOf, type World, worldOf } from '../../rigs/run-rig.ts';
import { ScriptedExecutor } from '../../rigs/scripted-executor.ts';
import { Later } from '../../rigs/later.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

test('a run records each job after it ended and before anything that follows from it', async () => {
  const world = worldOf(['temp(a) <- s', 'b <- a', 'c <- a'], { targets: ['b', 'c'] });
  const runner = new PlanRunner(world);
  const { counts, failures, end } = await runner.run();
  expect(end).toEqual({ kind: 'done' });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ succeeded: 3, failed: 0 });
  expect(runner.journal.batches.map((batch) => batch.map(({ kind }) => kind))).toEqual([
    ['started'],
    ['job', 'started', 'started'],
    ['job'],
    ['job', 'removed'],
  ]);
  expect(runner.executor.batches).toEqual([['a'], ['b', 'c']]);
  expect(runner.removed).toEqual(['a']);
  expect(runner.events.at(-2)).toEqual({ kind: 'temp-removed', paths: ['a'] });
  expect(runner.events.at(-1)).toEqual({ kind: 'run-ended', counts, durationMs: 0 });
});

test('a started entry says what is moved aside, as the executor is told', async () => {
  const runner = new PlanRunner(worldOf(['m: out/a b <- s']));
  await runner.run();
  const moves = [
    { from: 'out/a', to: 'out/.flow-run.0.1-a' },
    { from: 'b', to: '.flow-run.0.1-b' },
  ];
  expect(runner.journal.entries[0]).toEqual({
    kind: 'started',
    token: 'run.0.1',
    rule: 'm',
    outputs: ['out/a', 'b'],
    moves,
  });
  expect(runner.executor.launched[0]?.prepare.moveAside).toEqual(moves);
});

test('a job entry holds every input in order, and the texts of the plan', async () => {
  const world = worldOf(['a <- x order(y) z']);
  const runner = PlanRunner.script(world, (spec) => ({
    ...success(spec),
    // The executor does not look into what only orders jobs.
    inputs: ['z', 'x'].map((path) => ({ path, digest: newDigest(path) })),
    inputFiles: [rowOf('x', newDigest('x'))],
  }));
  await runner.run();
  expect(runner.journal.entries.slice(1)).toEqual([
    { kind: 'file', file: rowOf('x', newDigest('x')) },
    {
      kind: 'job',
      how: 'ran',
      token: 'run.0.1',
      rule: 'a',
      outputs: [rowOf('a', newDigest('a'))],
      inputs: [
        { path: 'x', digest: newDigest('x') },
        { path: 'y', digest: undefined },
        { path: 'z', digest: newDigest('z') },
      ],
      shape: '[]',
      code: 'make a',
      params: '{}',
      env: '',
      endedAtMs: 1000,
      durationMs: 5,
    },
  ]);
});

test('events tell when a job starts, with all that people want to know', async () => {
  const runner = new PlanRunner(worldOf(['a <- s']));
  await runner.run();
  expect(runner.events[1]).toEqual({
    kind: 'job-started',
    job: { id: 0, rule: 'a', label: 'a' },
    attempt: 1,
    reasons: [],
    command: 'make a',
    threads: 1,
    gpus: [],
    logFile: 'log/run.0.1',
    outputs: ['a'],
  });
  expect(runner.story).toEqual(['run-started', 'start a', 'a succeeded', 'run-ended']);
});

test('a command without a shell is told as one could type it', async () => {
  const world = worldOf(['a <- s']);
  const { maker } = world.request;
  const argv = ['cp', "it's here", 'a'];
  const changed = {
    ...maker,
    spec: (...given: Parameters<typeof maker.spec>): JobSpec => ({
      ...maker.spec(...given),
      command: { kind: 'exec', argv },
    }),
  };
  const runner = new PlanRunner({ ...world, request: { ...world.request, maker: changed } });
  await runner.run();
  expect(runner.events[1]).toMatchObject({ command: String.raw`cp 'it'\''s here' a` });
});

test('what is known of a file goes along, newest first', async () => {
  const known: unknown[] = [];
  const world = worldOf(['a <- s', 'b <- a s', 'c <- absent'], { absent: ['absent'], cores: 1 });
  const runner = PlanRunner.script(world, (spec) => {
    known.push([spec.label, ...spec.prepare.inputs.map((input) => input.known?.digest)]);
    return spec.label === 'a'
      ? { ...success(spec), inputFiles: [rowOf('s', newDigest('s'))] }
      : success(spec);
  });
  await runner.run();
  expect(known).toEqual([
    ['a', oldDigest('s')],
    ['b', newDigest('a'), newDigest('s')],
    ['c', undefined],
  ]);
});

test('a failed attempt is ended in the journal before the next one starts', async () => {
  const world = worldOf(['a <- s'], { limits: { retries: 1 } });
  const runner = PlanRunner.script(world, (spec) =>
    spec.attempt === 1 ? failed() : success(spec),
  );
  const { end } = await runner.run();
  expect(end.kind).toBe('done');
  expect(runner.journal.lines).toEqual(['started a', 'ended run.0.1', 'started a', 'ran a']);
  expect(runner.story.slice(1, -1)).toEqual([
    'start a',
    'a failed, again',
    'start a',
    'a succeeded',
  ]);
});

test('a job that backs off starts when its time has come', async () => {
  const world = worldOf(['a <- s'], { limits: { infrastructureRetries: 1, backOffMs: 700 } });
  const runner = PlanRunner.script(world, (spec) =>
    spec.attempt === 1 ? failed('node') : success(spec),
  );
  const running = runner.run();
  await waitUntil(() => runner.clock.delays.length === 1, 'a timer');
  expect(runner.clock.delays).toEqual([700]);
  runner.clock.advance(700);
  const { counts, end } = await running;
  expect(end.kind).toBe('done');
  expect(counts.succeeded).toBe(1);
});

test('failures are told with their last outcome', async () => {
  const world = worldOf(['a <- s', 'b <- a'], { limits: { retries: 1 } });
  const runner = PlanRunner.script(world, () => failed('oom'));
  const { end, failures, counts } = await runner.run();
  expect(end).toEqual({ kind: 'failed' });
  expect(counts).toMatchObject({ failed: 1, skipped: 1 });
  expect(failures).toEqual([
    { job: { id: 0, rule: 'a', label: 'a' }, attempt: 2, outcome: failed('oom') },
  ]);
});

test('a digest that comes late is recorded, and decides what is downstream', async () => {
  const world = worldOf(['temp(a) <- s', 'b <- a'], {
    verdicts: { b: 'conditional' },
    targets: ['b'],
  });
  const digest = new Later<FileRow>();
  const runner = new PlanRunner(world, {
    executor: new ScriptedExecutor((spec) => ({
      ...success(spec),
      outputs: spec.verify.outputs.map(({ path }) => rowOf(path, undefined)),
    })),
    hasher: { fingerprint: () => digest.promise },
  });
  const running = runner.run();
  await waitUntil(() => runner.story.includes('a succeeded'), 'a ends');
  expect(runner.removed).toEqual([]);
  digest.resolve(rowOf('a', oldDigest('a')));
  const { counts } = await running;
  expect(counts).toMatchObject({ succeeded: 1, pruned: 1 });
  expect(runner.journal.lines).toEqual(['started a', 'ran a', 'file a', 'removed a']);
});

async function runWithLateDigest(
  fingerprint: () => Promise<FileRow | undefined>,
): Promise<{ readonly succeeded: number; readonly isRecorded: boolean }> {
  const world = worldOf(['a <- s', 'b <- a'], { verdicts: { b: 'conditional' } });
  const runner = new PlanRunner(world, {
    executor: new ScriptedExecutor((spec) => ({
      ...success(spec),
      outputs: spec.verify.outputs.map(({ path }) =>
        rowOf(path, path === 'a' ? undefined : newDigest(path)),
      ),
    })),
    hasher: { fingerprint },
  });
  const { counts } = await runner.run();
  return { succeeded: counts.succeeded, isRecorded: runner.journal.lines.includes('file a') };
}

test('a late digest counts only for the file that was committed', async () => {
  const row = rowOf('a', oldDigest('a'));
  expect(await runWithLateDigest(() => Promise.resolve(row))).toEqual({
    succeeded: 1,
    isRecorded: true,
  });
  expect(await runWithLateDigest(() => Promise.resolve({ ...row, size: 2 }))).toEqual({
    succeeded: 2,
    isRecorded: false,
  });
  expect(await runWithLateDigest(() => Promise.resolve({ ...row, mtimeMs: 2 }))).toEqual({
    succeeded: 2,
    isRecorded: false,
  });
  expect(await runWithLateDigest(() => Promise.resolve(undefined))).toEqual({
    succeeded: 2,
    isRecorded: false,
  });
  expect(await runWithLateDigest(() => Promise.reject(new Error('EIO')))).toEqual({
    succeeded: 2,
    isRecorded: false,
  });
});

test('a temporary file that resists is told, and the run goes on', async () => {
  const world = worldOf(['temp(a) <- s', 'b <- a'], { targets: ['b'] });
  const runner = new PlanRunner(world, {
    disk: {
      remove: () => {
        throw new Error('EACCES: permission denied');
      },
      lstat: () => undefined,
      isProtected: () => false,
      protect: () => {},
      stat: () => undefined,
    },
  });
  const { end } = await runner.run();
  expect(end.kind).toBe('done');
  const warned = runner.events.flatMap((event) =>
    event.kind === 'warned' ? [event.diagnostic] : [],
  );
  expect(warned).toEqual([
    {
      code: 'temp-not-removed',
      kind: 'environment',
      severity: 'warning',
      title: 'the temporary file `a` could not be removed: EACCES: permission denied',
      spans: [],
      facts: [],
      hint: 'remove it by hand; no job reads it any more',
    },
  ]);
  expect(runner.story).not.toContain('temp-removed');
});

test('the texts of a record are asked for with the attempt that succeeded, or with none', async () => {
  const world = worldOf(['a <- s', 'b <- s'], {
    verdicts: { b: 'keep' },
    adopted: ['b'],
    unrecorded: ['b'],
  });
  const texts: World['request']['maker']['texts'] = (job, token) => ({
    ...world.request.maker.texts(job, token),
    params: `{"token":"${token}"}`,
  });
  const maker = { ...world.request.maker, texts };
  const runner = new PlanRunner({ ...world, request: { ...world.request, maker } });
  await runner.run();
  const recorded = new Map(
    runner.journal.entries.flatMap((entry) =>
      entry.kind === 'job' ? [[entry.rule, entry.params]] : [],
    ),
  );
  expect(recorded.get('a')).toBe('{"token":"run.0.1"}');
  expect(recorded.get('b')).toBe('{"token":"undefined"}');
});
