import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/core/pattern/compile-pattern.ts';
import { expandPattern } from '../../../src/core/pattern/expand.ts';

const NAMES = ['a', 'b', 'c'] as const;
const text = fc.string({ unit: fc.constantFrom(...Array.from('xy/{}1')), maxLength: 3 });
const values = fc.record({
  a: fc.array(text, { maxLength: 3 }),
  b: fc.array(text, { maxLength: 3 }),
  c: fc.array(text, { maxLength: 3 }),
});
const order = fc.constantFrom(['a', 'b', 'c'], ['c', 'a', 'b'], ['b', 'c', 'a']);
const PATTERN = 'p{a}-{c,[0-9]+}/{{{b}}}{a}';

type Row = Readonly<Record<string, string>>;

test('a product has the paths of nested loops, the name given last in the innermost', () => {
  fc.assert(
    fc.property(values, order, (lists, names) => {
      let rows: Row[] = [{}];
      for (const name of names) {
        const list = listOf(lists, name);
        rows = rows.flatMap((row) => list.map((item) => ({ ...row, [name]: item })));
      }
      const given = Object.fromEntries(names.map((name) => [name, listOf(lists, name)]));
      expect(pathsOf(expandPattern(PATTERN, given, { how: 'product' }))).toEqual(rows.map(pathOf));
    }),
  );
});

test('a zip has a path for each place in the lists', () => {
  const columns = fc.array(fc.tuple(text, text, text), { maxLength: 4 });
  fc.assert(
    fc.property(columns, (rows) => {
      const given = Object.fromEntries(
        NAMES.map((name, place) => [name, rows.map((row) => row[place] ?? '')]),
      );
      const expected = rows.map(([a, b, c]) => pathOf({ a, b, c }));
      expect(pathsOf(expandPattern(PATTERN, given, { how: 'zip' }))).toEqual(expected);
    }),
  );
});

test('expanding in part and then the rest is expanding at once', () => {
  fc.assert(
    fc.property(values, ({ a, b, c }) => {
      const half = expandPattern(PATTERN, { a }, { how: 'product', partial: true });
      const whole = expandPattern(PATTERN, { a, b, c }, { how: 'product' });
      expect(expandPattern(half, { b, c }, { how: 'product' })).toEqual(whole);
    }),
  );
});

/** The paths that the answers, being patterns again, stand for. */
function pathsOf(patterns: readonly string[]): string[] {
  return patterns.map((pattern) => compilePattern(pattern, { wildcardDefault: '[^/]+' }).prefix);
}

function pathOf({ a = '', b = '', c = '' }: Row): string {
  const path = `p${a}-${c}/{${b}}${a}`;
  return path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');
}

function listOf(lists: Readonly<Record<string, readonly string[]>>, name: string): string[] {
  return [...(lists[name] ?? [])];
}
