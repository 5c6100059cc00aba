import { expect, test } from 'vitest';
import { badPattern } from '../../../../src/core/catalogue/language-pattern.ts';
import { type ExpandOptions, expandPattern } from '../../../../src/core/pattern/expand.ts';
import { PatternError } from '../../../../src/core/pattern/pattern-error.ts';

const PRODUCT: ExpandOptions = { how: 'product' };
const ZIP: ExpandOptions = { how: 'zip' };

test('every value meets every other, the name given last changing fastest', () => {
  expect(expandPattern('{a}/{b}', { b: [1, 2], a: ['x', 'y'] }, PRODUCT)).toEqual([
    'x/1',
    'y/1',
    'x/2',
    'y/2',
  ]);
});

test('patterns are expanded one after the other, each with its own wildcards', () => {
  expect(expandPattern(['{a}.x', '{a}-{b}.y', 'z'], { a: [1, 2], b: 'q' }, PRODUCT)).toEqual([
    '1.x',
    '2.x',
    '1-q.y',
    '2-q.y',
    'z',
  ]);
});

test('zip takes the first with the first', () => {
  expect(expandPattern('{a}-{b}', { a: [1, 2], b: [true, false] }, ZIP)).toEqual([
    '1-true',
    '2-false',
  ]);
});

test('wildcards without values stay in part, constraint and all', () => {
  const options: ExpandOptions = { how: 'product', partial: true };
  expect(expandPattern('{a}/{b,[0-9]+}/{{c}}', { a: 'x' }, options)).toEqual([
    'x/{b,[0-9]+}/{{c}}',
  ]);
});

test('values are data: their braces are doubled', () => {
  expect(expandPattern('{a}', { a: 'x{b}' }, PRODUCT)).toEqual(['x{{b}}']);
});

test('no value makes no path', () => {
  expect(expandPattern('{a}{b}', { a: [], b: [1] }, PRODUCT)).toEqual([]);
  expect(expandPattern([], { a: 1 }, PRODUCT)).toEqual([]);
});

test.each([
  [
    { sampl: 1, lane: 1 },
    PRODUCT,
    'there are values for `sampl`, which is no wildcard here',
    'did you mean `sample`?',
  ],
  [
    { sample: 1, x: 1 },
    PRODUCT,
    'there are values for `x`, which is no wildcard here',
    'the wildcards are `sample`, `lane`',
  ],
  [
    { sample: 1 },
    PRODUCT,
    'there are no values for wildcard `lane`',
    'give values for `lane`, or expand in part to keep the wildcard',
  ],
  [
    { sample: [1, 2], lane: 1 },
    ZIP,
    'lists of unequal lengths cannot be zipped: `sample` has 2, `lane` has 1',
    'give as many values for each, or expand to every combination',
  ],
])('%j is refused', (values, options, title, hint) => {
  const found = refusal(() => expandPattern('{sample}_{lane}', values, options));
  expect(found).toMatchObject({ title, hint });
});

test('what is no text is refused', () => {
  // A workflow in YAML or JavaScript can give anything.
  const values: Record<string, string> = JSON.parse('{"a":[null]}');
  expect(refusal(() => expandPattern('{a}', values, PRODUCT))).toMatchObject({
    title: 'a value for wildcard `a` is null',
  });
});

function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const span = { file: 'flow.ts', line: 1, column: 1, length: 6 };
    return badPattern(error, { span, what: 'expanded here' });
  }
  throw new Error('nothing was refused');
}
