import { expect, test } from 'vitest';
import type { JobGraph } from '../../../../../src/core/graph/job-graph.ts';
import { inputsOf, outputsOf } from '../../../../../src/core/graph/graph-views.ts';
import { type GraphPart, graphOfPart } from '../../../../../src/core/graph/part/graph-part.ts';
import { leftOutOf } from '../../../../../src/core/graph/part/left-out.ts';
import { partOnly } from '../../../../../src/core/graph/part/part-only.ts';
import { partUntil } from '../../../../../src/core/graph/part/part-until.ts';
import { partWithout } from '../../../../../src/core/graph/part/part-without.ts';
import { graphOf, jobLabels } from '../../../../rigs/graph-rig.ts';

// Two cycles that come together in `reg`, and a branch beside them.
//
//     raw1 - stitch c=1 -+- reg - qc
//     raw2 - stitch c=2 -+
//                  notes
const LINES = [
  'all: <- qc notes',
  'qc <- reg',
  'reg <- stitch/1 stitch/2 panel',
  'stitch: stitch/{c} log/{c} <- raw/{c}',
  'notes <- text',
  'panel <- text',
];

function wholeGraph(): Promise<JobGraph> {
  return graphOf(LINES, [], { targetRules: ['all'] });
}

/** What is left, and what is asked for, both sorted. */
function shown(graph: JobGraph, part: GraphPart): { jobs: string; targets: string } {
  const rest = graphOfPart(graph, part);
  const labels = jobLabels(rest);
  return {
    jobs: labels.toSorted().join(', '),
    targets: [
      ...rest.targetFiles.map((file) => rest.paths.path(file)),
      ...rest.targetJobs.map((job) => `rule ${labels[job]}`),
    ]
      .toSorted()
      .join(', '),
  };
}

function named(graph: JobGraph, ...words: readonly string[]): Parameters<typeof partUntil>[1] {
  const isRule = (word: string): boolean => graph.rules.some(({ name }) => name === word);
  const files = words.filter((word) => !isRule(word)).map((path) => graph.paths.find(path));
  return { rules: new Set(words.filter(isRule)), files: new Set(files) };
}

test('until a rule: its jobs and what they need, asked for as far as it is needed', async () => {
  const graph = await wholeGraph();
  const part = partUntil(graph, named(graph, 'stitch'));
  expect(shown(graph, part)).toEqual({
    jobs: 'stitch c=1, stitch c=2',
    targets: 'stitch/1, stitch/2',
  });
});

test('until a file: the job that makes it, and what that needs', async () => {
  const graph = await wholeGraph();
  const part = partUntil(graph, named(graph, 'log/2', 'panel'));
  expect(shown(graph, part)).toEqual({ jobs: 'panel, stitch c=2', targets: 'panel, stitch/2' });
});

test('until the target rule is all of it', async () => {
  const graph = await wholeGraph();
  const part = partUntil(graph, named(graph, 'all'));
  expect(jobLabels(graphOfPart(graph, part))).toEqual(jobLabels(graph));
  expect(shown(graph, part).targets).toBe('rule all');
});

test('omit from a rule: neither it nor what needs it; what they would read is made', async () => {
  const graph = await wholeGraph();
  const part = partWithout(graph, named(graph, 'reg'));
  expect(shown(graph, part)).toEqual({
    jobs: 'notes, panel, stitch c=1, stitch c=2',
    targets: 'notes, panel, stitch/1, stitch/2',
  });
  expect(leftOutOf(graph, part, ['--omit-from reg'])).toEqual({
    flags: ['--omit-from reg'],
    jobs: new Map([
      ['qc', 1],
      ['reg', 1],
    ]),
    waiting: new Map(),
  });
});

test('omit from a file leaves the other jobs of its rule', async () => {
  const graph = await wholeGraph();
  const part = partWithout(graph, named(graph, 'stitch/1'));
  expect(shown(graph, part).jobs).toBe('notes, panel, stitch c=2');
});

