import { expect, test } from 'vitest';
import { quoteWord } from '../../../../src/core/template/shell-quote.ts';

test.each(['a', 'data/a-1_b.ome.tif', '../a', '--level=3', '0.5', 'a:b@c+d%e', '-rf', 'ifs'])(
  '%s needs no quotes',
  (text) => {
    expect(quoteWord(text)).toBe(text);
    expect(quoteWord(text, true)).toBe(`'${text}'`);
  },
);

test.each([
  ['', 'no argument at all'],
  ['a b', 'two words'],
  ['$x', 'an expansion'],
  ['a*', 'a pattern'],
  ['~root', 'a folder'],
  ['a,b', "two items between the author's braces"],
  ['1..3', "three items between the author's braces"],
  ['a..c', "three items between the author's braces"],
  ['PATH=x', 'an assignment'],
  ['x+=1', 'an assignment'],
  ['if', 'grammar'],
  ['time', 'grammar'],
  ['é', 'a letter in some locales only'],
])('%s needs quotes: it could be %s', (text) => {
  expect(quoteWord(text)).toBe(`'${text}'`);
});

test('a single quote is closed, escaped and opened again', () => {
  expect(quoteWord("it's")).toBe(String.raw`'it'\''s'`);
});
