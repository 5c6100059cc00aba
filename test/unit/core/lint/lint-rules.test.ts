import { expect, test } from 'vitest';
import { lintRules } from '../../../../src/core/lint/lint-rules.ts';
import { open } from '../../lang/workflow-rig.ts';

/** What is found in a workflow, as `CODE rule`, by the text that its places underline. */
async function found(text: string): Promise<readonly string[]> {
  const { rules } = await open({ 'flow.yaml': text });
  const lines = text.split('\n');
  const at = ({ line, column }: { line: number; column: number }): string =>
    (lines[line - 1] ?? '').slice(column - 1);
  return lintRules(rules, at).map(({ code, spans }) => {
    const [place] = spans;
    return `${code}: ${place === undefined ? '' : at(place.span).slice(0, place.span.length)}`;
  });
}

const rule = (fields: string): string => `rules:\n  a: { output: out/a.txt, ${fields} }\n`;

test.each([
  ['input: in.txt, shell: "wc {input} > {output}"', []],
  ['input: in.txt, shell: "wc {input[0]} > {output}"', []],
  ['input: in.txt, shell: "wc in.txt > {output}"', []],
  ['input: raw/in.txt, shell: "wc raw/* > {output}"', []],
  ['input: in.txt, exec: [wc, "{input}"]', []],
  ['input: { orderOnly: in.txt }, shell: "wc > {output}"', []],
  ['input: in.txt, shell: "echo done > {output}"', []],
  ['input: in.txt, shell: "wc > {output}"', ['unmentioned-input: wc > {output}']],
  ['input: in.txt, shell: "wc {{input}} > {output}"', []],
])('inputs that the command does not name: %s', async (fields, expected) => {
  expect(await found(rule(fields))).toEqual(expected);
});

test.each([
  ['params: { db: /data/hg38 }', ['absolute-param: /data/hg38']],
  ['params: { db: [x, /data/hg38] }', ['absolute-param: db']],
  ['params: { db: { volatile: /data/hg38 } }', []],
  ['params: { db: /tmp }', []],
  ['params: { db: /dev/null }', []],
  ['params: { db: "a / b" }', []],
])('params that are absolute paths: %s', async (fields, expected) => {
  expect(await found(rule(`shell: "touch {output}", ${fields}`))).toEqual(expected);
});

test('a path is told only where it is written as an absolute one', async () => {
  const written =
    'config: { raw: /data/raw }\nrules:\n  a: { input: "/data/x.txt", output: a.txt, shell: "wc {input} > {output}" }\n';
  expect(await found(written)).toEqual(['absolute-path: /data/x.txt']);
  expect(await found(written.replace('/data/x', '{config.raw}/x'))).toEqual([]);
});

test('a rule that nothing reads is told only where the workflow says what is to be made', async () => {
  const rules =
    '  x: { output: x.txt, shell: "touch {output}" }\n  y: { output: y.txt, shell: "touch {output}" }\n';
  expect(await found(`rules:\n${rules}`)).toEqual([]);
  expect(await found(`rules:\n  all: { input: x.txt }\n${rules}`)).toEqual([
    'rule-in-no-target: y',
  ]);
});
