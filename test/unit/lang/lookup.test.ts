import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import type { ParamContext, Rule } from '../../../src/core/rule/rule.ts';
import { type Files, open, ruleOf, wrong } from './workflow-rig.ts';

const TABLES: Files = {
  'samples.csv': 'sample,lane,reads,"mean, Q"\nA,1,a1.fq,30\nA,2,"a,2.fq",31\nB,1,b.fq,32\n',
  'plates.tsv': 'plate\tmedium\nP1\tRPMI\n',
  'ragged.csv': 'a,b\n1\n',
};

const CONTEXT: Omit<ParamContext, 'wildcards'> = { config: {}, input: { all: [], groups: [] } };

/** What the inputs and params of the rule `r` come to for some wildcards. */
async function answers(files: Files, wildcards: Readonly<Record<string, string>>): Promise<object> {
  const rule: Rule = ruleOf(await open({ ...files, ...TABLES }), 'r');
  const disk = { exists: () => true, glob: () => [] };
  const inputs = rule.input.map((group) =>
    group.kind === 'function' ? group.call({ wildcards, config: {}, files: disk }) : group,
  );
  const params = rule.params.map(({ name, value }) => [
    name,
    typeof value === 'function' ? value({ ...CONTEXT, wildcards }) : value,
  ]);
  return { inputs, params: Object.fromEntries(params) };
}

test('fields of the row that is meant, in both faces', async () => {
  const js = `return rule('r', {
    output: 'out/{sample}/{lane}',
    input: {
      reads: ({ sample, lane }) =>
        lookup({ table: 'samples.csv', where: { sample, lane }, column: 'reads' }),
      all_: ({ sample }) =>
        lookup({ table: 'samples.csv', where: { sample }, column: 'reads', all: true }),
    },
    params: {
      two: ({ sample, lane }) =>
        lookup({ table: 'samples.csv', where: { sample, lane }, column: ['mean, Q', 'lane'] }),
      row: () => lookup({ table: 'plates.tsv' }),
      text: 'plain {sample}',
    },
    shell: 'true',
  });`;
  const yaml = `
rules:
  r:
    output: "out/{sample}/{lane}"
    input:
      reads: { lookup: { table: samples.csv, where: { sample: "{sample}", lane: "{lane}" }, column: reads } }
      all_: { lookup: { table: samples.csv, where: { sample: "{sample}" }, column: reads, all: true } }
    params:
      two: { lookup: { table: samples.csv, where: { sample: "{sample}", lane: "{lane}" }, column: ["mean, Q", lane] } }
      row: { lookup: { table: plates.tsv } }
      text: plain {sample}
    shell: "true"
`;
  const expected = {
    inputs: ['a,2.fq', ['a1.fq', 'a,2.fq']],
    params: {
      two: ['31', '2'],
      row: { plate: 'P1', medium: 'RPMI' },
      text: 'plain {sample}',
    },
  };
  const wildcards = { sample: 'A', lane: '2' };
  expect(await answers({ 'flow.js': js }, wildcards)).toEqual(expected);
  expect(await answers({ 'flow.yaml': yaml }, wildcards)).toEqual(expected);
});

