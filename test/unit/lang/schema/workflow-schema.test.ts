import { globSync } from 'fast-glob';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { RULE_FIELDS } from '../../../../src/lang/schema/rule-schema.ts';
import { WORKFLOW_FIELDS, workflowSchema } from '../../../../src/lang/schema/workflow-schema.ts';
import { parseYaml } from '../../../../src/lang/yaml/parse-yaml.ts';
import { plainValue } from '../../../../src/lang/yaml/yaml-tree.ts';
import { examplesOf } from '../../../docs/examples.ts';
import { readPage } from '../../../docs/page.ts';
import { acceptedBy, hasValidator, isAccepted } from '../../../rigs/json-schema.ts';
import { open } from '../workflow-rig.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const PAGES = ['docs/rules.md', 'docs/snakemake.md'];

/** Then what needs Python's package `jsonschema` is skipped; `.ci/run` installs it. */
const isWithoutValidator = !hasValidator();

test('every field says what it is', () => {
  const fields = Object.entries({ ...RULE_FIELDS, ...WORKFLOW_FIELDS });
  expect(fields.filter(([, schema]) => typeof schema['description'] !== 'string')).toEqual([]);
});

test.skipIf(isWithoutValidator)('the schema accepts every workflow of the pages', () => {
  const examples = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return examplesOf(readPage(text)).filter(({ workflow }) => workflow.endsWith('.yaml'));
  });
  expect(examples.length).toBeGreaterThan(20);
  const values = examples.map(({ files, workflow }) => valueOf(files.get(workflow) ?? ''));
  const accepted = acceptedByBoth(values);
  expect(examples.filter((_, index) => accepted[index] !== true).map(({ name }) => name)).toEqual(
    [],
  );
});

/** What the shape of a file says, and no more. */
const SHAPE = new Set(['unknown-key', 'wrong-value', 'two-run-parts']);

test.skipIf(isWithoutValidator)(
  'of the scenarios it accepts what is right, and refuses what is misshapen',
  async () => {
    const files = globSync('test/scenarios/*/in/**/*.yaml', { cwd: ROOT }).toSorted();
    const read = files.flatMap((file) => {
      const value = tryValueOf(readFileSync(join(ROOT, file), 'utf8'));
      const isWorkflow = typeof value === 'object' && value !== null && 'rules' in value;
      return isWorkflow ? [{ file: relative('test/scenarios', file), value }] : [];
    });
    expect(read.length).toBeGreaterThan(40);
    const accepted = acceptedBy(
      workflowSchema(),
      read.map(({ value }) => value),
    );
    const surprises = await Promise.all(
      read.map(async ({ file }, index) => {
        const codes = await codesOf(readFileSync(join(ROOT, 'test/scenarios', file), 'utf8'));
        const isRight = accepted[index];
        if (codes.length === 0 && isRight !== true) return `${file} is right, and refused`;
        const isMisshapen = codes.some((code) => SHAPE.has(code));
        return isMisshapen && isRight !== false ? `${file} is misshapen, and accepted` : [];
      }),
    );
    expect(surprises.flat()).toEqual([]);
    expect(accepted.filter((it) => !it).length).toBeGreaterThan(2);
  },
);

/** One mistake each, in what is otherwise right. */
const WRONG = [
  'a: { output: { ensure: x, nonEmty: true }, shell: y }',
  'a: { output: { report: [x], caption: c }, shell: y }',
  'a: { output: x, after: all, shell: y }',
  'a: { ouput: x, shell: y }',
  'a: { output: 3, shell: y }',
  'a: { output: [x, 3], shell: y }',
  'a: { output: "", shell: y }',
  'a: { output: { temp: [x, y] }, shell: y }',
  'a: { output: { x: { y: z } }, shell: y }',
  'a: { output: { a-b: x }, shell: y }',
  'a: { output: x, shell: y, exec: [z] }',
  'a: { output: x, exec: y }',
  'a: { output: x, exec: [y, null] }',
  'a: { output: x, script: [y] }',
  'a: { output: x, shell: y, threads: 0 }',
  'a: { output: x, shell: y, threads: [1] }',
  'a: { output: x, shell: y, retries: many }',
  'a: { output: x, shell: y, retries: -1 }',
  'a: { output: x, shell: y, resources: 4 GB }',
  'a: { output: x, shell: y, resources: { mem: [1] } }',
  'a: { output: x, shell: y, priority: high }',
  'a: { output: x, shell: y, default: maybe }',
  'a: { output: x, shell: y, constraints: [x] }',
  'a: { output: x, shell: y, log: { b: c } }',
  'a: { output: x, shell: y, params: 3 }',
  'a: { output: x, shell: y, message: [z] }',
  'a: { output: x, shell: y, benchmark: { z: z } }',
  'a: { input: { glob: [x] } }',
  'a: { input: { rule: [x] } }',
  'a: { input: { expand: { x: y }, a: 1 } }',
  'a: { input: { expand: [[x]], a: 1 } }',
  'a: { input: { expand: x, how: both } }',
  'a: { input: { expand: x, a: { b: c } } }',
  'a: { input: { expand: x, from: y } }',
  'a: { input: { expand: x, from: { discover: [y] } } }',
  'a: { input: { expand: x, from: { table: t.csv, were: { a: b } } } }',
  'a: { input: { lookup: { column: x } } }',
  'a: { input: { lookup: { table: t.csv, where: [x] } } }',
  'a: { input: { multiext: x, ext: .y } }',
  'a: { input: { one: { two: { three: x } } } }',
  'a: text',
];

