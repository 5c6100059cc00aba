import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/core/rule/canonical-json.ts';

test('equal values have equal texts, whatever the order of keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: -0 }))).toBe('{"a":0,"b":1}');
  expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
});

const within: Record<string, unknown> = { a: [1] };
within['b'] = [within];

test.each<[value: unknown, path: string, found: string]>([
  [undefined, '', 'undefined'],
  [{ a: { b: [0, Number.NaN] } }, '.a.b[1]', 'NaN'],
  [[Number.NEGATIVE_INFINITY], '[0]', '-Infinity'],
  [[() => 1], '[0]', 'function'],
  [{ a: 1n }, '.a', 'bigint'],
  [Symbol('x'), '', 'symbol'],
  // oxlint-disable-next-line no-sparse-arrays -- a hole is what is refused
  [[1, , 2], '[1]', 'undefined'],
  [{ a: undefined }, '.a', 'undefined'],
  [new Map(), '', 'a Map'],
  [{ a: new Date(0) }, '.a', 'a Date'],
  [within, '', 'nested too deep, or in itself'],
])('no canonical text: case %#', (value, path, found) => {
  expect(canonicalJson(value)).toEqual({ fault: { path, found } });
});