test('what is not there is an error where it is looked up', async () => {
  const lookups = [
    "{ table: 'gone.csv' }",
    "{ table: 'samples.txt' }",
    "{ table: 'ragged.csv' }",
    "{ table: 'samples.csv', where: { sampel: 'A' }, column: 'raeds' }",
    "{ table: 'samples.csv', where: { sample: 'C', lane: 1 } }",
    "{ table: 'samples.csv', where: { sample: 'A' } }",
    "{ table: 'samples.csv' }",
  ];
  const said: string[] = [];
  for (const each of lookups) {
    const js = `return workflow({ rules: () => {\n  lookup(${each});\n  return [];\n} });`;
    said.push(await wrong({ 'flow.js': js, ...TABLES }));
  }
  expect(said.join('')).toMatchInlineSnapshot(`
    "
    unreadable-table: the table \`gone.csv\` cannot be read: there is no such file
      flow.js:2:3 «lookup» looked up here
      hint: check the path; it is relative to the working directory

    unreadable-table: the table \`samples.txt\` cannot be read: its name does not say what it is
      flow.js:2:3 «lookup» looked up here
      hint: a table ends in \`.csv\`, \`.tsv\` or \`.tab\`

    bad-table: a row of the table \`ragged.csv\` has 1 field, not 2
      ragged.csv:2:1 «1» here
      flow.js:2:3 «lookup» looked up here
      hint: a field with a separator in it is put in quotes

    no-column: the table \`samples.csv\` has no column \`sampel\`
      flow.js:2:3 «lookup» asked for here
      hint: did you mean \`sample\`?
    no-column: the table \`samples.csv\` has no column \`raeds\`
      flow.js:2:3 «lookup» asked for here
      hint: did you mean \`reads\`?

    no-row: the table \`samples.csv\` has no row with sample=C, lane=1
      flow.js:2:3 «lookup» one is asked for here
      hint: values are compared as texts, to the letter

    several-rows: the table \`samples.csv\` has 2 rows with sample=A
      flow.js:2:3 «lookup» one is asked for here
      samples.csv:2:1 «A» one of them
      samples.csv:3:1 «A» one of them
      hint: name more columns under \`where\`, or ask for all of them with \`all: true\`

    several-rows: the table \`samples.csv\` has 3 rows
      flow.js:2:3 «lookup» one is asked for here
      samples.csv:2:1 «A» one of them
      samples.csv:3:1 «A» one of them
      samples.csv:4:1 «B» one of them
      hint: name more columns under \`where\`, or ask for all of them with \`all: true\`
    "
  `);
});

test('lookups in YAML that do not hold are found before anything is looked up', async () => {
  const text = `
rules:
  a: { output: "a/{s}", input: { lookup: { table: "x/{t}.csv", where: { s: "{sampel}" } } }, shell: x }
  b: { output: b, params: { x: { lookup: { column: reads, wher: 3 } } }, shell: x }
  c: { output: c, params: { x: { lookup: { table: [x], where: [y], column: 3, all: often } } }, shell: x }
  d: { output: d, params: { x: { lookup: { table: t.csv, where: { a: "{b" } } } }, shell: x }
  e: { input: { expand: "{x}", from: { table: gone.csv } } }
  f: { input: { expand: "{x}", from: { table: samples.csv } } }
  g: { input: { expand: "{sample}", from: { table: samples.csv, where: { batch: 1 } } } }
  h: { input: { expand: "{sample}", from: { table: samples.csv, where: 3 } } }
  i: { input: { expand: "{sample}", from: { table: [samples.csv] } } }
`;
  expect(await wrong({ 'flow.yaml': text, ...TABLES })).toMatchInlineSnapshot(`
    "
    unknown-wildcard: a lookup of rule \`a\` has the wildcard \`t\`, which its outputs have not
      flow.yaml:3:52 «x/{t}.csv» no value for this
      hint: the wildcards are \`s\`
    unknown-wildcard: a lookup of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.yaml:3:77 «{sampel}» no value for this
      hint: the wildcards are \`s\`
    wrong-value: \`lookup.table\` of rule \`b\` is nothing
      flow.yaml:4:34 «lookup» here
      hint: write the path of a table: \`table: samples.csv\`
    unknown-key: a lookup of rule \`b\` has a key \`wher\`, which means nothing there
      flow.yaml:4:59 «wher» here
      hint: did you mean \`where\`?
    wrong-value: \`lookup.table\` of rule \`c\` is a list
      flow.yaml:5:44 «table» here
      hint: write the path of a table
    wrong-value: \`lookup.where\` of rule \`c\` is a list
      flow.yaml:5:56 «where» here
      hint: write columns with their values: \`{ sample: "{sample}" }\`
    wrong-value: \`lookup.column\` of rule \`c\` is \`3\`
      flow.yaml:5:68 «column» here
      hint: write the name of a column, or a list of them
    wrong-value: \`lookup.all\` of rule \`c\` is the text \`often\`
      flow.yaml:5:79 «all» here
      hint: write \`true\` or \`false\`
    pattern-braces: a \`{\` is never closed
      flow.yaml:6:71 «{» a lookup of rule \`d\`
      pattern: {b
      hint: close the wildcard, as in \`{sample}\`; for a brace itself write \`{{\`
    unreadable-table: the table \`gone.csv\` cannot be read: there is no such file
      flow.yaml:7:47 «gone.csv» looked up here
      hint: check the path; it is relative to the working directory
    expand-unused: there are values for \`sample\`, which is no wildcard here
      flow.yaml:8:26 «{x}» input of rule \`f\`
      pattern: {x}
      hint: the wildcards are \`x\`
    no-column: the table \`samples.csv\` has no column \`batch\`
      flow.yaml:9:52 «samples.csv» asked for here
      hint: it has \`sample\`, \`lane\`, \`reads\`, \`mean, Q\`
    wrong-value: \`where\` of rule \`h\` is \`3\`
      flow.yaml:10:65 «where» here
      hint: write columns with their values: \`{ batch: 1 }\`
    wrong-value: \`table\` of rule \`i\` is a list
      flow.yaml:11:45 «table» here
      hint: write the path of a table
    "
  `);
});

