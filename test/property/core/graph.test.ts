import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { dependenciesOf, inputsOf, producerOf } from '../../../src/core/graph/graph-views.ts';
import { type JobGraph, NO_JOB } from '../../../src/core/graph/job-graph.ts';
import { anyGraphLines, graphOf, jobLabels } from '../../rigs/graph-rig.ts';
import { modelGraph, type ModelRule, type ModelWorld } from './graph-model.ts';

// No input is longer than the output whose wildcards it bears, so that every graph has an end.
const PATTERNS = [
  { outputs: ['k', 'x/k', 'y/k.t'], sibling: 'z/k', inputs: [] },
  {
    outputs: ['{n}', 'x/{n}', '{n}.t', 'y/{n}.t', 'z/{n}'],
    sibling: 'z/x/{n}',
    inputs: ['{n}', 'x/{n}', 'z/{n}', 'z/x/{n}'],
  },
  {
    outputs: ['{d}/{n}', '{d}/{n}.t'],
    sibling: 'z/{d}/{n}',
    inputs: ['{d}/{n}', 'z/{d}/{n}', 'x/{n}', '{d}', '{n}'],
  },
];
const PATHS = ['a', 'k', 'a.t', 'x/a', 'x/k', 'y/a.t', 'y/k.t', 'z/a', 'z/k', 'z/x/a', 'z/y/a'];
const anyPath = fc.constantFrom(...PATHS);

const anyRule = fc.constantFrom(...PATTERNS).chain(({ outputs, sibling, inputs }) =>
  fc.record({
    output: fc.constantFrom(...outputs),
    siblings: fc.constantFrom([], [], [sibling]),
    inputs: fc.array(fc.constantFrom(...inputs, ...PATHS), { maxLength: 3 }),
  }),
);

const anyWorld: fc.Arbitrary<ModelWorld> = fc.record({
  rules: fc.array(anyRule, { minLength: 1, maxLength: 6 }).map((rules) =>
    rules.map(({ output, siblings, inputs }, index): ModelRule => {
      return { name: `r${index}`, outputs: [output, ...siblings], inputs };
    }),
  ),
  existing: fc.uniqueArray(anyPath),
  ours: fc.uniqueArray(anyPath),
  targets: fc.uniqueArray(anyPath, { minLength: 1, maxLength: 3 }),
});

test('is what the definition says, job by job and input by input', async () => {
  const seen = { graphs: 0, problems: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      const real = await realGraph(world);
      const model = modelGraph(world);
      const problems = [...model.problems].toSorted();
      const jobs = problems.length === 0 ? Object.fromEntries(model.jobs) : {};
      expect(real).toEqual({ problems, jobs, isInOrder: true });
      for (const problem of problems) seen.problems.add(problem.split(' ')[0] ?? '');
      if (problems.length === 0) seen.graphs += 1;
    }),
    { numRuns: 2000 },
  );
  // The generator must reach all of it, or the test above says little.
  expect(seen.graphs).toBeGreaterThan(100);
  expect([...seen.problems].toSorted()).toEqual([
    'ambiguous-rules',
    'clashing-jobs',
    'dependency-cycle',
    'nested-output',
    'no-rule-for-file',
    'unknown-target',
  ]);
});

test('puts every job after those it needs, in any graph', async () => {
  await fc.assert(
    fc.asyncProperty(anyGraphLines(40), async (lines) => {
      expect(isInOrder(await graphOf(lines, [`f${lines.length - 1}`]))).toBe(true);
    }),
  );
});

test('is the same however the promises of input functions are settled', async () => {
  const delays = fc.array(fc.nat({ max: 20 }), { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(anyGraphLines(30), delays, delays, async (lines, some, others) => {
      const targets = [`f${lines.length - 1}`];
      const graphs = await Promise.all(
        [some, others].map((each) => graphOf(lines, targets, parked(lines, each))),
      );
      const [first, second] = graphs.map((graph) => ({ ...graph, rules: [] }));
      expect(second).toEqual(first);
    }),
    { numRuns: 50 },
  );
});

/** In the words of the model. */
interface RealGraph {
  readonly problems: readonly string[];
  readonly jobs: Readonly<Record<string, readonly string[]>>;
  readonly isInOrder: boolean;
}

async function realGraph(world: ModelWorld): Promise<RealGraph> {
  const lines = world.rules.map(
    ({ name, outputs, inputs }) => `${name}: ${outputs.join(' ')} <- ${inputs.join(' ')}`,
  );
  const { existing, ours } = world;
  try {
    const graph = await graphOf(lines, world.targets, { existing, ours });
    return { problems: [], jobs: inputsByJob(graph), isInOrder: isInOrder(graph) };
  } catch (error) {
    if (error instanceof FlowError)
      return { problems: problemsOf(error), jobs: {}, isInOrder: true };
    throw error;
  }
}

function problemsOf({ diagnostics }: FlowError): string[] {
  const problems = diagnostics.map(({ code, title }) =>
    code === 'dependency-cycle' ? code : `${code} ${/`(.*?)`/.exec(title)?.[1] ?? ''}`,
  );
  return [...new Set(problems)].toSorted();
}

function inputsByJob(graph: JobGraph): Record<string, string[]> {
  const labels = jobLabels(graph);
  return Object.fromEntries(
    labels.map((label, job) => [
      label,
      Array.from(inputsOf(graph, job), (file) => {
        const producer = producerOf(graph, file);
        const path = graph.paths.path(file);
        return producer === NO_JOB ? path : `${path} < ${labels[producer] ?? ''}`;
      }),
    ]),
  );
}

/** Does every job stand in the order once, and after those it needs? */
function isInOrder(graph: JobGraph): boolean {
  const { start, job: needed } = dependenciesOf(graph);
  const done = new Set<number>();
  for (const job of graph.order) {
    const isEarly = needed.subarray(start[job], start[job + 1]).some((each) => !done.has(each));
    if (isEarly || done.has(job)) return false;
    done.add(job);
  }
  return done.size === graph.jobCount;
}

/** The rules with their inputs as functions, each of which answers after so many turns. */
function parked(
  lines: readonly string[],
  delays: readonly number[],
): Parameters<typeof graphOf>[2] {
  const changes = lines.map((line, index) => {
    const [name = '', inputs = ''] = line.split(' <- ');
    const call = async (): Promise<string[]> => {
      for (let turn = delays[index] ?? 0; turn > 0; turn--) await Promise.resolve();
      return inputs.split(' ').filter((input) => input !== '');
    };
    const span = { file: '/w/flow.txt', line: index + 1, column: 1, length: 1 };
    const asked = { kind: 'function', name: undefined, span, edge: 'data', call } as const;
    return [name, { input: [asked] }] as const;
  });
  return { changes: Object.fromEntries(changes) };
}
