import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/ports/run-event.ts';
import { RunEta } from '../../../src/ui/view/run-eta.ts';
import { SMALL, worldOf } from '../../rigs/run-rig.ts';

//   a(10) ─► b(20)      c(30)      d(40), on two cores; b takes both
const LINES = ['a <- s', 'b <- a', 'c <- s', 'd <- s'];
const DURATIONS = [10, 20, 30, 40];

function etaOf(options: { unknown?: number; uncounted?: number } = {}) {
  const { graph, request } = worldOf(LINES, { cores: 2 });
  const isKnown = Uint8Array.from(LINES, (_, job) => (job === options.unknown ? 0 : 1));
  const eta = new RunEta({
    graph,
    estimates: { durations: Float64Array.from(DURATIONS), isKnown },
    capacity: request.limits.capacity,
    counts: (job) => job !== options.uncounted,
    request: (job) => ({ ...SMALL, threads: job === 1 ? 2 : 1 }),
  });
  return {
    remaining: (nowMs: number) => eta.remainingMs(nowMs),
    started: (id: number, atMs: number) => eta.apply(startOf(id), atMs),
    ended: (id: number, atMs: number, willRetry = false) => eta.apply(endOf(id, willRetry), atMs),
    pruned: (id: number) => eta.apply({ kind: 'job-pruned', job: reference(id) }, 0),
  };
}

function reference(id: number) {
  return { id, rule: 'r', label: 'r' };
}

function startOf(id: number): RunEvent {
  return {
    kind: 'job-started',
    job: reference(id),
    attempt: 1,
    reasons: [],
    command: '',
    threads: 1,
    gpus: [],
    logFile: '',
    outputs: [],
  };
}

function endOf(id: number, willRetry: boolean): RunEvent {
  const outcome = { kind: 'cancelled' } as const;
  const rest = { attempt: 1, outcome, durationMs: 1, willRetry, unchanged: [] };
  return { kind: 'job-ended', job: reference(id), ...rest };
}

test('before anything runs, it is all work over all cores', () => {
  // 10 + 2 × 20 + 30 + 40 on two cores.
  expect(etaOf().remaining(0)).toBe(60);
});

test('work that is done, and that running jobs have done, is no longer left', () => {
  const { remaining, started, ended } = etaOf();
  expect(remaining(0)).toBe(60);
  started(3, 0);
  started(2, 0);
  expect(remaining(10)).toBe(50);
  ended(2, 25);
  // c is over at once, whatever it was thought to take: a 10, b 40, and 15 of d, on two cores.
  expect(remaining(25)).toBe(32.5);
});

test('a longest chain that takes longer counts', () => {
  const { remaining, started, ended, pruned } = etaOf();
  pruned(1);
  started(2, 0);
  ended(2, 1);
  started(0, 1);
  ended(0, 2);
  // d alone is left: 40 ms on one of two cores.
  expect(remaining(2)).toBe(40);
  started(3, 2);
  expect(remaining(12)).toBe(30);
});

test('a job that takes longer than it was thought to has nothing left', () => {
  const { remaining, started, ended, pruned } = etaOf();
  started(3, 0);
  // What it owes makes the others no shorter: 10 + 2 × 20 + 30 on two cores.
  expect(remaining(100)).toBe(40);
  for (const job of [0, 1, 2]) pruned(job);
  expect(remaining(100)).toBe(0);
  ended(3, 100);
  expect(remaining(100)).toBe(0);
});

test('a job that is tried again is all left again', () => {
  const { remaining, started, ended, pruned } = etaOf();
  for (const job of [0, 1, 2]) pruned(job);
  started(3, 0);
  expect(remaining(30)).toBe(10);
  ended(3, 30, true);
  expect(remaining(35)).toBe(40);
  started(3, 40);
  expect(remaining(50)).toBe(30);
});

test('nothing is said while a job is left whose duration nobody knows', () => {
  const { remaining, started, ended } = etaOf({ unknown: 2 });
  expect(remaining(0)).toBeUndefined();
  started(2, 0);
  expect(remaining(1)).toBeUndefined();
  ended(2, 5);
  expect(remaining(5)).toBe(45);
});

test('jobs that are not counted change nothing, even if they run', () => {
  const { remaining, started, ended } = etaOf({ uncounted: 2 });
  expect(remaining(0)).toBe(45);
  started(2, 0);
  ended(2, 5);
  expect(remaining(5)).toBe(45);
});

test('what came before it was first asked counts too', () => {
  const { remaining, started, ended } = etaOf();
  started(3, 0);
  started(2, 0);
  ended(2, 25);
  expect(remaining(25)).toBe(32.5);
});
