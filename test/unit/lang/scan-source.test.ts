import { expect, test } from 'vitest';
import { CallSource } from '../../../src/lang/typescript/call-source.ts';
import { scanCall } from '../../../src/lang/typescript/scan-source.ts';

/** What is underlined for a property of the first `rule(` in a source. */
function find(text: string, path: readonly (string | number)[], value?: string): string {
  const offset = text.indexOf('rule(');
  const before = text.slice(0, offset).split('\n');
  const place = {
    file: '/flow.ts',
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    text,
  };
  const { line, column, length } = new CallSource(place).find(path, value);
  return text.split('\n')[line - 1]?.slice(column - 1, column - 1 + length) ?? '';
}

test('texts, templates, regular expressions and comments are told apart', () => {
  const source = [
    "rule('a\\'b', { // it's a comment with ) and '",
    '  /* another ) */ output: `t/{s}`, input: `${x ? `(${y})` : "}"}/z`,',
    '  params: { re: /[/)\'"]+/g, half: n / 2 / (1), text: "d\'q" },',
    "  shell: 'x' }) + after('z')",
  ].join('\n');
  const texts = scanCall(source, 0).filter(({ kind }) => kind === 'text');
  expect(texts.map(({ value }) => value)).toEqual(["a'b", 't/{s}', undefined, "d'q", 'x']);
});

test('a property is found by its path, whatever stands before it', () => {
  const source = `rule('input', {
    'output': { image: 'same', "other": f({ image: 'no' }, [1, 2]) },
    input: { image: 'same', list: ['a', g('b', [1, 2]), 'c'] },
    threads: ({ input }) => input ? 1 : 2, shell,
  })`;
  expect(find(source, ['input', 'image'])).toBe('image');
  expect(find(source, ['input', 'list', 2])).toBe('c');
  expect(find(source, ['input', 'list', 2], 'c')).toBe('c');
  expect(find(source, ['threads'])).toBe('threads');
  expect(find(source, ['shell'])).toBe('shell');
  expect(find(source, ['output'])).toBe('output');
  expect(find(source, ['output', 'other'])).toBe('other');
});

test('the text is looked for under its property only', () => {
  const source = "rule('x', {\n  output: 'same',\n  input: { a: 'same' },\n  log: other })";
  const place = { file: '/f.ts', line: 1, column: 1, text: source };
  const spans = new CallSource(place);
  expect(spans.find(['input', 'a'], 'same')).toEqual({
    file: '/f.ts',
    line: 3,
    column: 16,
    length: 4,
  });
  expect(spans.find(['output'], 'same')).toMatchObject({ line: 2, column: 12 });
  expect(find(source, ['log'], 'computed')).toBe('log');
  expect(find(source, ['gone'], 'same')).toBe('same');
  expect(find(source, ['gone'])).toBe('rule');
});

test('without options that are written out the call is pointed at', () => {
  expect(find('const x = dagflow.rule(name, options);', ['input'], 'a')).toBe('rule');
});
