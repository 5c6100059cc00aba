import { expect, test } from 'vitest';
import { inputsOf } from '../../../../src/core/graph/graph-views.ts';
import {
  ANCIENT_EDGE,
  DATA_EDGE,
  FINAL_EDGE,
  type JobGraph,
  ORDER_EDGE,
} from '../../../../src/core/graph/job-graph.ts';
import { EdgedPath } from '../../../../src/core/rule/edged-path.ts';
import type { FunctionInputs, InputFunction } from '../../../../src/core/rule/rule.ts';
import {
  type GraphOptions,
  graphOf,
  jobLabels,
  problemsOf,
  rulesOf,
} from '../../../rigs/graph-rig.ts';

const SPAN = { file: '/w/flow.txt', line: 1, column: 1, length: 5 };

/** A rule `made` that makes `{n}.out` from what the function says. */
function asking(call: InputFunction, name?: string): GraphOptions {
  const inputs: FunctionInputs = { kind: 'function', name, span: SPAN, edge: 'data', call };
  return { changes: { made: { input: [inputs] } } };
}

const MADE = ['made: {n}.out <-'];

test('asks an input function for the files of a job', async () => {
  const options = asking(({ wildcards, config }) => [`${wildcards['n']}.in`, String(config)]);
  const graph = await graphOf(MADE, ['a.out'], { ...options, config: 'common' });
  expect(paths(graph)).toEqual(['a.in', 'common']);
});

test('lets an input function ask the disk', async () => {
  const options = asking(({ files }) => files.glob('*').filter((path) => files.exists(path)));
  const graph = await graphOf(MADE, ['a.out'], { ...options, existing: ['s2', 's1'] });
  expect(paths(graph)).toEqual(['s1', 's2']);
});

test('normalises what an input function says', async () => {
  const graph = await graphOf(
    MADE,
    ['a.out'],
    asking(() => './x//y/'),
  );
  expect(paths(graph)).toEqual(['x/y']);
});

test.each<[what: string, answer: unknown, shape: object[]]>([
  ['a path', 'a', [{ name: undefined, isList: false, count: 1 }]],
  ['a list', ['a', 'b'], [{ name: undefined, isList: true, count: 2 }]],
  ['an empty list', [], [{ name: undefined, isList: true, count: 0 }]],
  [
    'groups by name',
    { one: 'a', many: ['b', 'c'], none: [] },
    [
      { name: 'one', isList: false, count: 1 },
      { name: 'many', isList: true, count: 2 },
      { name: 'none', isList: true, count: 0 },
    ],
  ],
])('takes %s as an answer', async (_, answer, shape) => {
  const graph = await graphOf(
    MADE,
    ['a.out'],
    asking(() => answer),
  );
  expect(graph.shapes[graph.inputShape[0] ?? -1]).toEqual(shape);
});

test('puts the answer under the name that the input has', async () => {
  const graph = await graphOf(
    MADE,
    ['a.out'],
    asking(() => ['a'], 'tiles'),
  );
  expect(graph.shapes[graph.inputShape[0] ?? -1]).toEqual([
    { name: 'tiles', isList: true, count: 1 },
  ]);
});

test('a path of an answer may say how the job depends on it; the others go by the input', async () => {
  const inputs: FunctionInputs = {
    kind: 'function',
    name: undefined,
    span: SPAN,
    edge: 'final',
    call: () => ['a', new EdgedPath('b', 'ancient'), new EdgedPath('c', 'order')],
  };
  const graph = await graphOf(MADE, ['a.out'], { changes: { made: { input: [inputs] } } });
  expect(paths(graph)).toEqual(['a', 'b', 'c']);
  expect([...graph.inputEdge]).toEqual([FINAL_EDGE, ANCIENT_EDGE, ORDER_EDGE]);
});

