import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/core/diagnostic.ts';
import {
  diagnosticsText,
  diagnosticText,
  explainText,
} from '../../../src/ui/text/diagnostic-text.ts';
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

test('of a long line what stands around the place is shown, and the caret stands under it', () => {
  const text = `${'a'.repeat(300)}HERE${'b'.repeat(300)}`;
  const span = { file: '/w/long.yaml', line: 1, column: 301, length: 4 };
  const lines = diagnosticText(
    { ...diagnostic, spans: [{ span, label: 'x' }] },
    { ...options, readLines: () => [text] },
  ).split('\n');
  expect(lines.slice(3, 5)).toEqual([
    `1 | …${'a'.repeat(60)}HERE${'b'.repeat(96)}…`,
    `  | ${' '.repeat(61)}^^^^ x`,
  ]);
});

test('a place at the beginning or the end of a long line is cut on one side only', () => {
  const text = `START${'-'.repeat(300)}END`;
  const shown = (column: number, length: number): string[] => {
    const span = { file: '/w/long.yaml', line: 1, column, length };
    const spans = [{ span, label: '' }];
    const read = { ...options, readLines: () => [text] };
    return diagnosticText({ ...diagnostic, spans }, read)
      .split('\n')
      .slice(3, 5);
  };
  expect(shown(1, 400)).toEqual([`1 | START${'-'.repeat(155)}…`, `  | ${'^'.repeat(160)}`]);
  expect(shown(306, 3)).toEqual([`1 | …${'-'.repeat(60)}END`, `  | ${' '.repeat(61)}^^^`]);
});

test('control characters of the user’s text do nothing to the terminal', () => {
  const span = { file: '/w/flow.ts', line: 1, column: 3, length: 1 };
  const text = diagnosticText(
    {
      ...diagnostic,
      title: 'nothing makes `\u001B[2J`',
      spans: [{ span, label: 'a\u0007' }],
      facts: [['needed by', '`x\r`\n`y`']],
      hint: 'did you mean `\u202Ea`?',
    },
    { ...options, readLines: () => ['x\u0000y'] },
  );
  expect(text.split('\n')).toEqual([
    String.raw`error[no-rule-for-file]: nothing makes ${'`'}\u{1b}[2J${'`'}`,
    '  --> flow.ts:1:3',
    '  |',
    '1 | x\uFFFDy',
    String.raw`  |   ^ a\u{7}`,
    String.raw`  needed by: ${'`'}x\r${'`'}`,
    '             `y`',
    '',
    String.raw`hint: did you mean ${'`'}\u{202e}a${'`'}?`,
  ]);
});

test('of a great many diagnostics the first fifty are shown and the others counted', () => {
  expect(headsOf(51)).toHaveLength(51);
  expect(headsOf(60)).toHaveLength(51);
  expect(headsOf(60).at(-1)).toBe('error[more-problems]: 10 more problems');
});

function headsOf(count: number): string[] {
  const many = Array.from({ length: count }, () => diagnostic);
  return diagnosticsText(many, options)
    .split('\n')
    .filter((line) => line.startsWith('error'));
}

test('where more is said, by code', () => {
  expect(explainText([diagnostic], PLAIN)).toBe('more: flow explain no-rule-for-file');
  expect(explainText([diagnostic, { ...diagnostic, code: 'no-rules' }], PLAIN)).toBe(
    'more: flow explain CODE, for a word in brackets',
  );
});
