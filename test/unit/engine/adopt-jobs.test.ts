import { expect, test } from 'vitest';
import type { JobEntry } from '../../../src/core/records/journal-entry.ts';
import { PlanRunner, success } from '../../rigs/plan-runner.ts';
import { newDigest, oldDigest, rowOf, type World, worldOf } from '../../rigs/run-rig.ts';
import { ScriptedExecutor } from '../../rigs/scripted-executor.ts';
import { waitUntil } from '../../rigs/wait-until.ts';

function adopting(lines: readonly string[], adopted: readonly string[]): World {
  const verdicts = Object.fromEntries(adopted.map((name) => [name, 'keep' as const]));
  return worldOf(lines, { verdicts, adopted, unrecorded: adopted });
}

function adoptedEntries(runner: PlanRunner): JobEntry[] {
  return runner.journal.entries.flatMap((entry) =>
    entry.kind === 'job' && entry.how === 'adopted' ? [entry] : [],
  );
}

test('jobs that are up to date by time are recorded as they are, beside those that run', async () => {
  const world = adopting(['a <- s order(o)', 'b <- a', 'c <- s'], ['a', 'b']);
  const runner = new PlanRunner(world);
  const { end } = await runner.run();
  expect(end.kind).toBe('done');
  expect(adoptedEntries(runner)).toEqual([
    {
      kind: 'job',
      how: 'adopted',
      token: '',
      rule: 'a',
      outputs: [rowOf('a', newDigest('a'))],
      inputs: [
        { path: 's', digest: newDigest('s') },
        { path: 'o', digest: undefined },
      ],
      shape: '[]',
      code: 'make a',
      params: '{}',
      env: '',
      endedAtMs: 1000,
      durationMs: undefined,
    },
    expect.objectContaining({ rule: 'b', inputs: [{ path: 'a', digest: newDigest('a') }] }),
  ]);
  expect(runner.events).toContainEqual({ kind: 'jobs-adopted', count: 2 });
  // Jobs that run do not wait for it.
  expect(runner.story.indexOf('start c')).toBeLessThan(runner.story.indexOf('jobs-adopted'));
});

test('a run of nothing but adoptions waits for them', async () => {
  const runner = new PlanRunner(adopting(['a <- s'], ['a']));
  await runner.run();
  expect(runner.story).toEqual(['run-started', 'jobs-adopted', 'run-ended']);
  expect(adoptedEntries(runner).map(({ rule }) => rule)).toEqual(['a']);
});

test('each file is looked at once, with what is known of it', async () => {
  const asked: unknown[] = [];
  const lines = Array.from({ length: 70 }, (_, index) => `a${index} <- s`);
  const names = lines.map((_, index) => `a${index}`);
  const runner = new PlanRunner(adopting(lines, names), {
    hasher: {
      fingerprint: (path, known) => {
        asked.push([path, known?.digest]);
        return Promise.resolve(rowOf(path, oldDigest(path)));
      },
    },
  });
  await runner.run();
  expect(asked).toHaveLength(71);
  expect(asked[0]).toEqual(['s', oldDigest('s')]);
  expect(adoptedEntries(runner)).toHaveLength(70);
  // What was known already is no news.
  expect(runner.journal.lines).not.toContain('file s');
});

test('a job with an output that cannot be read is left as it was; an input is unknown', async () => {
  const runner = new PlanRunner(adopting(['a <- s', 'b <- u', 'c <- s'], ['a', 'b', 'c']), {
    hasher: {
      fingerprint: (path) => {
        if (path === 'u') return Promise.reject(new Error('EACCES'));
        return Promise.resolve(path === 'a' ? undefined : rowOf(path, newDigest(path)));
      },
    },
  });
  await runner.run();
  expect(adoptedEntries(runner).map(({ rule, inputs }) => [rule, inputs])).toEqual([
    ['b', [{ path: 'u', digest: undefined }]],
    ['c', [{ path: 's', digest: newDigest('s') }]],
  ]);
  expect(runner.events).toContainEqual({ kind: 'jobs-adopted', count: 2 });
});

test('a run that is given up does not wait for adoptions', async () => {
  const world = adopting(['a <- s', 'b <- t'], ['a']);
  const runner = new PlanRunner(world, {
    executor: new ScriptedExecutor(success),
    hasher: { fingerprint: () => new Promise(() => {}) },
  });
  const running = runner.run();
  await waitUntil(() => runner.story.includes('b succeeded'), 'b ends');
  runner.signal();
  const { end } = await running;
  expect(end).toEqual({ kind: 'interrupted', signal: 'SIGINT' });
  expect(adoptedEntries(runner)).toEqual([]);
});
