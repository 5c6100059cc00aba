import { expect, test } from 'vitest';
import { gridRows } from '../../../../src/core/pattern/grid-rows.ts';

test('lists under names give every combination, the last name changing fastest', () => {
  expect(gridRows({ a: [1, 2], b: ['x', true], c: [0.5] })).toEqual({
    names: ['a', 'b', 'c'],
    rows: [
      [1, 'x', 0.5],
      [1, true, 0.5],
      [2, 'x', 0.5],
      [2, true, 0.5],
    ],
  });
  expect(gridRows({ a: [1], b: [] })).toEqual({ names: ['a', 'b'], rows: [] });
});

test('points one by one stay as they are', () => {
  expect(
    gridRows([
      { a: 1, b: 'x' },
      { b: 'y', a: 2 },
    ]),
  ).toEqual({
    names: ['a', 'b'],
    rows: [
      [1, 'x'],
      [2, 'y'],
    ],
  });
});

test('says what is no space', () => {
  expect(fault(3)).toEqual({ kind: 'shape', found: 3 });
  expect(fault([])).toEqual({ kind: 'shape', found: [] });
  expect(fault({})).toEqual({ kind: 'shape', found: {} });
  expect(fault({ 'a-b': [1] })).toEqual({ kind: 'name', name: 'a-b' });
  expect(fault({ a: 1 })).toEqual({ kind: 'value', name: 'a', value: 1 });
  expect(fault({ a: ['x/y'] })).toEqual({ kind: 'value', name: 'a', value: 'x/y' });
  expect(fault({ a: [''] })).toEqual({ kind: 'value', name: 'a', value: '' });
  expect(fault([{ a: NaN }])).toEqual({ kind: 'value', name: 'a', value: NaN });
  expect(fault([{ a: 1 }, { b: 1 }])).toEqual({ kind: 'names-differ', row: 1 });
  expect(fault([{ a: 1 }, { a: 1, b: 1 }])).toEqual({ kind: 'names-differ', row: 1 });
});

function fault(given: unknown): unknown {
  return Reflect.get(gridRows(given), 'fault');
}