test('keeps patterns and functions in the order in which the rule has them', async () => {
  const [base] = rulesOf(['{n}.out <- x=order({n}.first) y=last@maker']);
  const [first, last] = base?.input ?? [];
  if (first === undefined || last === undefined) throw new Error('the rule has two inputs');
  const middle: FunctionInputs = {
    kind: 'function',
    name: 'm',
    span: SPAN,
    edge: 'data',
    call: () => ['m1', 'm2'],
  };
  const options = { changes: { made: { input: [first, middle, last] } } };
  const lines = [...MADE, 'other: last <-', 'maker: last <-'];
  const graph = await graphOf(lines, ['a.out'], options);
  expect(paths(graph)).toEqual(['a.first', 'm1', 'm2', 'last']);
  expect([...graph.inputEdge]).toEqual([ORDER_EDGE, DATA_EDGE, DATA_EDGE, DATA_EDGE]);
  expect(graph.shapes[graph.inputShape[0] ?? -1]?.map(({ name }) => name)).toEqual(['x', 'm', 'y']);
  expect(jobLabels(graph)).toEqual(['made n=a', 'maker']);
});

test('points at the pattern or function that asks for a file', async () => {
  const options = asking(() => ['there', 'missing']);
  const problems = await problemsOf(MADE, ['a.out'], { ...options, existing: ['there'] });
  expect(problems).toMatchInlineSnapshot(`
    "error[no-rule-for-file] (workflow): nothing makes \`missing\`, and no such file exists
      1:1 \`made:\` rule \`made\` reads it here
      needed by: \`made n=a\`, for target \`a.out\`
    hint: add a rule whose output matches it, or put the file in its place"
  `);
});

test.each<[answer: unknown, gave: string]>([
  [undefined, '`undefined`'],
  [7, '`7`'],
  ['', 'an empty text'],
  [['a', null], 'a list with `null` in it'],
  [[['a']], 'a list with a list in it'],
  [[{}], 'a list with an object in it'],
  [new Map(), 'a Map'],
  [{ tiles: 1 }, 'an object with `1` under `tiles`'],
  [{ tiles: { a: 'b' } }, 'an object with an object under `tiles`'],
  [(): string => 'a', 'a function'],
])('refuses %o as an answer', async (answer, gave) => {
  const problems = await problemsOf(
    MADE,
    ['a.out'],
    asking(() => answer),
  );
  expect(problems.split('\n')[0]).toBe(
    `error[bad-input-answer] (workflow): an input function of rule \`made\` gave ${gave}`,
  );
});

test('refuses groups under an input that has a name', async () => {
  const problems = await problemsOf(
    MADE,
    ['a.out'],
    asking(() => ({ a: 'b' }), 'tiles'),
  );
  expect(problems).toMatchInlineSnapshot(`
    "error[bad-input-answer] (workflow): an input function of rule \`made\` gave an object, though the input has the name \`tiles\`
      1:1 \`made:\` this function
      called for: \`made n=a\`
    hint: return a path, a list of paths, or an object of those"
  `);
});

test('reports what an input function throws', async () => {
  const options = asking(() => {
    throw new Error('no row for a\nin table.csv');
  });
  const problems = await problemsOf(MADE, ['a.out'], { ...options, existing: [] });
  expect(problems).toMatchInlineSnapshot(`
    "error[input-function-failed] (workflow): an input function of rule \`made\` failed: no row for a
      1:1 \`made:\` this function
      called for: \`made n=a\`
      error: in table.csv
    hint: see what the function does with the wildcards and config of that job"
  `);
});

test('reports what an input function rejects with, even if it is no error', async () => {
  const options = asking(() => Promise.reject({ status: 404 }));
  const problems = await problemsOf(MADE, ['a.out'], { ...options, existing: [] });
  expect(problems.split('\n')[0]).toBe(
    'error[input-function-failed] (workflow): an input function of rule `made` failed: it threw {"status":404}',
  );
});

test('takes a file as a source whose input function refuses it', async () => {
  const options = asking(({ wildcards }) => {
    if (wildcards['n'] !== 'a') throw new Error('no such sample');
    return 'samples.out';
  });
  const graph = await graphOf(MADE, ['a.out'], { ...options, existing: ['samples.out'] });
  expect(jobLabels(graph)).toEqual(['made n=a']);
});

test('hides no bad answer behind a file that exists', async () => {
  const problems = await problemsOf(
    MADE,
    ['a.out'],
    asking(() => 7),
  );
  expect(problems.split('\n')[0]).toBe(
    'error[bad-input-answer] (workflow): an input function of rule `made` gave `7`',
  );
});

function paths(graph: JobGraph): string[] {
  return Array.from(inputsOf(graph, 0), (file) => graph.paths.path(file));
}
