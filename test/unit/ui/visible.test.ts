import { expect, test } from 'vitest';
import { visible, visibleInPlace, visibleLines } from '../../../src/ui/text/visible.ts';

test('text that does nothing to a terminal stays as it is', () => {
  for (const text of ['', 'raw/a b.tif', 'ü → 𝒳', '$(rm)`x`"\'\\']) {
    expect([visible(text), visibleLines(text), visibleInPlace(text)]).toEqual([text, text, text]);
  }
});

test('control characters and turns of the direction are shown as escapes', () => {
  expect(visible('a\nb\tc\rd')).toBe(String.raw`a\nb\tc\rd`);
  expect(visible('\u001B[31m\u0007\u007F\u009B')).toBe(String.raw`\u{1b}[31m\u{7}\u{7f}\u{9b}`);
  expect(visible('\u202Efit\u2069\u2028')).toBe(String.raw`\u{202e}fit\u{2069}\u{2028}`);
});

test('text of several lines keeps its lines and tabs', () => {
  expect(visibleLines('one\n\ttwo\u001B[2J\r')).toBe(`one\n\ttwo${String.raw`\u{1b}[2J\r`}`);
});

test('a line of a file keeps its length, and its tabs', () => {
  expect(visibleInPlace('\ta\u001B\u0000b')).toBe('\ta\uFFFD\uFFFDb');
});
