import { expect, test } from 'vitest';
import {
  dependenciesOf,
  dependentsOf,
  type JobLists,
  neededFiles,
  outputAround,
  producerOf,
  readersOf,
} from '../../../../src/core/graph/graph-views.ts';
import type { JobGraph } from '../../../../src/core/graph/job-graph.ts';
import { graphOf, jobLabels } from '../../../rigs/graph-rig.ts';

// t reads two files of pair; t and left read raw.
const LINES = [
  't <- left right p q raw',
  'left <- p raw raw',
  'right <- left',
  'pair: p q r <- raw',
];

test('lists the jobs that each job needs, once', async () => {
  const graph = await graphOf(LINES, ['t']);
  expect(byLabel(graph, dependenciesOf(graph))).toEqual({
    t: ['left', 'right', 'pair'],
    left: ['pair'],
    right: ['left'],
    pair: [],
  });
});

test('lists the jobs that need each job, once', async () => {
  const graph = await graphOf(LINES, ['t']);
  expect(byLabel(graph, dependentsOf(graph))).toEqual({
    t: [],
    left: ['t', 'right'],
    right: ['t'],
    pair: ['t', 'left'],
  });
});

test('lists the jobs that read each file, once', async () => {
  const graph = await graphOf(LINES, ['t']);
  const { start, job } = readersOf(graph);
  const readers = (path: string): string[] => {
    const file = graph.paths.find(path);
    const labels = jobLabels(graph);
    return Array.from(job.subarray(start[file], start[file + 1]), (each) => labels[each] ?? '');
  };
  expect(readers('raw')).toEqual(['t', 'left', 'pair']);
  expect(readers('p')).toEqual(['t', 'left']);
  expect(readers('r')).toEqual([]);
});

test('knows which files somebody needs', async () => {
  const graph = await graphOf(LINES, ['t']);
  graph.paths.intern('later');
  const isNeeded = neededFiles(graph);
  const needed = [...isNeeded.keys()].filter((file) => isNeeded[file] === 1);
  expect(needed.map((file) => graph.paths.path(file)).toSorted()).toEqual([
    'left',
    'p',
    'q',
    'raw',
    'right',
    't',
  ]);
});

test('knows no producer of a file that came after the graph', async () => {
  const graph = await graphOf(LINES, ['t']);
  expect(producerOf(graph, graph.paths.intern('later'))).toBe(-1);
});

test('knows the output that a file is or lies in', async () => {
  const graph = await graphOf(['t <- d/x/y a.log', 'make: a dir(d) <- raw | a.log'], ['t']);
  const around = (path: string): string | undefined => {
    const output = outputAround(graph, graph.paths.find(path));
    return output === undefined ? undefined : graph.paths.path(output);
  };
  expect(['a', 'd', 'd/x/y', 'a.log', 'raw'].map(around)).toEqual([
    'a',
    'd',
    'd',
    undefined,
    undefined,
  ]);
});

function byLabel(graph: JobGraph, { start, job }: JobLists): Record<string, string[]> {
  const labels = jobLabels(graph);
  return Object.fromEntries(
    labels.map((label, index) => [
      label,
      Array.from(job.subarray(start[index], start[index + 1]), (each) => labels[each] ?? ''),
    ]),
  );
}
