import { expect, test } from 'vitest';
import { buildGraph } from '../../../../src/core/graph/build-graph.ts';
import type { Expander, JobInputs } from '../../../../src/core/graph/expander.ts';
import { DATA_EDGE, type JobGraph } from '../../../../src/core/graph/job-graph.ts';
import { inputsOf } from '../../../../src/core/graph/graph-views.ts';
import type { PathTable } from '../../../../src/core/graph/path-table.ts';
import { graphRequest, jobLabels } from '../../../rigs/graph-rig.ts';

test('goes on with other jobs while one is parked', async () => {
  const resume: (() => void)[] = [];
  const slow = new Promise<void>((resolve) => {
    resume.push(resolve);
  });
  const expanded = await build({
    // The slow job goes on only after the end of the quick ones.
    parked: { slow },
    onExpand: (rule) => (rule === 'end' ? resume[0]?.() : undefined),
  });
  expect(expanded.asked).toEqual(['t', 'slow', 'quick', 'end', 'late']);
  expect(jobLabels(expanded.graph)).toEqual(['t', 'slow', 'quick', 'end', 'late']);
});

test('numbers jobs and files alike, whatever order parked jobs are ready in', async () => {
  const graphs: object[] = [];
  for (const [first, second] of [
    [1, 9],
    [9, 1],
    [0, 0],
  ]) {
    const { graph } = await build({ parked: { slow: ticks(first), quick: ticks(second) } });
    graphs.push({
      labels: jobLabels(graph),
      order: [...graph.order],
      files: allPaths(graph.paths),
    });
  }
  expect(graphs[0]).toEqual({
    labels: ['t', 'slow', 'quick', 'late', 'end'],
    order: [3, 4, 1, 2, 0],
    files: ['t', 'slow', 'quick', 'late', 'end'],
  });
  expect(graphs[1]).toEqual(graphs[0]);
  expect(graphs[2]).toEqual(graphs[0]);
});

test('copies shared inputs, and asks for them once', async () => {
  const lines = ['t <- a1 a2', 'a{n} <- x y', 'x <-', 'y <-'];
  const request = graphRequest(lines, ['t']);
  const shared = inputsFor(request.paths, ['x', 'y'], true);
  const answers = new Map([
    ['t', inputsFor(request.paths, ['a1', 'a2'])],
    ['a{n}', shared],
  ]);
  const none = inputsFor(request.paths, []);
  const graph = await buildGraph(request, {
    shapes: [[]],
    placeOf: neverAsked,
    expand: (rule) => answers.get(request.rules[rule]?.name ?? '') ?? none,
  });
  expect(jobLabels(graph)).toEqual(['t', 'a{n} n=1', 'a{n} n=2', 'x', 'y']);
  expect([...inputsOf(graph, 2)]).toEqual([...shared.files]);
  expect([...graph.order]).toEqual([3, 4, 1, 2, 0]);
});

interface Build {
  readonly parked: Readonly<Record<string, Promise<unknown>>>;
  readonly onExpand?: (rule: string) => void;
}

/** `t` needs `slow` and `quick`, these need `late` and `end`; some of them wait. */
async function build({ parked, onExpand }: Build): Promise<{ graph: JobGraph; asked: string[] }> {
  const needs = new Map([
    ['t', ['slow', 'quick']],
    ['slow', ['late']],
    ['quick', ['end']],
  ]);
  const lines = ['t <-', 'slow <-', 'quick <-', 'late <-', 'end <-'];
  const request = graphRequest(lines, ['t']);
  const asked: string[] = [];
  const expander: Expander = {
    shapes: [[]],
    placeOf: neverAsked,
    expand(rule) {
      const name = request.rules[rule]?.name ?? '';
      asked.push(name);
      onExpand?.(name);
      const read = (): JobInputs => inputsFor(request.paths, needs.get(name) ?? []);
      const ready = parked[name];
      return ready === undefined ? read() : { kind: 'parked', ready, read };
    },
  };
  return { graph: await buildGraph(request, expander), asked };
}

function inputsFor(paths: PathTable, files: readonly string[], isShared = false): JobInputs {
  return {
    kind: 'inputs',
    isShared,
    files: Int32Array.from(files, (path) => paths.intern(path)),
    edges: new Uint8Array(files.length).fill(DATA_EDGE),
    pins: undefined,
    shape: 0,
  };
}

/** Resolves after so many turns of the microtask queue. */
async function ticks(count = 0): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve();
}

function allPaths(paths: PathTable): string[] {
  return Array.from({ length: paths.size }, (_, file) => paths.path(file));
}

function neverAsked(): never {
  throw new Error('nothing is wrong, so no place is asked for');
}
