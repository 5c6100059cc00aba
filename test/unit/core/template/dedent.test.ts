import { expect, test } from 'vitest';
import { dedent } from '../../../../src/core/template/dedent.ts';

test.each([
  ['one line', '  a  ', 'a  '],
  ['lines', '  a\n    b\n  c', 'a\n  b\nc'],
  ['blank lines at both ends', '\n \n  a\n\n\t\n', 'a'],
  ['blank lines within', '  a\n\n   \n  b', 'a\n\n \nb'],
  ['tabs', '\ta\n\t\tb', 'a\n\tb'],
  ['tabs and blanks have nothing in common', '\ta\n  b', '\ta\n  b'],
  ['a line at the margin', '  a\nb', '  a\nb'],
  ['nothing', '\n  \n', ''],
])('%s', (_, text, expected) => {
  expect(dedent(text)).toBe(expected);
});
