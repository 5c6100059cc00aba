import { expect, test } from 'vitest';
import type { JobOutcome } from '../../../src/ports/executor.ts';
import type { FrozenAttempt } from '../../../src/ports/frozen-attempt.ts';
import type { JobSpec } from '../../../src/ports/job-spec.ts';
import { PlanRunner, success } from '../../rigs/plan-runner.ts';
import { rowOf, SMALL, type World, type WorldOptions, worldOf } from '../../rigs/run-rig.ts';
import { AdoptingExecutor } from '../../rigs/scripted-executor.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

/** As the disk of the runner shows every file. */
const STAT = { type: 'file', size: 0, mtimeMs: 0 } as const;
const FAILED: JobOutcome = {
  kind: 'failed',
  cause: 'exit',
  detail: 'exit code 1',
  exitCode: 1,
  lastLines: [],
};

interface Then {
  readonly gpus?: readonly string[];
  readonly code?: string;
  readonly inputs?: FrozenAttempt['inputs'];
  readonly token?: string;
}

/** What a killed run has left of `a <- s`. */
function frozenA({
  code = 'make a',
  inputs = [STAT],
  token = 'then.0.1',
  gpus = [],
}: Then = {}): FrozenAttempt {
  const spec: JobSpec = {
    version: 1,
    token,
    runId: 'then',
    label: 'a',
    rule: 'a',
    attempt: 1,
    workingDirectory: '/w',
    prepare: {
      inputs: [{ path: 's', isFingerprinted: true, isOptional: false, known: undefined }],
      makeDirectories: [],
      writeFiles: [],
      moveAside: [],
    },
    command: { kind: 'shell', text: 'make a' },
    environment: {},
    resources: SMALL,
    gpus,
    logFile: 'log/then',
    verify: { outputs: [{ path: 'a', type: 'file' }], latencyWaitMs: 0 },
    texts: { shape: '[]', code, params: '{}', env: '' },
  };
  return { version: 1, executor: 'scripted', launchedAtMs: 1, folder: 'f', spec, inputs };
}

function runnerOf(
  earlier: readonly FrozenAttempt[],
  lines: readonly string[] = ['a <- s'],
  options: WorldOptions = {},
): { readonly runner: PlanRunner; readonly executor: AdoptingExecutor } {
  const world = worldOf(lines, { targets: ['a'], ...options });
  const request: World['request'] = { ...world.request, earlier };
  const executor = new AdoptingExecutor(success);
  return { runner: new PlanRunner({ ...world, request }, { executor }), executor };
}

test('an attempt that does the same goes on in the place of a new one, under its token', async () => {
  const { runner, executor } = runnerOf([frozenA()]);
  const running = runner.run();
  await waitUntil(() => executor.running.length > 0, 'it is taken on');
  expect(runner.events.find(({ kind }) => kind === 'job-started')).toMatchObject({
    logFile: 'log/then',
    isAdopted: true,
  });
  executor.end('a', success(frozenA().spec));
  expect((await running).end.kind).toBe('done');
  expect(executor.launched).toEqual([]);
  expect(runner.journal.lines).toEqual(['ran a']);
  expect(runner.journal.entries[0]).toMatchObject({ kind: 'job', token: 'then.0.1' });
});

test('its failure is the outcome, and the next attempt is a new one', async () => {
  const { runner, executor } = runnerOf([frozenA()], ['a <- s'], { limits: { retries: 1 } });
  const running = runner.run();
  await waitUntil(() => executor.running.length > 0, 'it is taken on');
  executor.end('a', FAILED);
  expect((await running).end.kind).toBe('done');
  expect(runner.story).toContain('a failed, again');
  expect(executor.launched.map(({ token }) => token)).toEqual(['run.0.2']);
  expect(runner.journal.lines).toEqual(['ended then.0.1', 'started a', 'ran a']);
});

test.each<[why: string, then: Then]>([
  ['its rule has changed', { code: 'make a otherwise' }],
  ['an input has changed', { inputs: [{ ...STAT, mtimeMs: 7 }] }],
  ['an input was not there', { inputs: [null] }],
])('where %s, it is ended first, and its outputs are made anew', async (_, then) => {
  const { runner, executor } = runnerOf([frozenA(then)]);
  expect((await runner.run()).end.kind).toBe('done');
  expect(executor.adopted).toEqual(['then.0.1']);
  expect(executor.cancels).toEqual([{ labels: ['a'], how: 'gently' }]);
  expect(executor.launched.map(({ token }) => token)).toEqual(['run.0.1']);
  expect(runner.journal.lines).toEqual(['ended then.0.1', 'started a', 'ran a']);
});

