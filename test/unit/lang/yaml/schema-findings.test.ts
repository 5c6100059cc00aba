import { expect, test } from 'vitest';
import { FlowError, type Diagnostic } from '../../../../src/core/diagnostic.ts';
import { schemaFindings } from '../../../../src/lang/yaml/schema-findings.ts';
import { open } from '../workflow-rig.ts';

function shown({ title, spans, hint = '' }: Diagnostic): string {
  const { line, column, length } = spans[0]?.span ?? { line: 0, column: 0, length: 0 };
  return `${line}:${column}+${length} ${title} | ${hint}`;
}

function findings(text: string, said: readonly Diagnostic[] = []): readonly string[] {
  return schemaFindings(new Map([['/w/flow.yaml', text]]), said).map(shown);
}

async function saidOf(text: string): Promise<readonly Diagnostic[]> {
  try {
    return (await open({ 'flow.yaml': text })).warnings;
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics;
    throw error;
  }
}

test('each place that the schema refuses is named, and what it takes there', () => {
  expect(
    findings(`config: [a]
rules:
  a:
    output: { x: { y: z } }
    threads: 0
    shell: c
    exec: [d]
  b: { output: b, shel: x }
  c: { input: { lookup: { column: x } } }
  d: { output: { temp: [t, 3] }, benchmark: "" }
  e: { output: { a-b: x }, constraints: { w: 1 } }
`),
  ).toMatchInlineSnapshot(`
    [
      "1:1+6 by the schema of workflow files, \`config\` cannot be a list | write a record or nothing",
      "4:15+1 by the schema of workflow files, \`rules.a.output.x\` cannot be a record | write a text that is not empty, \`{ temp: … }\`, \`{ directory: … }\`, \`{ protect: … }\`, \`{ touch: … }\`, \`{ optional: … }\`, \`{ ensure: … }\`, \`{ report: …, caption: … }\`, \`{ report: …, category: … }\`, \`{ multiext: …, ext: … }\` or a list",
      "5:14+1 by the schema of workflow files, \`rules.a.threads\` cannot be \`0\` | write a whole number from 1 or a text",
      "3:3+1 by the schema of workflow files, \`rules.a\` cannot have \`{ shell: …, exec: … }\` | keep one of the keys",
      "8:19+4 by the schema of workflow files, \`rules.b\` has no key \`shel\` | did you mean \`shell\`?",
      "9:17+6 by the schema of workflow files, \`rules.c.input.lookup\` needs a key \`table\` | add it",
      "10:18+4 by the schema of workflow files, \`rules.d.output.temp\` cannot be a list | write a text that is not empty, \`{ temp: … }\`, \`{ directory: … }\`, \`{ protect: … }\`, \`{ touch: … }\`, \`{ optional: … }\`, \`{ ensure: … }\`, \`{ report: …, caption: … }\` or \`{ report: …, category: … }\`",
      "10:46+1 by the schema of workflow files, \`rules.d.benchmark\` cannot be an empty text | write a text that is not empty",
      "11:18+3 by the schema of workflow files, \`rules.e.output\` has no key \`a-b\` | a name has letters, digits and \`_\`",
      "11:46+1 by the schema of workflow files, \`rules.e.constraints.w\` cannot be \`1\` | write a text",
    ]
  `);
});

test('a file without rules needs some, or another file', () => {
  expect(findings('config: {}\n')).toMatchInlineSnapshot(`
    [
      "1:1+10 by the schema of workflow files, the workflow file cannot be a record | write \`{ rules: … }\` or \`{ include: … }\`",
    ]
  `);
});

test('nothing is said of a part of a rule about which flow has said something', async () => {
  const text = 'rules:\n  a: { output: { x: { y: z } }, benchmark: "", shell: [c] }\n';
  const said = await saidOf(text);
  expect(said.map(({ code }) => code)).toEqual(['wrong-value', 'wrong-value']);
  // flow takes paths apart only once all rules are as they should be.
  expect(findings(text, said)).toEqual([
    '2:45+1 by the schema of workflow files, `rules.a.benchmark` cannot be an empty text | write a text that is not empty',
  ]);
});

test('what an anchor marks is named once, however often it is used', () => {
  const text = 'rules:\n  a: &a { output: a, threads: [1] }\n  b: *a\n  c: { <<: *a, output: c }\n';
  expect(findings(text)).toEqual([
    '2:22+7 by the schema of workflow files, `rules.a.threads` cannot be a list | write a whole number from 1 or a text',
  ]);
});

test('a file that does not parse is passed over', () => {
  expect(findings('rules: [\n')).toEqual([]);
});

test('deep alternatives are told apart without trying all their combinations', () => {
  const deep = `${'{ ancient: '.repeat(60)}3${' }'.repeat(60)}`;
  expect(findings(`rules:\n  a: { input: ${deep} }\n`).length).toBe(1);
});
