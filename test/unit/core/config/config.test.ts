import { expect, test } from 'vitest';
import { configAt, configKeysAt } from '../../../../src/core/config/config-at.ts';
import {
  configWith,
  parseConfigAssignment,
} from '../../../../src/core/config/config-assignment.ts';
import { deepMerge } from '../../../../src/core/config/deep-merge.ts';
import { checkKeys, type KnownKeys } from '../../../../src/core/config/unknown-keys.ts';

test('records are merged, lists and scalars replaced', () => {
  const base = { a: { x: 1, y: [1, 2] }, b: 'b', c: { d: 1 } };
  const over = { a: { y: [3], z: null }, c: 4, e: 5 };
  expect(deepMerge(base, over)).toEqual({ a: { x: 1, y: [3], z: null }, b: 'b', c: 4, e: 5 });
  expect(base).toEqual({ a: { x: 1, y: [1, 2] }, b: 'b', c: { d: 1 } });
});

test('a place sets an item of a list, or adds one at its end', () => {
  const base = { s: ['a', { x: 1, y: 2 }], t: 5 };
  expect(deepMerge(base, configWith(['s', '0'], 'b'))).toEqual({ s: ['b', { x: 1, y: 2 }], t: 5 });
  expect(deepMerge(base, configWith(['s', '1', 'x'], 3))).toEqual({
    ...base,
    s: ['a', { x: 3, y: 2 }],
  });
  expect(deepMerge(base, configWith(['s', '2'], 'c'))).toEqual({ ...base, s: [...base.s, 'c'] });
  expect(base.s).toEqual(['a', { x: 1, y: 2 }]);
});

test('a place beyond a list is none, and where there is no list it is a key', () => {
  expect(() => deepMerge({ a: { s: ['a'] } }, configWith(['a', 's', '2'], 'b'))).toThrow(
    'there is no place `a.s.2` in the config: the list `a.s` has 1 item',
  );
  expect(deepMerge({ s: ['a'] }, { s: { x: 1 } })).toEqual({ s: { x: 1 } });
  expect(deepMerge({ s: ['a'] }, { s: {} })).toEqual({ s: {} });
  expect(deepMerge({}, configWith(['s', '0'], 'b'))).toEqual({ s: { 0: 'b' } });
});

test('the path of an assignment leads into a list only by places', () => {
  const base = { a: { s: ['a'] } };
  expect(() => deepMerge(base, configWith(['a', 's', 'x'], 1))).toThrow(noPlace('x'));
  expect(() => deepMerge(base, configWith(['a', 's', '-1'], 9))).toThrow(noPlace('-1'));
  const both = deepMerge(configWith(['a', 's', '0'], 1), configWith(['a', 's', 'x'], 1));
  expect(() => deepMerge(base, both)).toThrow(noPlace('x'));
  expect(deepMerge(base, configWith(['a', 's'], { x: 1 }))).toEqual({ a: { s: { x: 1 } } });
});

function noPlace(key: string): string {
  return `there is no place \`a.s.${key}\` in the config: the list \`a.s\` has 1 item`;
}

test('keys keep their order, and no key reaches a prototype', () => {
  const merged = deepMerge({ b: 1, a: 2 }, JSON.parse('{"__proto__":{"evil":1},"b":3}'));
  expect(JSON.stringify(merged)).toBe('{"b":3,"a":2,"__proto__":{"evil":1}}');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});

test.each([
  ['a', { b: [10, { c: 'x' }] }],
  ['a.b.0', 10],
  ['a.b.1.c', 'x'],
  ['a.b.2', undefined],
  ['a.b.length', undefined],
  ['a.x', undefined],
  ['constructor', undefined],
  ['s.0', undefined],
])('%s is %j', (path, expected) => {
  expect(configAt({ a: { b: [10, { c: 'x' }] }, s: 'text' }, path)).toEqual(expected);
});

test('keys are told with their whole path', () => {
  expect(configKeysAt({ a: { b: 1, c: 2 } }, 'a')).toEqual(['a.b', 'a.c']);
  expect(configKeysAt({ a: 1 }, 'a')).toEqual([]);
});

test.each([
  ['a=1', ['a'], '1'],
  ['a.b=x=y', ['a', 'b'], 'x=y'],
  ['a=', ['a'], ''],
])('%s is an assignment', (argument, path, text) => {
  expect(parseConfigAssignment(argument)).toEqual({ path, text });
});

test.each([
  ['a', '`--config a` gives no value'],
  ['=1', '`--config =1` names no key'],
  ['a..b=1', '`--config a..b=1` names no key'],
])('%s is no assignment', (argument, message) => {
  expect(() => parseConfigAssignment(argument)).toThrow(message);
});

test('a place in the config is set without the rest', () => {
  expect(configWith(['a', 'b'], [1])).toEqual({ a: { b: [1] } });
  expect(JSON.stringify(configWith(['__proto__'], 1))).toBe('{"__proto__":1}');
});

const ANY: KnownKeys = { kind: 'any' };
const KNOWN: KnownKeys = {
  kind: 'record',
  keys: {
    cycles: { kind: 'list', item: { kind: 'record', keys: { name: ANY } } },
    accounts: { kind: 'map', value: { kind: 'record', keys: { slots: ANY } } },
    free: ANY,
    reference: ANY,
  },
};

test('keys that the schema does not know are warnings, with what was probably meant', () => {
  const config = {
    cycels: [],
    cycles: [{ name: 'a' }, { nam: 'b' }],
    accounts: { clive: { slots: 1, x: 1 } },
    free: { anything: { goes: 1 } },
    reference: { deep: 1 },
  };
  const span = { file: 'config.yaml', line: 2, column: 1, length: 6 };
  const found = checkKeys(config, KNOWN, ([first]) => (first === 'cycels' ? span : undefined));
  expect(found).toEqual([
    {
      code: 'unknown-config-key',
      kind: 'usage',
      severity: 'warning',
      title: 'the config has `cycels`, which the workflow does not know',
      spans: [{ span, label: 'here' }],
      facts: [],
      hint: 'did you mean `cycles`?',
    },
    expect.objectContaining({
      title: 'the config has `cycles.1.nam`, which the workflow does not know',
      spans: [],
      hint: 'did you mean `name`?',
    }),
    expect.objectContaining({
      title: 'the config has `accounts.clive.x`, which the workflow does not know',
      hint: 'the keys here are `slots`',
    }),
  ]);
});
