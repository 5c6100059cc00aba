import { expect, test } from 'vitest';
import { arrayText } from '../../../../../src/executors/slurm/submit/array-text.ts';
import { dependencyText } from '../../../../../src/executors/slurm/submit/dependency-text.ts';

test('dependencies are gathered by kind, whole arrays and single tasks', () => {
  const text = dependencyText(
    [
      { kind: 'afterok', array: 2, index: 4 },
      { kind: 'aftercorr', array: 0 },
      { kind: 'afterok', array: 1 },
      { kind: 'afterany', array: 3 },
      { kind: 'aftercorr', array: 1 },
      { kind: 'afterok', array: 2, index: 0 },
    ],
    (array) => `${100 + array}`,
  );
  expect(text).toBe('aftercorr:100:101,afterok:102_4:101:102_0,afterany:103');
  expect(dependencyText([], String)).toBe('');
});

test('indices are written as ranges', () => {
  expect(arrayText([0])).toBe('0');
  expect(arrayText([0, 1, 2, 3])).toBe('0-3');
  expect(arrayText([1, 3, 4, 9], 2)).toBe('1,3-4,9%2');
});
