import { expect, test } from 'vitest';
import {
  leavesWorkingDirectory,
  normalisePath,
} from '../../../../src/core/pattern/normalise-path.ts';

test.each([
  ['a/b', 'a/b'],
  ['./a', 'a'],
  ['a//b', 'a/b'],
  ['a/', 'a'],
  ['a/./b', 'a/b'],
  ['a/../b', 'b'],
  ['a/b/../../..', '..'],
  ['../a', '../a'],
  ['/../a', '/a'],
  ['//a', '/a'],
  ['/', '/'],
  ['.', '.'],
  ['', '.'],
  ['a/..', '.'],
  ['~/a', '~/a'],
  ['...', '...'],
  ['a./b', 'a./b'],
  ['.a', '.a'],
])('%s is %s', (given, expected) => {
  expect(normalisePath(given)).toBe(expected);
});

test.each([
  ['a', false],
  ['..a/b', false],
  ['.', false],
  ['..', true],
  ['../a', true],
  ['/a', true],
])('%s leaves the working directory: %s', (path, expected) => {
  expect(leavesWorkingDirectory(path)).toBe(expected);
});
