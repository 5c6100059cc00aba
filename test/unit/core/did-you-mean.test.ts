import { expect, test } from 'vitest';
import { didYouMean, nearest } from '../../../src/core/did-you-mean.ts';

test.each([
  ['inptu', ['input', 'output'], ['input']],
  ['sampel', ['lane', 'sample'], ['sample']],
  ['Sample', ['sample'], ['sample']],
  ['x', ['y', 'long'], []],
  ['registraton', ['registration', 'stitch'], ['registration']],
  ['cycles', ['tiles', 'cycle', 'cyles2', 'cycles2'], ['cycle', 'cycles2', 'cyles2']],
  ['mem', ['men', 'mom', 'met', 'mean'], ['men', 'mom', 'met']],
  ['same', ['same'], []],
  [
    'a-name-of-many-letters',
    ['a-noun-of-few-letters', 'a-name-of-any-letter'],
    ['a-name-of-any-letter'],
  ],
])('near to %s among %j: %j', (given, candidates, expected) => {
  expect(nearest(given, candidates)).toEqual(expected);
});

test('says it in a sentence', () => {
  expect(didYouMean('inptu', ['input'], (name) => `{${name}}`)).toBe('did you mean `{input}`?');
  expect(didYouMean('inptu', ['other'])).toBeUndefined();
});
