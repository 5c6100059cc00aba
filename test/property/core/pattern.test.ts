import fc from 'fast-check';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/core/pattern/compile-pattern.ts';
import { escapesByWildcard } from '../../../src/core/pattern/escapes-by-wildcard.ts';
import { leavesWorkingDirectory, normalisePath } from '../../../src/core/pattern/normalise-path.ts';
import { escapeBraces } from '../../../src/core/pattern/parse-pattern.ts';

const OURS = { wildcardDefault: '[^/]+' };

/** A pattern by its pieces, so that it can be matched without being parsed. */
type Piece = { readonly text: string } | { readonly name: string; readonly constraint: string };

const CONSTRAINTS = [
  '[^/]+',
  '.+',
  '.*',
  '[0-9]+',
  'a|ab',
  '(a)(b)?',
  '(?<n>b){1,2}',
  'b*',
  '(?=a).*',
  String.raw`\p{L}`,
  '[{}]',
];
const text = fc.string({ unit: fc.constantFrom(...Array.from('ab1._-{}+(\\é')), maxLength: 3 });
const wildcard = fc.record({
  name: fc.constantFrom('w', 'x_1', '__proto__'),
  constraint: fc.constantFrom(...CONSTRAINTS),
});
const segment = fc.array(
  fc.oneof(
    text.map((literal) => ({ text: literal })),
    wildcard,
  ),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const pieces: fc.Arbitrary<Piece[]> = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) =>
    segments.flatMap((inside, index) => (index === 0 ? inside : [{ text: '/' }, ...inside])),
  )
  .filter((all) => normalisePath(sourceOf(all)) === sourceOf(all));
const path = fc.string({ unit: fc.constantFrom(...Array.from('ab1._/{}')), maxLength: 8 });
const value = fc.string({
  unit: fc.constantFrom(...Array.from('ab1._/{}é')),
  minLength: 1,
  maxLength: 3,
});

test('a path matches exactly if there are values that fill the pattern to it', () => {
  fc.assert(
    fc.property(
      pieces,
      path,
      fc.array(value, { minLength: 3, maxLength: 3 }),
      (all, other, values) => {
        const pattern = compilePattern(sourceOf(all), OURS);
        for (const candidate of [other, pattern.fill(values)]) {
          const match = pattern.match(candidate);
          expect(match !== undefined).toBe(canMatch(all, candidate));
          if (match === undefined) continue;
          expect(pattern.fill(match)).toBe(candidate);
          expect(
            match.map((found, index) => isAllowed(all, pattern.wildcardNames[index], found)),
          ).not.toContain(false);
        }
      },
    ),
    { numRuns: 3000 },
  );
});

test('one wildcard a segment gets back the values that it was filled with', () => {
  const single = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .filter((v) => !v.includes('/'));
  fc.assert(
    fc.property(text, fc.array(single, { minLength: 3, maxLength: 3 }), (literal, values) => {
      const around = escapeBraces(literal);
      const pattern = compilePattern(`a/{x}${around}/${around}{y}/z{z}-{x}`, OURS);
      expect(pattern.match(pattern.fill(values))).toEqual(values);
    }),
  );
});

test('text without wildcards matches only itself', () => {
  fc.assert(
    fc.property(path, path, (source, other) => {
      const pattern = compilePattern(escapeBraces(source), OURS);
      expect(pattern.match(normalisePath(other)) !== undefined).toBe(
        normalisePath(source) === normalisePath(other),
      );
    }),
  );
});

test('paths are normalised as Node normalises them, but for a slash at the end', () => {
  const any = fc.string({ unit: fc.constantFrom('a', '.', '/', 'b.c'), maxLength: 12 });
  fc.assert(
    fc.property(any, (given) => {
      const expected = posix.normalize(given).replace(/(?<=.)\/$/, '');
      expect(normalisePath(given)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('noise between segments changes nothing', () => {
  const noise = fc.constantFrom('/', '//', '/./', '/b/../', '/././');
  fc.assert(
    fc.property(
      pieces,
      fc.array(noise, { minLength: 3, maxLength: 3 }),
      path,
      (all, noises, other) => {
        let index = 0;
        const noisy = all.map((piece) =>
          'text' in piece && piece.text === '/' ? { text: noises[index++] ?? '/' } : piece,
        );
        const plain = compilePattern(sourceOf(all), OURS);
        const start = sourceOf(all).startsWith('/') ? '/' : './';
        const same = compilePattern(`${start}${sourceOf(noisy)}/`, OURS);
        expect(same.match(other)).toEqual(plain.match(other));
        expect([same.prefix, same.suffix]).toEqual([plain.prefix, plain.suffix]);
      },
    ),
  );
});

test('an output leaves the working directory only below what its literal text says', () => {
  const prefix = fc.constantFrom('', 'out/', '../', '../../shared/', '/', '/data/', 'a/../../b/');
  const evil = fc.string({
    unit: fc.constantFrom('..', '/', 'a', '.'),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(prefix, fc.tuple(evil), (literal, values) => {
      const pattern = compilePattern(`${literal}{x,.+}.txt`, OURS);
      const output = normalisePath(pattern.fill(values));
      const base = posix.resolve('/w/w/w', literal);
      const isBelowBase = posix
        .resolve('/w/w/w', output)
        .startsWith(base === '/' ? '/' : `${base}/`);
      const isInside = !leavesWorkingDirectory(output);
      const says = leavesWorkingDirectory(posix.normalize(literal === '' ? '.' : literal));
      expect(escapesByWildcard(pattern, output)).toBe(!isInside && !(says && isBelowBase));
    }),
    { numRuns: 2000 },
  );
});

function sourceOf(all: readonly Piece[]): string {
  const seen = new Set<string>();
  return all
    .map((piece) => {
      if ('text' in piece) return escapeBraces(piece.text);
      const isFirst = !seen.has(piece.name);
      seen.add(piece.name);
      return isFirst ? `{${piece.name},${piece.constraint}}` : `{${piece.name}}`;
    })
    .join('');
}

/** Tries every way to cut the path into values. */
function canMatch(
  all: readonly Piece[],
  given: string,
  values = new Map<string, string>(),
): boolean {
  const [piece, ...rest] = all;
  if (piece === undefined) return given === '';
  if ('text' in piece) {
    return given.startsWith(piece.text) && canMatch(rest, given.slice(piece.text.length), values);
  }
  const known = values.get(piece.name);
  if (known !== undefined)
    return given.startsWith(known) && canMatch(rest, given.slice(known.length), values);
  for (let length = 1; length <= given.length; length++) {
    const taken = given.slice(0, length);
    if (!isMatch(piece.constraint, taken)) continue;
    if (canMatch(rest, given.slice(length), new Map([...values, [piece.name, taken]]))) return true;
  }
  return false;
}

function isAllowed(all: readonly Piece[], name: string | undefined, found: string): boolean {
  const first = all.find((piece) => 'name' in piece && piece.name === name);
  return first !== undefined && 'constraint' in first && isMatch(first.constraint, found);
}

function isMatch(constraint: string, found: string): boolean {
  return found !== '' && new RegExp(`^(?:${constraint})$`, 'su').test(found);
}
