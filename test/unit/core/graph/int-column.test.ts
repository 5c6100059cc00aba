import { expect, test } from 'vitest';
import { ByteColumn, IntColumn } from '../../../../src/core/graph/int-column.ts';

test('keeps what is pushed and appended, however much', () => {
  const column = new IntColumn();
  for (let value = 0; value < 100; value++) column.push(value);
  column.append(Int32Array.from({ length: 900 }, (_, index) => 100 + index));
  expect([...column.view()]).toEqual(Array.from({ length: 1000 }, (_, index) => index));
});

test('has nothing past its end', () => {
  const column = new IntColumn();
  column.push(7);
  expect([column.at(0), column.at(1), column.length]).toEqual([7, undefined, 1]);
  expect([column.pop(), column.pop(), column.length]).toEqual([7, undefined, 0]);
  expect(column.at(0)).toBeUndefined();
});

test('is extended with a value, and never shortened', () => {
  const column = new IntColumn();
  column.push(7);
  column.push(8);
  column.pop();
  column.extend(3, -2);
  column.extend(1, 0);
  column.set(2, 5);
  expect([...column.view()]).toEqual([7, -2, 5]);
});

test('keeps bytes', () => {
  const column = new ByteColumn();
  column.append(Uint8Array.of(1, 2));
  column.append(new Uint8Array(1000).fill(3));
  expect(column.view()).toHaveLength(1002);
  expect([...column.view().subarray(0, 3)]).toEqual([1, 2, 3]);
});
