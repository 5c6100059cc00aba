import { expect, test } from 'vitest';
import { naturalOrder } from '../../../../../src/core/graph/part/natural-order.ts';
import { selectValues } from '../../../../../src/core/graph/part/select-values.ts';
import { wildcardValues } from '../../../../../src/core/graph/part/wildcard-values.ts';
import { graphOf } from '../../../../rigs/graph-rig.ts';

function selected(text: string, ...values: readonly string[]): string {
  const found = selectValues(text, values);
  return found.kind === 'selected' ? [...found.values].join('') : `nothing: ${found.piece}`;
}

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

// The right column is what Python 3 answers to `"".join(list("abcdefg")[…])`.
test.for([
  ['::2', 'aceg'],
  ['1:', 'bcdefg'],
  ['-2:', 'fg'],
  [':3', 'abc'],
  ['::-3', 'gda'],
  ['5:1:-2', 'fd'],
  ['-1:-4:-1', 'gfe'],
  [':100', 'abcdefg'],
  ['-100:2', 'ab'],
  [':', 'abcdefg'],
] as const)('slices as Python does: %s', ([slice, letters]) => {
  expect(selected(slice, ...LETTERS)).toBe(letters);
});

test.for(['3:3', '0::0', '9:', 'x', '1-3', ''])('`%s` of letters is nothing', (text) => {
  expect(selected(text, ...LETTERS)).toBe(`nothing: ${text}`);
});

test.for([
  ['a,b', 'a,b'],
  ['a,b,c', 'a,bc'],
  ['c,a,b', 'ca,b'],
  ['c, a,b', 'ca,b'],
  ['a,b,d', 'a,b,d'],
  ['c,b', 'nothing: b'],
] as const)('values may have commas, and the longest is meant: %s', ([text, found]) => {
  expect(selected(text, 'a,b', 'a,b,d', 'c')).toBe(found);
});

test.for([
  ['2-4', ['1', '2', '3', '4', '5'], '234'],
  ['9-11', ['8', '9', '10', '11', '12'], '91011'],
  ['1-2', ['01', '02', '03'], '0102'],
  ['0.5-1.5', ['0', '0.5', '1', '1.5', '2'], '0.511.5'],
  ['0-3', ['1', 'x', '2'], '12'],
] as const)('a range has both its ends: %s', ([text, values, found]) => {
  expect(selected(text, ...values)).toBe(found);
});

test.for([
  ['A1,B2', ['A1', 'A2', 'B2'], 'A1B2'],
  ['1,3-4,-1:', ['1', '2', '3', '4', '5', '6'], '1346'],
  ['1-3', ['1', '2', '1-3'], '1-3'],
  ['a:b', ['a', 'a:b'], 'a:b'],
  ['1,9', ['1', '2'], 'nothing: 9'],
] as const)('pieces stand between commas, and values win: %s', ([text, values, found]) => {
  expect(selected(text, ...values)).toBe(found);
});

test('wells and times come in the order in which people count', () => {
  const wells = ['B1', 'A10', 'A2', 'A1', 'B', 'A02'];
  expect(wells.toSorted(naturalOrder)).toEqual(['A1', 'A02', 'A2', 'A10', 'B', 'B1']);
});

test('the values of a wildcard are those of all rules, each once, numbers by size', async () => {
  const lines = [
    'all: <- a/2 a/10 b/1.5 b/1.25 c/x/9',
    'a/{n} <- s',
    'b/{n} <- s',
    'c/{well}/{n} <- s',
  ];
  const graph = await graphOf(lines, [], { targetRules: ['all'] });
  expect(wildcardValues(graph)).toEqual(
    new Map([
      ['n', ['1.25', '1.5', '2', '9', '10']],
      ['well', ['x']],
    ]),
  );
});
