import { expect, test } from 'vitest';
import { badPattern } from '../../../../src/core/catalogue/language-pattern.ts';
import type { Diagnostic } from '../../../../src/core/diagnostic.ts';
import { compilePattern } from '../../../../src/core/pattern/compile-pattern.ts';
import { PatternError } from '../../../../src/core/pattern/pattern-error.ts';
import { pathOf } from './pattern-rig.ts';

const OURS = { wildcardDefault: '[^/]+' };

test('a wildcard matches one segment, and a constrained one what its constraint matches', () => {
  const pattern = compilePattern('out/{sample}/{lane,[0-9]+}.bam', OURS);
  expect(pattern.wildcardNames).toEqual(['sample', 'lane']);
  expect(pattern.match('out/A/12.bam')).toEqual(['A', '12']);
  expect(pattern.match('out/A/x.bam')).toBeUndefined();
  expect(pattern.match('out/A/B/12.bam')).toBeUndefined();
  expect(pattern.match('out//12.bam')).toBeUndefined();
});

test('the face says what an unconstrained wildcard matches', () => {
  const pattern = compilePattern('{dataset}.{group}.txt', { wildcardDefault: '.+' });
  expect(pattern.match('x/101.B.normal.txt')).toEqual(['x/101.B', 'normal']);
});

test('an inline constraint wins over a named one, and a named one over the default', () => {
  const constraints = { a: '[A-Z]', b: '[a-z]' };
  const pattern = compilePattern('{a,[0-9]}{b}{c}', { ...OURS, constraints });
  expect(pattern.match('1xy')).toEqual(['1', 'x', 'y']);
  expect(pattern.match('AxY')).toBeUndefined();
  expect(pattern.match('1X1')).toBeUndefined();
});

test('braces nest one level in a constraint, and doubled braces are literal', () => {
  const pattern = compilePattern('{{x}}/{w,a{3,5}}{{', OURS);
  expect(pattern.match('{x}/aaaa{')).toEqual(['aaaa']);
  expect(pattern.match('{x}/aa{')).toBeUndefined();
  expect(pathOf(pattern, 'aaa')).toBe('{x}/aaa{');
});

test('braces that are escaped or in a class do not count', () => {
  expect(compilePattern(String.raw`{w,\{+}`, OURS).match('{{')).toEqual(['{{']);
  expect(compilePattern('{w,[}{]+}', OURS).match('}{')).toEqual(['}{']);
  expect(compilePattern(String.raw`{w,\p{Lu}+}`, OURS).match('ÄÖ')).toEqual(['ÄÖ']);
});

test('a wildcard that stands twice matches equal text', () => {
  const pattern = compilePattern('{name}/{name}_{n}0.txt', OURS);
  expect(pattern.match('a/a_10.txt')).toEqual(['a', '1']);
  expect(pattern.match('a/b_10.txt')).toBeUndefined();
});

test('a digit behind a wildcard that stands twice is not part of a group number', () => {
  expect(compilePattern('{a}/{a}0', OURS).match('x/x0')).toEqual(['x']);
});

test('groups in a constraint are not counted', () => {
  const pattern = compilePattern('{a,(x|y)(?<z>1)?}-{b,(?:p|q)}-{a}', OURS);
  expect(pattern.match('x1-q-x1')).toEqual(['x1', 'q']);
});

test('a value is never empty, even if the constraint could be', () => {
  const pattern = compilePattern('{a,.*}{b,x*}.txt', OURS);
  expect(pattern.match('ax.txt')).toEqual(['a', 'x']);
  expect(pattern.match('xx.txt')).toEqual(['x', 'x']);
  expect(pattern.match('x.txt')).toBeUndefined();
});

test('special characters of regular expressions are only text outside constraints', () => {
  const source = String.raw`a.b+c?(d)[e]^$|\f*/{x}`;
  expect(compilePattern(source, OURS).match(source.replace('{x}', '1'))).toEqual(['1']);
  expect(compilePattern('a.b/{x}', OURS).match('aXb/1')).toBeUndefined();
});