test('a part keeps inputs, outputs, edges and makers of its jobs, whatever their numbers', async () => {
  const graph = await graphOf(['c <- b order(x)', 'x <- s', 'b a <- s', 'd <- c'], ['d']);
  const rest = graphOfPart(graph, partWithout(graph, named(graph, 'd')));
  const paths = (files: Int32Array): string[] => Array.from(files, (file) => rest.paths.path(file));
  const jobs = jobLabels(rest).map((label, job) => ({
    label,
    inputs: paths(inputsOf(rest, job)),
    edges: [...rest.inputEdge.subarray(rest.inputStart[job], rest.inputStart[job + 1])],
    outputs: paths(outputsOf(rest, job)),
  }));
  expect(jobs).toEqual([
    { label: 'c', inputs: ['b', 'x'], edges: [0, 1], outputs: ['c'] },
    { label: 'b', inputs: ['s'], edges: [0], outputs: ['b', 'a'] },
    { label: 'x', inputs: ['s'], edges: [0], outputs: ['x'] },
  ]);
  const makers = ['a', 'b', 'c', 'd', 's', 'x'].map((path) => {
    const maker = rest.producer[rest.paths.find(path)] ?? -1;
    return maker < 0 ? 'nobody' : (jobLabels(rest)[maker] ?? '?');
  });
  expect(makers).toEqual(['b', 'b', 'c', 'nobody', 'nobody', 'x']);
});

function only(
  graph: JobGraph,
  values: Readonly<Record<string, readonly string[]>>,
  there: readonly string[] = [],
): ReturnType<typeof partOnly> {
  const selection = new Map(Object.entries(values).map(([name, its]) => [name, new Set(its)]));
  return partOnly(graph, selection, (file) => there.includes(graph.paths.path(file)));
}

test('only some values: what needs files of the others that are not there is left out', async () => {
  const graph = await wholeGraph();
  const part = only(graph, { c: ['1'] });
  expect(shown(graph, part)).toEqual({
    jobs: 'notes, panel, stitch c=1',
    targets: 'notes, panel, stitch/1',
  });
  const { jobs, waiting } = leftOutOf(graph, part, []);
  expect([jobs, waiting]).toEqual([
    new Map([['stitch', 1]]),
    new Map([
      ['qc', 1],
      ['reg', 1],
    ]),
  ]);
});

test('only some values: files of the others that are there are taken as they are', async () => {
  const graph = await wholeGraph();
  const part = only(graph, { c: ['1'] }, ['stitch/2']);
  expect(shown(graph, part)).toEqual({
    jobs: 'all, notes, panel, qc, reg, stitch c=1',
    targets: 'rule all',
  });
});

test('only some values: a missing file stops nobody who reads what was made of it before', async () => {
  const graph = await wholeGraph();
  const part = only(graph, { c: ['1'] }, ['reg']);
  expect(shown(graph, part).jobs).toBe('all, notes, panel, qc, stitch c=1');
});

test('jobs that only serve others values are left out, and selected ones made for them are not', async () => {
  const graph = await graphOf(
    ['all: <- out/1 out/2', 'out/{c} <- mid/{c} mid/1 x/{c}', 'mid/{c} <- s', 'x/2 <- y', 'y <- s'],
    [],
    { targetRules: ['all'], existing: ['s', 'x/1'] },
  );
  const part = only(graph, { c: ['1'] });
  expect(shown(graph, part)).toEqual({ jobs: 'mid/{c} c=1, out/{c} c=1', targets: 'mid/1, out/1' });
});

test('several wildcards have to fit together', async () => {
  const graph = await graphOf(
    ['all: <- a/1/x a/1/y a/2/x a/2/y', 'a/{c}/{w} <- b/{c}', 'b/{c} <- s'],
    [],
    { targetRules: ['all'] },
  );
  expect(shown(graph, only(graph, { c: ['1'], w: ['y'] })).jobs).toBe(
    'a/{c}/{w} c=1, w=y, b/{c} c=1',
  );
});

test('an input that may be absent leaves nobody out', async () => {
  const graph = await graphOf(['sum <- final(a/1) final(a/2)', 'a/{c} <- s'], ['sum']);
  expect(shown(graph, only(graph, { c: ['1'] })).jobs).toBe('a/{c} c=1, sum');
});
