import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputsOf, makersOf } from '../../../src/core/graph/graph-views.ts';
import type { JobGraph } from '../../../src/core/graph/job-graph.ts';
import { type GraphPart, graphOfPart } from '../../../src/core/graph/part/graph-part.ts';
import { partOnly } from '../../../src/core/graph/part/part-only.ts';
import { partUntil } from '../../../src/core/graph/part/part-until.ts';
import { partWithout } from '../../../src/core/graph/part/part-without.ts';
import { anyGraphLines, graphOf, jobLabels } from '../../rigs/graph-rig.ts';

// Goal: parts of graphs are what the command line's flags are said to leave.
// Method: any small graph; what is left is worked out a second time with sets of names.

/** Files as jobs, since every rule here makes one file of its name. */
type Needs = ReadonlyMap<string, readonly string[]>;

function needsOf(graph: JobGraph): Needs {
  const labels = jobLabels(graph);
  return new Map(
    labels.map((label, job) => [
      label,
      [...new Set(Array.from(makersOf(graph, job), (maker) => labels[maker] ?? ''))],
    ]),
  );
}

/** All that can be reached from some names, themselves included. */
function closure(names: Iterable<string>, next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(names);
  for (const name of seen) for (const other of next(name)) seen.add(other);
  return seen;
}

function kept(graph: JobGraph, part: GraphPart): string[] {
  return jobLabels(graph).filter((_, job) => part.isKept[job] === 1);
}

/** What the part's graph says, in names; checks that the order is one. */
function told(graph: JobGraph, part: GraphPart): { jobs: string[]; inputs: string[][] } {
  const rest = graphOfPart(graph, part);
  const labels = jobLabels(rest);
  const done = new Set<string>();
  for (const job of rest.order) {
    for (const maker of makersOf(rest, job)) expect(done).toContain(labels[maker]);
    done.add(labels[job] ?? '');
  }
  expect(done.size).toBe(rest.jobCount);
  const inputs = labels.map((_, job) =>
    Array.from(inputsOf(rest, job), (file) => rest.paths.path(file)),
  );
  return { jobs: labels, inputs };
}

const anyNamed = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 3 });

test('until some jobs: those and what they need; without some: all but those and what needs them', async () => {
  await fc.assert(
    fc.asyncProperty(anyGraphLines(12), anyNamed, async (lines, picks) => {
      const targets = lines.map((_, index) => `f${index}`).slice(-3);
      const graph = await graphOf(lines, targets);
      const needs = needsOf(graph);
      const all = [...needs.keys()];
      const words = picks.flatMap((pick) => all[pick % all.length] ?? []);
      const named = {
        rules: new Set(words.slice(0, 1)),
        files: new Set(words.slice(1).map((word) => graph.paths.find(word))),
      };
      const until = closure(words, (name) => needs.get(name) ?? []);
      const readers = (name: string): string[] =>
        all.filter((each) => needs.get(each)?.includes(name));
      const after = closure(words, readers);

      expect(kept(graph, partUntil(graph, named)).toSorted()).toEqual([...until].toSorted());
      const without = partWithout(graph, named);
      expect(kept(graph, without)).toEqual(all.filter((name) => !after.has(name)));
      for (const part of [partUntil(graph, named), without]) {
        const { jobs, inputs } = told(graph, part);
        const places = jobs.map((label) => jobLabels(graph).indexOf(label));
        expect(inputs).toEqual(
          places.map((job) => Array.from(inputsOf(graph, job), (file) => graph.paths.path(file))),
        );
      }
    }),
    { numRuns: 500 },
  );
});

