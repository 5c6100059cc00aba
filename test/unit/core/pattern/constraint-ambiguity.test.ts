import { expect, test } from 'vitest';
import { isAmbiguous } from '../../../../src/core/pattern/constraint-ambiguity.ts';

const plain = [
  '[0-9]+',
  '.+',
  '[A-P][0-9]{2}',
  '([^/]+/)*[^/]+',
  '[a-z]+(_[a-z]+)*',
  '(chr[0-9]+,)*chr[0-9]+',
  '([0-9]{2})+',
  '([0-9]{1,3}_)+',
  '([A-Z]{1,2}[0-9]{0,2}){1,2}',
  '([0-9]{1,3}){1,3}',
  '(?:[A-Z][0-9]+)+',
  '(?<plate>[A-Z][0-9]+)+',
  '(a|b|c)+',
  '(a|ab)(c|bcd)',
  '(foo|bar)*baz',
  '(?!tmp)([^/]+/)+[^/]+',
  String.raw`(\d+\.)+\d+`,
  String.raw`(\p{Lu}\p{Ll}+)+`,
  String.raw`(\)+x)+`,
  '([(]+x)+',
  '(я+-)+',
  '((a|b)c{2,40}d)+',
  '((x-)?y)+',
];

test.each(plain)('one text matches `%s` in few ways', (constraint) => {
  expect(isAmbiguous(constraint)).toBe(false);
});

const ambiguous = [
  '(a+)+',
  '(a*)*',
  '(a|a)+',
  '(a|a?b)+[ab]+(b|ab)*',
  '([a-z]+)*x',
  '([a-zA-Z0-9]+[_-]?)+',
  '(.*/)+.*',
  '([0-9]{1,3}){1,30}',
  '(a?){30}a{30}',
  '((ab)*|b)+',
  '(a|b|ab)*',
  '(?=(a+)+b)[ab]+',
  '(?:(?:a+b?)+c)?',
  '(a{2,}){2,}',
  '(aa|aaa)+',
  String.raw`(\w+\s?)+`,
  String.raw`(\p{L}+\p{Lu}*)+`,
  '(я+[а-яё]+)+',
  String.raw`(\u{1F600}+[😀-😂]*)+`,
  '((x|y?z?)w?)+',
];

test.each(ambiguous)('one text may match `%s` in very many ways', (constraint) => {
  expect(isAmbiguous(constraint)).toBe(true);
});
