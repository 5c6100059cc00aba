import { expect, test } from 'vitest';
import { callLater } from '../../../../src/executors/local/system-clock.ts';
import { ManualClock } from '../../../rigs/manual-clock.ts';

const DAY_MS = 86_400_000;

test('a delay may be longer than timers can hold', () => {
  const clock = new ManualClock();
  let callCount = 0;
  callLater(60 * DAY_MS, () => (callCount += 1), clock);
  expect(clock.delays).toEqual([2 ** 31 - 1]);
  clock.advance(30 * DAY_MS);
  expect(callCount).toBe(0);
  clock.advance(29 * DAY_MS);
  expect(callCount).toBe(0);
  clock.advance(DAY_MS);
  expect(callCount).toBe(1);
});

test('a call can be taken back, however far it has come', () => {
  const clock = new ManualClock();
  let callCount = 0;
  const takeBack = callLater(60 * DAY_MS, () => (callCount += 1), clock);
  clock.advance(30 * DAY_MS);
  takeBack();
  clock.advance(60 * DAY_MS);
  expect(callCount).toBe(0);
});
