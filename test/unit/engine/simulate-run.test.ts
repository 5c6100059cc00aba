import { expect, test } from 'vitest';
import { simulateRun } from '../../../src/engine/simulate-run.ts';
import { worldOf, type WorldOptions } from '../../rigs/run-rig.ts';

function simulate(lines: readonly string[], options: WorldOptions, durations: readonly number[]) {
  const world = worldOf(lines, options);
  const schedule = simulateRun({ ...world.request, durations: Float64Array.from(durations) });
  return {
    times: schedule.jobs.map(({ job, startMs, endMs }) => `${world.name(job)} ${startMs}-${endMs}`),
    leftOut: schedule.leftOut,
  };
}

test('jobs that run only if their inputs change are taken to run', () => {
  const { times } = simulate(
    ['a <- s', 'b <- a', 'c <- b'],
    { verdicts: { b: 'conditional', c: 'conditional' } },
    [3, 4, 5],
  );
  expect(times).toEqual(['a 0-3', 'b 3-7', 'c 7-12']);
});

test('jobs whose maker is up to date wait for nothing', () => {
  const { times } = simulate(['a <- s', 'b <- a'], { verdicts: { a: 'keep' } }, [3, 4]);
  expect(times).toEqual(['b 0-4']);
});

test('what is held since it was edited by hand is left out', () => {
  const { times, leftOut } = simulate(
    ['a <- s', 'b <- a', 'c <- s'],
    { verdicts: { a: 'held' }, edited: ['a'] },
    [3, 4, 5],
  );
  expect(times).toEqual(['c 0-5', 'b 0-4']);
  expect(leftOut).toBe(1);
});

test('of jobs that could start, the one with the longest way to the end goes first', () => {
  const { times } = simulate(['short <- s', 'long <- s', 'last <- long'], { cores: 1 }, [5, 1, 5]);
  expect(times).toEqual(['long 0-1', 'short 1-6', 'last 6-11']);
});

test('a removed temporary file is made again for a job that needs it', () => {
  const { times } = simulate(
    ['temp(t) <- s', 'a <- s', 'b <- t a'],
    { verdicts: { t: 'dormant', b: 'conditional' }, absent: ['t'] },
    [2, 3, 4],
  );
  expect(times).toEqual(['a 0-3', 't 3-5', 'b 5-9']);
});
