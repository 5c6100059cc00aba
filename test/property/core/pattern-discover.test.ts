import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/core/pattern/compile-pattern.ts';
import { discoverRows } from '../../../src/core/pattern/discover.ts';
import { filesAt, memoryDirectory } from '../../rigs/memory-directory.ts';

const name = fc.string({
  unit: fc.constantFrom(...Array.from('ab1-.')),
  minLength: 1,
  maxLength: 4,
});
const path = fc
  .array(
    name.filter((it) => it !== '.' && it !== '..'),
    { minLength: 1, maxLength: 3 },
  )
  .map((names) => names.join('/'));
const piece = fc.constantFrom('{x}', '{y}', '{x}', 'a', '-', '/', '/', '1');
const constraint = fc.constantFrom(
  '',
  '',
  '[a-b]+',
  '[0-9]',
  '.+',
  '[^1]+',
  'a|b',
  String.raw`\d+`,
);

test('finds exactly the values with which the pattern matches what is there', () => {
  fc.assert(
    fc.property(
      // Nothing is a file and a folder at once.
      fc
        .array(path, { maxLength: 12 })
        .map((all) => all.filter((it) => !all.some((other) => other.startsWith(`${it}/`)))),
      fc.array(piece, { minLength: 1, maxLength: 5 }).filter((it) => it.includes('{x}')),
      constraint,
      (files, pieces, constrained) => {
        const source = pieces
          .join('')
          .replace('{x}', constrained === '' ? '{x}' : `{x,${constrained}}`);
        const pattern = compilePattern(source, { wildcardDefault: '[^/]+' });
        // Hidden names are found only by patterns that write the dot, and these write none.
        const there = new Set(files.flatMap(withFolders).filter((it) => !/(?:^|\/)\./u.test(it)));
        const expected = [...there].toSorted().flatMap((it) => {
          const values = pattern.match(it);
          return values === undefined ? [] : [values];
        });
        expect(discoverRows(source, memoryDirectory(filesAt(files)).list).rows).toEqual(expected);
      },
    ),
  );
});

function withFolders(file: string): string[] {
  const names = file.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
