import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/core/diagnostic.ts';
import { diagnosticText } from '../../../src/ui/text/diagnostic-text.ts';
import { PLAIN } from '../../../src/ui/text/style.ts';

const LINES = ['first line', "  input: 'counts/{sample}.csv',", "\tinput: 'x'"];
const options = {
  readLines: (file: string) => (file === '/w/flow.ts' ? LINES : undefined),
  directory: '/w',
  style: PLAIN,
};

const diagnostic: Diagnostic = {
  code: 'no-rule-for-file',
  kind: 'workflow',
  severity: 'error',
  title: 'nothing makes `counts/A.csv`, and no such file exists',
  spans: [{ span: { file: '/w/flow.ts', line: 2, column: 11, length: 19 }, label: 'read here' }],
  facts: [
    ['needed by', 'job `report sample=A`\njob `all`'],
    ['near', 'count/A.csv'],
  ],
  hint: 'did you mean `count/A.csv`?',
};

test('a diagnostic shows the line it is about, with the place underlined', () => {
  expect(diagnosticText(diagnostic, options)).toBe(
    [
      'error[no-rule-for-file]: nothing makes `counts/A.csv`, and no such file exists',
      '  --> flow.ts:2:11',
      '  |',
      "2 |   input: 'counts/{sample}.csv',",
      '  |           ^^^^^^^^^^^^^^^^^^^ read here',
      '  needed by: job `report sample=A`',
      '             job `all`',
      '  near:      count/A.csv',
      '',
      'hint: did you mean `count/A.csv`?',
    ].join('\n'),
  );
});

test('the caret stands under its character after a tab', () => {
  const span = { file: '/w/flow.ts', line: 3, column: 10, length: 1 };
  const text = diagnosticText({ ...diagnostic, spans: [{ span, label: '' }] }, options);
  expect(text.split('\n').slice(3, 5)).toEqual(["3 | \tinput: 'x'", '  | \t        ^']);
});

test('a place in a file that cannot be read is still named', () => {
  const span = { file: '/elsewhere/a.yaml', line: 12, column: 1, length: 3 };
  const text = diagnosticText({ ...diagnostic, spans: [{ span, label: 'here' }] }, options);
  expect(text.split('\n')[1]).toBe('   --> /elsewhere/a.yaml:12:1: here');
});

test('an underline never goes past the end of its line', () => {
  const span = { file: '/w/flow.ts', line: 1, column: 7, length: 80 };
  const text = diagnosticText({ ...diagnostic, spans: [{ span, label: 'x' }] }, options);
  expect(text.split('\n')[4]).toBe('  |       ^^^^ x');
});
