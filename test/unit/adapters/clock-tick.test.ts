import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clockTickMs, measureTickMs } from '../../../src/adapters/clock-tick.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

/** A file system whose clock ticks every `tickMs`, and lags; each change takes `stepMs`. */
function measured({
  tickMs,
  stepMs,
  lagMs = 0,
  beginMs = 5_000,
}: {
  readonly tickMs: number;
  readonly stepMs: number;
  readonly lagMs?: number;
  readonly beginMs?: number;
}): number {
  let nowMs = beginMs;
  const touch = (): number => {
    nowMs += stepMs;
    return Math.floor((nowMs - lagMs) / tickMs) * tickMs;
  };
  return measureTickMs(touch, () => nowMs);
}

test('where each change has its own time there is no tick', () => {
  expect(measured({ tickMs: 0.001, stepMs: 0.01 })).toBe(0);
});

test('a tick of some milliseconds is measured', () => {
  expect(measured({ tickMs: 4, stepMs: 0.01 })).toBe(4);
  expect(measured({ tickMs: 10, stepMs: 0.01 })).toBe(10);
});

test('that a change falls between two ticks by chance deceives nobody', () => {
  expect(measured({ tickMs: 4, stepMs: 0.01, beginMs: 4_999.985 })).toBeGreaterThanOrEqual(4);
});

test('a tick of seconds is not waited for', () => {
  expect(measured({ tickMs: 1_000, stepMs: 0.01 })).toBe(2_000);
});

test('what the clock of a server lags is added', () => {
  expect(measured({ tickMs: 4, stepMs: 0.01, lagMs: 50 })).toBeGreaterThanOrEqual(54);
});

test('the probe leaves nothing behind', () => {
  const folder = `${tempFolder()}/.flow`;
  mkdirSync(folder);
  expect(clockTickMs(folder)).toBeGreaterThanOrEqual(0);
  expect(readdirSync(folder)).toEqual([]);
});