const RIGHT = [
  'a: { output: { x: { temp: { directory: d } }, y: { ensure: { protect: p }, nonEmpty: true } }, shell: z }',
  'a: { output: [{ report: r, caption: c }, { optional: o }], after: any, shell: z }',
  'a: { output: { report: r, table: t }, shell: z }',
  'a: { output: x, shell: y, threads: "{config.n}", default: "{config.d}", retries: 0 }',
  'a: { output: x, exec: [tool, 3, true], params: { l: { lookup: { table: t.csv } } } }',
  'a: { input: { glob: g, x: y }, output: { rule: r, expand_: e }, shell: z }',
  'a: { input: [{ expand: { rule: r }, x: [1, b, true] }, { ancient: { glob: "*" } }, y] }',
  'a: { input: { x: { orderOnly: [a, b] }, y: { lookup: { table: t.csv, all: true } } } }',
  'a: { input: { multiext: x, ext: { a: .b } }, params: [1, { a: null }] }',
  'a: { input: { expand: ["{x}", "{x}{y}"], y: 1, from: { grid: "{config.space}" } } }',
  'a: { input: [[b, c], d], output: x }',
  'a: {}',
];

test.skipIf(isWithoutValidator)(
  'it refuses what is wrong in one place, and nothing else',
  async () => {
    const wrong = acceptedByBoth(WRONG.map(valueAt));
    expect(WRONG.filter((_, index) => wrong[index])).toEqual([]);
    const right = acceptedByBoth(RIGHT.map(valueAt));
    expect(RIGHT.filter((_, index) => !right[index])).toEqual([]);
    // What it refuses flow refuses, too.
    for (const rule of WRONG) expect(await codesOf(`rules:\n  ${rule}\n`), rule).not.toEqual([]);
  },
);

test.skipIf(isWithoutValidator)('it knows the parts of a workflow beside its rules', () => {
  const right = [
    { rules: {}, config: null, order: ['a', 'b'], envvars: 'A' },
    { include: ['a.yaml'], order: [['a', 'b'], { rules: ['c', 'd'], fallback: true }] },
    {
      rules: {},
      order: { rules: ['a', 'b'] },
      envvars: ['A'],
      preamble: 'x',
      constraints: { a: 'b' },
    },
  ];
  const wrong = [
    {},
    { rules: [] },
    { config: {} },
    { rules: {}, config: [] },
    { rules: {}, order: ['a'] },
    { rules: {}, order: { rules: ['a', 'b'], fallbak: true } },
    { rules: {}, envvars: ['A-B'] },
    { rules: {}, rule: {} },
    { rules: {}, preamble: ['x'] },
  ];
  expect(acceptedByBoth(right)).toEqual(right.map(() => true));
  expect(acceptedByBoth(wrong)).toEqual(wrong.map(() => false));
});

/** By a validator that is not ours; ours says the same. */
function acceptedByBoth(values: readonly unknown[]): readonly boolean[] {
  const accepted = acceptedBy(workflowSchema(), values);
  expect(values.filter((value, index) => isAccepted(value) !== accepted[index])).toEqual([]);
  return accepted;
}

function valueOf(text: string): unknown {
  const node = parseYaml(text, '/w/flow.yaml');
  return node === undefined ? null : plainValue(node);
}

function valueAt(rule: string): unknown {
  return valueOf(`rules:\n  ${rule}\n`);
}

function tryValueOf(text: string): unknown {
  try {
    return valueOf(text);
  } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}

async function codesOf(text: string): Promise<string[]> {
  try {
    await open({ 'flow.yaml': text });
    return [];
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
}
