import { expect, test } from 'vitest';
import { countText, durationText, roughText } from '../../../src/ui/text/duration-text.ts';

test.for([
  [0, '0.0 s'],
  [949, '0.9 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [3_599_499, '59 min 59 s'],
  [3_599_500, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
] as const)('%i ms is %s', ([durationMs, text]) => {
  expect(durationText(durationMs)).toBe(text);
});

test('one job, two jobs', () => {
  expect([countText(0, 'job'), countText(1, 'job'), countText(2, 'job')]).toEqual([
    '0 jobs',
    '1 job',
    '2 jobs',
  ]);
});

test.for([
  [0, '0 s'],
  [100, '1 s'],
  [59_001, '60 s'],
  [60_001, '2 min'],
  [3_600_000, '60 min'],
  [3_600_001, '1 h 1 min'],
  [7_140_001, '2 h 0 min'],
] as const)('%i ms are about %s', ([durationMs, text]) => {
  expect(roughText(durationMs)).toBe(text);
});