test('literal text is normalised, and prefix and suffix are what is left of it', () => {
  const pattern = compilePattern('./a//{x}/./b/../c.txt', OURS);
  expect([pattern.prefix, pattern.suffix]).toEqual(['a/', '/c.txt']);
  expect(pattern.match('a/1/c.txt')).toEqual(['1']);
  expect(pattern.source).toBe('./a//{x}/./b/../c.txt');
  const literal = compilePattern('./a/', OURS);
  expect([literal.prefix, literal.suffix, pathOf(literal)]).toEqual(['a', 'a', 'a']);
});

test('blanks around a constraint are no part of it', () => {
  expect(compilePattern('{a, [0-9]+ }', OURS).match('12')).toEqual(['12']);
});

test('a wildcard may be called like a property of every object', () => {
  const pattern = compilePattern('{__proto__}/{constructor}', { ...OURS, constraints: {} });
  expect(pattern.match('a/b')).toEqual(['a', 'b']);
});

test.each([
  ['out/{sample.txt', 4, 1, 'a `{` is never closed'],
  ['out/sample}.txt', 10, 1, 'a `}` closes nothing'],
  ['out/{}.txt', 4, 2, '`{}` is no wildcard: a name has letters, digits and `_` only'],
  ['out/{1x}', 4, 4, '`{1x}` is no wildcard: a name has letters, digits and `_` only'],
  ['out/{a}/{a,[0-9]}', 8, 9, '`{a,[0-9]}` has a constraint, but is not the first `a` in the path'],
  ['out/{a,}', 4, 4, 'wildcard `a` has an empty constraint'],
  ['out/{a,^x}', 4, 6, 'the constraint `^x` of wildcard `a` has an anchor'],
  ['out/{a,x$}', 4, 6, 'the constraint `x$` of wildcard `a` has an anchor'],
  [String.raw`out/{a,(x)\1}`, 4, 9, 'the constraint `(x)\\1` of wildcard `a` refers to a group'],
  [
    'out/{a,([a-z]+)*}',
    4,
    13,
    'the constraint `([a-z]+)*` of wildcard `a` repeats what can be divided in many ways, and would hang on some names',
  ],
  [
    'out/{a,(x}',
    4,
    6,
    'the constraint `(x` of wildcard `a` is no regular expression: unterminated group',
  ],
  [
    'out/{a,x)(y}',
    4,
    8,
    "the constraint `x)(y` of wildcard `a` is no regular expression: unmatched ')'",
  ],
])('%s is refused where it is wrong', (source, offset, length, title) => {
  const { spans, ...rest } = refusal(source);
  expect(rest.title).toBe(title);
  expect(spans).toEqual([
    {
      span: { file: 'flow.yaml', line: 3, column: 13 + offset, length },
      label: 'output of rule `r`',
    },
  ]);
});

test('a message says what to write instead', () => {
  expect(refusal('out/{wildcards.sample}.txt')).toEqual({
    code: 'wildcard-name',
    kind: 'workflow',
    severity: 'error',
    title: '`{wildcards.sample}` is no wildcard: a name has letters, digits and `_` only',
    spans: [
      {
        span: { file: 'flow.yaml', line: 3, column: 17, length: 18 },
        label: 'output of rule `r`',
      },
    ],
    facts: [['pattern', 'out/{wildcards.sample}.txt']],
    hint: 'write `{sample}`',
  });
});

function refusal(source: string): Diagnostic {
  const span = { file: 'flow.yaml', line: 3, column: 13, length: source.length };
  try {
    compilePattern(source, OURS);
  } catch (error) {
    if (error instanceof PatternError) {
      return badPattern(error, { span, what: 'output of rule `r`' });
    }
    throw error;
  }
  throw new Error(`${source} was taken`);
}
