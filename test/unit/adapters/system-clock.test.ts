import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('calls back once, not before its time', () => {
  const calls: number[] = [];
  const beginMs = systemClock.now();
  systemClock.after(250, () => calls.push(systemClock.now() - beginMs));
  vi.advanceTimersByTime(249);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([250]);
});

test('a call that was taken back never comes', () => {
  const calls: string[] = [];
  const takeBack = systemClock.after(10, () => calls.push('called'));
  takeBack();
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([]);
});

test('a delay of more than 24 days is not cut short', () => {
  const calls: string[] = [];
  const dayMs = 24 * 3_600_000;
  systemClock.after(60 * dayMs, () => calls.push('called'));
  vi.advanceTimersByTime(59 * dayMs);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(dayMs);
  expect(calls).toEqual(['called']);
});

test('a long delay can be taken back half way', () => {
  const calls: string[] = [];
  const takeBack = systemClock.after(60 * 24 * 3_600_000, () => calls.push('called'));
  vi.advanceTimersByTime(30 * 24 * 3_600_000);
  takeBack();
  vi.advanceTimersByTime(90 * 24 * 3_600_000);
  expect(calls).toEqual([]);
});