/** Of each layer: whether its files bear a wildcard, and of which layers it needs what. */
const anyLayers = fc.array(
  fc.record({
    isBearing: fc.boolean(),
    needs: fc.array(fc.tuple(fc.nat(), fc.constantFrom('same', 'all', '1', '3')), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 7 },
);
const VALUES = ['1', '2', '3'];

function valueOf(label: string): string | undefined {
  return label.split('n=')[1];
}

function linesOf(layers: typeof anyLayers extends fc.Arbitrary<infer Layers> ? Layers : never): {
  lines: string[];
  targets: string[];
} {
  const bears = layers.map(({ isBearing }) => isBearing);
  const files = (layer: number, how: string, isInside: boolean): string[] => {
    if (bears[layer] !== true) return [`f${layer}`];
    if (how === 'same' && isInside) return [`f${layer}/{n}`];
    return (how === 'same' || how === 'all' ? VALUES : [how]).map((value) => `f${layer}/${value}`);
  };
  const lines = layers.map(({ isBearing, needs }, index) => {
    const inputs = needs.flatMap(([pick, how]) =>
      index === 0 ? [] : files(pick % index, how, isBearing),
    );
    const output = isBearing ? `f${index}/{n}` : `f${index}`;
    return `r${index}: ${output} <- ${[...new Set(inputs)].join(' ')}`;
  });
  const last = [layers.length - 1, layers.length - 2].filter((layer) => layer >= 0);
  return { lines, targets: last.flatMap((layer) => files(layer, 'all', false)) };
}

test('only some values: what can be made without the others, and is wanted', async () => {
  const seen = { waiting: 0, saved: 0 };
  await fc.assert(
    fc.asyncProperty(
      anyLayers,
      fc.subarray(VALUES, { minLength: 1 }),
      fc.array(fc.boolean(), { minLength: 21, maxLength: 21 }),
      async (layers, selected, existing) => {
        const { lines, targets } = linesOf(layers);
        const graph = await graphOf(lines, targets);
        const needs = needsOf(graph);
        const all = [...needs.keys()];
        const isThere = (label: string): boolean => existing[all.indexOf(label) % 21] === true;
        const isSelected = (label: string): boolean => selected.includes(valueOf(label) ?? '');

        // By definition, over and over until nothing changes.
        const outside = new Set(
          all.filter((label) => valueOf(label) !== undefined && !isSelected(label)),
        );
        const waiting = new Set<string>();
        const isLeft = (label: string): boolean => outside.has(label) || waiting.has(label);
        for (let before = -1; before !== waiting.size; ) {
          before = waiting.size;
          for (const label of all.filter((each) => !isLeft(each))) {
            const lacks = (needs.get(label) ?? []).filter((need) => isLeft(need) && !isThere(need));
            if (lacks.length > 0) waiting.add(label);
          }
        }
        const isTarget = (label: string): boolean => {
          const [rule = '', value] = label.split(' n=');
          const file = `f${rule.slice(1)}${value === undefined ? '' : `/${value}`}`;
          return targets.includes(file);
        };
        const wanted = all.filter((label) => {
          if (isLeft(label)) return false;
          const readers = all.filter((each) => needs.get(each)?.includes(label));
          const isForOthers = valueOf(label) !== undefined && readers.some((it) => outside.has(it));
          return isTarget(label) || isForOthers || readers.some((it) => waiting.has(it));
        });
        const expected = closure(wanted, (label) =>
          (needs.get(label) ?? []).filter((need) => !isLeft(need)),
        );

        const labels = jobLabels(graph);
        const part = partOnly(graph, new Map([['n', new Set(selected)]]), (file) => {
          const job = graph.producer[file] ?? -1;
          return isThere(labels[job] ?? '');
        });
        expect(kept(graph, part).toSorted()).toEqual([...expected].toSorted());
        told(graph, part);
        seen.waiting += waiting.size;
        seen.saved += [...expected].filter((label) => needs.get(label)?.some(isLeft)).length;
      },
    ),
    { numRuns: 500 },
  );
  // The generator must reach jobs that wait, and jobs that take what is there.
  expect(seen.waiting).toBeGreaterThan(100);
  expect(seen.saved).toBeGreaterThan(20);
});