test('in YAML an error of a job is shown at its lookup', async () => {
  const text = `
rules:
  r:
    output: "out/{s}"
    input: { lookup: { table: samples.csv, where: { sample: "{s}" }, column: reads } }
    shell: x
`;
  const rule = ruleOf(await open({ 'flow.yaml': text, ...TABLES }), 'r');
  const [group] = rule.input;
  const call = (): unknown =>
    group?.kind === 'function'
      ? group.call({
          wildcards: { s: 'C' },
          config: {},
          files: { exists: () => true, glob: () => [] },
        })
      : undefined;
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FlowError);
  expect(thrown instanceof FlowError ? thrown.diagnostics : []).toMatchInlineSnapshot(`
    [
      {
        "code": "no-row",
        "facts": [],
        "hint": "values are compared as texts, to the letter",
        "kind": "workflow",
        "severity": "error",
        "spans": [
          {
            "label": "one is asked for here",
            "span": {
              "column": 14,
              "file": "/w/flow.yaml",
              "length": 6,
              "line": 5,
            },
          },
        ],
        "title": "the table \`samples.csv\` has no row with sample=C",
      },
    ]
  `);
});

test('a table without rows is said once, in both faces', async () => {
  const yaml = `
rules:
  a: { input: { expand: "{s}", from: { table: none.csv } } }
  b: { input: { expand: "{s}.x", from: { table: none.csv, where: { s: A } } } }
`;
  const js = `return workflow({ rules: () => {
  const rows = lookup({ table: 'none.csv', all: true });
  return [rule('a', { input: rows.map(({ s }) => s) })];
} });`;
  const tables = { 'none.csv': 's,reads\n\n' };
  expect([
    await wrong({ 'flow.yaml': yaml, ...tables }),
    await wrong({ 'flow.js': js, ...tables }),
  ]).toMatchInlineSnapshot(`
    [
      "
    warning empty-table: the table \`none.csv\` has no rows below the names of its columns
      flow.yaml:3:47 «none.csv» looked up here
      hint: add rows, if there should be any; so far nothing is made of it
    ",
      "
    warning empty-table: the table \`none.csv\` has no rows below the names of its columns
      flow.js:2:16 «lookup» looked up here
      hint: add rows, if there should be any; so far nothing is made of it
    ",
    ]
  `);
});

test('an input that is looked up in an empty field is an error at the row and the lookup', async () => {
  const tables = { 'empty.csv': 's,one,two\nA,a.fq,b.fq\n\nB,b.fq,\n' };
  const call = async (lookup: string, s: string): Promise<unknown> => {
    const text = `rules:\n  r: { output: "{s}", input: { lookup: ${lookup} }, shell: x }\n`;
    const [group] = ruleOf(await open({ 'flow.yaml': text, ...tables }), 'r').input;
    if (group?.kind !== 'function') throw new Error('no lookup');
    const files = { exists: () => true, glob: () => [] };
    try {
      return group.call({ wildcards: { s }, config: {}, files });
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      return error.diagnostics.map(({ code, title, spans }) => {
        const places = spans.map(({ span }) => `${span.file}:${span.line}:${span.column}`);
        return `${code}: ${title} ${places.join(' ')}`;
      });
    }
  };
  const one = '{ table: empty.csv, where: { s: "{s}" }, column: one }';
  const two = '{ table: empty.csv, where: { s: "{s}" }, column: [one, two] }';
  const all = '{ table: empty.csv, column: two, all: true }';
  expect(await call(one, 'B')).toBe('b.fq');
  expect(await call(two, 'A')).toEqual(['a.fq', 'b.fq']);
  const refusal =
    'empty-cell: column `two` is empty in line 4 of the table `empty.csv`, and an input is looked up there empty.csv:4:1 /w/flow.yaml:2:32';
  expect(await call(two, 'B')).toEqual([refusal]);
  expect(await call(all, 'A')).toEqual([refusal]);
});
