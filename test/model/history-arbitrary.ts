import fc from 'fast-check';
import type { History, InputSpec, JobSpec, RunStep, Step, Workflow } from './history.ts';

export interface HistorySize {
  readonly jobs: number;
  readonly steps: number;
}

/**
 * Any history: a small workflow, and what is done to it. `wishes` says which kinds of steps and
 * runs a player can carry out. Most begin with a plain run of everything, so that there is something
 * to change; all end with one.
 */
export function anyHistory(
  { jobs, steps }: HistorySize,
  wishes: HistoryWishes = EVERYTHING,
): fc.Arbitrary<History> {
  const step = fc.oneof(
    { weight: 4, arbitrary: anyRun(wishes) },
    { weight: 5, arbitrary: anyFileStep },
    { weight: 4, arbitrary: anyJobStep },
    { weight: wishes.forgets ? 1 : 0, arbitrary: fc.constant<Step>({ kind: 'forget' }) },
  );
  const first = sometimes(3, fc.constant([PLAIN_RUN]), []);
  return fc
    .record({
      workflow: anyWorkflow(jobs),
      first,
      steps: fc.array(step, { minLength: 1, maxLength: steps }),
    })
    .map((history) => ({
      workflow: history.workflow,
      steps: [...history.first, ...history.steps, PLAIN_RUN],
    }));
}

export interface HistoryWishes {
  readonly kills: boolean;
  readonly failures: boolean;
  /** Runs with triggers switched off. */
  readonly triggers: boolean;
  readonly forgets: boolean;
}

const EVERYTHING: HistoryWishes = { kills: true, failures: true, triggers: true, forgets: true };

export const PLAIN_RUN: Step & RunStep = {
  kind: 'run',
  targets: [],
  force: 'no',
  without: [],
  failing: [],
  kill: undefined,
  choices: [],
};

const number = fc.nat(30);

const anyFileStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      file: number,
      how: fc.constantFrom('coarse' as const, 'fine' as const),
      keepsTime: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('touch' as const), file: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), output: number }) },
);

const anyJobStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'change-code' as const,
      'change-params' as const,
      'rename-rule' as const,
      'turn-inputs' as const,
      'name-input' as const,
      'drop-input' as const,
    ),
    job: number,
  }),
  fc.record({ kind: fc.constant('add-input' as const), job: number, source: number }),
);

function anyRun({ kills, failures, triggers }: HistoryWishes): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('run' as const),
    targets: sometimes(1, fc.array(number, { minLength: 1, maxLength: 2 }), []),
    force: fc.oneof(
      { weight: 6, arbitrary: fc.constant('no' as const) },
      { weight: 1, arbitrary: fc.constantFrom('all' as const, 'targets' as const) },
      { weight: 1, arbitrary: fc.record({ job: number }) },
    ),
    without: sometimes(
      triggers ? 1 : 0,
      fc.subarray(['mtime', 'input', 'code', 'params'] as const),
      [],
    ),
    failing: sometimes(failures ? 1 : 0, fc.array(number, { minLength: 1, maxLength: 2 }), []),
    kill: sometimes(
      kills ? 1 : 0,
      fc.record({
        start: fc.nat(4),
        leaves: fc.constantFrom(
          'restored' as const,
          'moved-aside' as const,
          'half-written' as const,
        ),
      }),
      undefined,
    ),
    choices: fc.array(fc.nat(6), { maxLength: 6 }),
  });
}

function sometimes<Value, Other>(
  weight: number,
  arbitrary: fc.Arbitrary<Value>,
  otherwise: Other,
): fc.Arbitrary<Value | Other> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight, arbitrary });
}

const SOURCES = ['s0', 's1', 's2'];

function anyWorkflow(jobCount: number): fc.Arbitrary<Workflow> {
  return fc
    .array(anyJobSeed, { minLength: 1, maxLength: jobCount })
    .map((seeds) => ({ sources: SOURCES, jobs: jobsOf(seeds) }));
}

interface JobSeed {
  readonly inputs: readonly { readonly pick: number; readonly edge: InputSpec['edge'] }[];
  readonly outputs: readonly { readonly isTemp: boolean; readonly isOptional: boolean }[];
  readonly isCoarse: boolean;
  readonly hasCommand: boolean;
}

const anyJobSeed: fc.Arbitrary<JobSeed> = fc.record({
  inputs: fc.array(
    fc.record({
      pick: fc.oneof({ weight: 2, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(30) }),
      edge: fc.oneof(
        { weight: 6, arbitrary: fc.constant('data' as const) },
        { weight: 1, arbitrary: fc.constantFrom('order' as const, 'ancient' as const) },
        { weight: 1, arbitrary: fc.constant('final' as const) },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  outputs: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(
        fc.record({
          isTemp: fc.boolean(),
          isOptional: fc.oneof(
            { weight: 3, arbitrary: fc.constant(false) },
            { weight: 1, arbitrary: fc.constant(true) },
          ),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  isCoarse: fc.boolean(),
  hasCommand: fc.boolean(),
});

/** Inputs are numbers among the sources and what jobs before make, the newest first. */
function jobsOf(seeds: readonly JobSeed[]): JobSpec[] {
  const files = [...SOURCES];
  return seeds.map((seed, index) => {
    const outputs = seed.outputs.map((flags, place) => ({
      file: `o${index}${place === 0 ? '' : 'b'}`,
      ...flags,
    }));
    const inputs = seed.inputs.map(({ pick, edge }) => ({
      file: files.at(-1 - (pick % files.length)) ?? '',
      edge,
      name: undefined,
    }));
    const isNew = ({ file }: InputSpec, at: number): boolean =>
      inputs.findIndex((other) => other.file === file) === at;
    files.push(...outputs.map(({ file }) => file));
    return {
      key: `j${index}`,
      name: `j${index}`,
      inputs: inputs.filter(isNew),
      outputs,
      code: 0,
      params: 0,
      isCoarse: seed.isCoarse,
      // Only a job without outputs may be that of a target rule.
      hasCommand: outputs.length > 0 || seed.hasCommand,
    };
  });
}
