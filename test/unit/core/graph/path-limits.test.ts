import { expect, test } from 'vitest';
import { isTooLong } from '../../../../src/core/graph/path-limits.ts';

test.each([
  ['a name of 255 bytes', `a/${'n'.repeat(255)}/b`, false],
  ['a name of 256 bytes', `a/${'n'.repeat(256)}/b`, true],
  ['128 letters of two bytes', 'ä'.repeat(128), true],
  ['127 letters of two bytes', 'ä'.repeat(127), false],
  ['86 letters of three bytes', '中'.repeat(86), true],
  ['63 letters of four bytes', '🧬'.repeat(63), false],
  ['64 letters of four bytes', '🧬'.repeat(64), true],
  ['a path of 4095 bytes', 'a'.repeat(95) + '/b'.repeat(2000), false],
  ['a path of 4096 bytes', 'a'.repeat(96) + '/b'.repeat(2000), true],
])('knows whether %s fits', (_, path, isLong) => {
  expect(isTooLong(path)).toBe(isLong);
});
