import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_FILE, PathTable } from '../../../../src/core/graph/path-table.ts';

test('paths are numbered in order of arrival, each once', () => {
  const paths = new PathTable();
  expect(['b', 'a/x', 'b', 'ä', 'a/x'].map((path) => paths.intern(path))).toEqual([0, 1, 0, 2, 1]);
  expect(paths.size).toBe(3);
  expect([0, 1, 2].map((id) => paths.path(id))).toEqual(['b', 'a/x', 'ä']);
  expect(paths.find('ä')).toBe(2);
  expect(paths.find('a')).toBe(NO_FILE);
  expect(paths.size).toBe(3);
});

test('a number that was never given is refused', () => {
  const paths = new PathTable();
  seed(paths, ['a']);
  expect(() => paths.path(1)).toThrow('PathTable: no file 1');
  expect(() => paths.path(NO_FILE)).toThrow('PathTable: no file -1');
});

test('only an empty table is seeded', () => {
  const paths = new PathTable();
  paths.intern('a');
  expect(() => seed(paths, ['b'])).toThrow('PathTable: seeded too late');
});

test('an empty block seeds nothing', () => {
  const paths = new PathTable();
  paths.seed(new Uint8Array(0));
  expect(paths.size).toBe(0);
  expect(paths.intern('a')).toBe(0);
});

test('seeded or not, a table is as a map of the same paths', () => {
  const path = fc.oneof(
    fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '/', '.') }),
    fc.string({ minLength: 1, unit: fc.constantFrom('a', 'ä', '漢', '😀', '\uFEFF') }),
  );
  const asciiOrNot = fc.oneof(
    fc.uniqueArray(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '/') })),
    fc.uniqueArray(path),
  );
  fc.assert(
    fc.property(asciiOrNot, fc.array(path, { maxLength: 200 }), (seeds, later) => {
      const paths = new PathTable();
      seed(paths, seeds);
      const model = new Map<string, number>();
      for (const one of seeds) model.set(one, model.size);
      for (const one of later) {
        expect(paths.find(one)).toBe(model.get(one) ?? NO_FILE);
        if (!model.has(one)) model.set(one, model.size);
        expect(paths.intern(one)).toBe(model.get(one));
      }
      expect(paths.size).toBe(model.size);
      for (const [one, id] of model) {
        expect(paths.path(id)).toBe(one);
        expect(paths.find(one)).toBe(id);
      }
    }),
  );
});

function seed(paths: PathTable, seeds: readonly string[]): void {
  paths.seed(new TextEncoder().encode(seeds.join('\0')));
}
