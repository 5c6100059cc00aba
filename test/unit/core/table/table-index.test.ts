import { expect, test } from 'vitest';
import { TableIndex } from '../../../../src/core/table/table-index.ts';

const index = new TableIndex({
  columns: ['sample', 'lane', 'is_control'],
  rows: [
    ['A', '1', 'true'],
    ['A', '2', 'false'],
    ['B', '01', 'true'],
  ],
  lines: [2, 3, 4],
});

test('numbers and booleans are compared by their texts', () => {
  expect(index.find({ lane: 1 })).toEqual([0]);
  expect(index.find({ is_control: true })).toEqual([0, 2]);
  expect(index.find({ sample: 'A', lane: 2, is_control: false })).toEqual([1]);
});

test('without conditions there are all rows, in the order of the table', () => {
  expect(index.find({})).toEqual([0, 1, 2]);
  expect(index.find({ sample: 'C' })).toEqual([]);
});