test('two attempts at the same are both ended', async () => {
  const { runner, executor } = runnerOf([frozenA(), frozenA({ token: 'then.9.1' })]);
  expect((await runner.run()).end.kind).toBe('done');
  expect(executor.adopted).toEqual(['then.0.1', 'then.9.1']);
  expect(executor.launched).toHaveLength(1);
});

test('what may still write is not followed by another attempt', async () => {
  const { runner, executor } = runnerOf([frozenA({ code: 'other' })]);
  const lost: JobOutcome = { kind: 'lost', detail: 'it may run', isDead: false };
  executor.cancel = () => {
    executor.session.ended('then.0.1', lost, 0);
    return Promise.resolve();
  };
  const { end, failures } = await runner.run();
  expect([end.kind, failures[0]?.outcome]).toEqual(['failed', lost]);
  expect(executor.launched).toEqual([]);
  expect(runner.journal.lines).toEqual([]);
});

test('a signal ends what was taken on, by its own token', async () => {
  const { runner, executor } = runnerOf([frozenA()]);
  const running = runner.run();
  await waitUntil(() => executor.running.length > 0, 'it is taken on');
  runner.signal();
  expect((await running).end).toEqual({ kind: 'interrupted', signal: 'SIGINT' });
  expect(runner.story).toContain('a cancelled');
  expect(runner.journal.lines).toEqual(['ended then.0.1']);
});

test('a signal while it is being ended keeps the new one from starting', async () => {
  const { runner, executor } = runnerOf([frozenA({ code: 'other' })]);
  const asked: (readonly string[])[] = [];
  executor.cancel = (tokens) => {
    asked.push(tokens);
    return new Promise(() => {});
  };
  const running = runner.run();
  await waitUntil(() => asked.length > 0, 'it is asked to end');
  runner.signal();
  await waitUntil(() => asked.length > 1, 'it is asked again');
  executor.end('a', { kind: 'cancelled' });
  expect((await running).end.kind).toBe('interrupted');
  expect(executor.launched).toEqual([]);
  expect(asked[1]).toContain('then.0.1');
  expect(runner.journal.lines).toContain('ended then.0.1');
});

test('an attempt whose job is not to run is left alone', async () => {
  const { runner, executor } = runnerOf([frozenA()], ['a <- s', 'b <- t'], {
    verdicts: { a: 'keep' },
    targets: ['a', 'b'],
  });
  expect((await runner.run()).end.kind).toBe('done');
  expect(executor.adopted).toEqual([]);
});

test('it comes before jobs of any priority', async () => {
  const { runner, executor } = runnerOf([frozenA()], ['b <- t', 'a <- s'], {
    targets: ['a', 'b'],
    priorities: { b: 1000 },
    cores: 1,
  });
  const running = runner.run();
  await waitUntil(() => executor.running.length > 0, 'one has begun');
  expect(executor.running).toEqual(['a']);
  executor.end('a', { ...success(frozenA().spec), outputs: [rowOf('a', undefined)] });
  expect((await running).end.kind).toBe('done');
});

/** Jobs that work on a card each; `b` comes first by priority. */
const ON_CARDS: WorldOptions = {
  targets: ['b', 'a'],
  cores: 4,
  gpus: ['0', '1'],
  priorities: { b: 1 },
  requests: () => ({ ...SMALL, gpus: 1 }),
};

test('a job whose earlier attempt goes on is given the cards that this has', async () => {
  const lines = ['a <- s', 'b <- s'];
  const { runner, executor } = runnerOf([frozenA({ gpus: ['1'] })], lines, ON_CARDS);
  const running = runner.run();
  const places = (): string[] =>
    runner.events.flatMap((event) =>
      event.kind === 'job-started'
        ? [`${event.isAdopted === true ? 'adopt' : 'start'} ${event.job.label} on ${event.gpus[0]}`]
        : [],
    );
  await waitUntil(() => places().length === 2, 'both jobs run');
  expect(new Set(places())).toEqual(new Set(['adopt a on 1', 'start b on 0']));
  executor.end('a', success(frozenA().spec));
  await running;
});
