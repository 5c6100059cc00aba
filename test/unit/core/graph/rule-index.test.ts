import { expect, test } from 'vitest';
import { type Asker, indexRules } from '../../../../src/core/graph/rule-index.ts';
import { rulesOf } from '../../../rigs/graph-rig.ts';

test('finds rules by literal paths, prefixes and suffixes', () => {
  const lines = [
    'literal: out/a.txt <-',
    'prefix: out/{n} <-',
    'suffix: {d}/a.txt <-',
    'both: out/{n}.txt <-',
    'free: {d}/{n} <-',
    'elsewhere: in/{n}.txt <-',
    'other: out/{n}.csv <-',
  ];
  expect(found(lines, 'out/a.txt')).toEqual([
    'literal',
    'prefix n=a.txt',
    'suffix d=out',
    'both n=a',
    'free d=out, n=a.txt',
  ]);
});

test('finds nothing where prefix and suffix overlap', () => {
  expect(found(['pair: aba{n}ba <-'], 'abaxba')).toEqual(['pair n=x']);
  expect(found(['pair: aba{n}ba <-'], 'ababa')).toEqual([]);
});

test('finds logs as it finds outputs', () => {
  expect(found(['make: {n}.out <- | logs/{n}.log'], 'logs/a.log')).toEqual(['make n=a']);
});

test('gives values in the order of the rule', () => {
  expect(found(['make: {a}-{b}.x {b}-{a}.y <-'], '1-2.y')).toEqual(['make a=2, b=1']);
});

test('takes the output with the shortest wildcards where several match', () => {
  expect(found(['make: {n}.txt {n}.out.txt <-'], 'a.out.txt')).toEqual(['make n=a']);
});

test('takes the first output where several match with equal wildcards', () => {
  const [match] = indexRules(rulesOf(['make: {a}/x{b} {b}/x{a} <-'])).find('1/x2');
  expect(match?.product.place).toBe(0);
  expect(match?.values).toEqual(['1', '2']);
});

test("tries the asker's wildcards first", () => {
  const lines = ['make: {a}_{b}.txt <-'];
  expect(found(lines, 'x_y_z.txt')).toEqual(['make a=x_y, b=z']);
  const asker = { names: ['b', 'a'], values: ['y_z', 'x'] };
  expect(found(lines, 'x_y_z.txt', asker)).toEqual(['make a=x, b=y_z']);
});

test("tries the asker's wildcards with each output", () => {
  const lines = ['make: {n}.txt {n}.out.txt <-'];
  const asker = { names: ['n'], values: ['a.out'] };
  expect(found(lines, 'a.out.txt', asker)).toEqual(['make n=a.out']);
});

test("leaves the asker's wildcards alone that make another path, or are not all there", () => {
  const lines = ['make: {a}_{b}.txt <-'];
  expect(found(lines, 'x_y.txt', { names: ['a', 'b'], values: ['x', 'z'] })).toEqual([
    'make a=x, b=y',
  ]);
  expect(found(lines, 'x_y_z.txt', { names: ['a'], values: ['x'] })).toEqual(['make a=x_y, b=z']);
});

function found(lines: readonly string[], path: string, asker?: Asker): string[] {
  const rules = rulesOf(lines);
  return indexRules(rules)
    .find(path, asker)
    .map(({ product, values }) => {
      const { name, wildcardNames } = rules[product.rule] ?? { name: '?', wildcardNames: [] };
      const shown = wildcardNames.map((each, index) => `${each}=${values[index]}`).join(', ');
      return shown === '' ? name : `${name} ${shown}`;
    });
}
