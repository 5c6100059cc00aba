import fc from 'fast-check';
import type { VERDICT } from '../../src/core/plan/plan.ts';
import type { ResourceRequest } from '../../src/core/rule/resources.ts';
import { SMALL, type World, type WorldOptions, worldOf } from './run-rig.ts';

/** One job of a random world. Job `n` may need any of those before it, by any kind of edge. */
export interface AnyJob {
  readonly needs: readonly {
    readonly pick: number;
    readonly second: boolean;
    readonly edge: 'data' | 'order' | 'ancient' | 'final';
  }[];
  readonly hasSecondOutput: boolean;
  readonly isTemp: boolean;
  /** Of the first output. */
  readonly isAbsent: boolean;
  readonly verdict: keyof typeof VERDICT;
  readonly threads: number;
  readonly gpus: number;
  readonly gpuMemMib: number | undefined;
  readonly licences: number;
  readonly priority: number;
  readonly retries: number | undefined;
  /** The request grows so much with each attempt. */
  readonly growth: number;
  readonly isEdited: boolean;
}

const anyNeed = fc.record({
  pick: fc.nat(),
  second: fc.boolean(),
  edge: fc.oneof(
    { weight: 6, arbitrary: fc.constant('data' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('order' as const, 'ancient' as const, 'final' as const),
    },
  ),
});

export const anyJob: fc.Arbitrary<AnyJob> = fc.record({
  needs: fc.array(anyNeed, { maxLength: 3 }),
  hasSecondOutput: fc.boolean(),
  isTemp: fc.boolean(),
  isAbsent: fc.boolean(),
  verdict: fc.constantFrom('run', 'run', 'conditional', 'conditional', 'dormant', 'keep', 'held'),
  threads: fc.integer({ min: 1, max: 3 }),
  gpus: fc.constantFrom(0, 0, 0.3, 0.5, 1, 2),
  gpuMemMib: fc.constantFrom(undefined, undefined, 0.5, 4, 8),
  licences: fc.constantFrom(0, 0, 1, 2),
  priority: fc.integer({ min: 0, max: 2 }),
  retries: fc.option(fc.nat(2), { nil: undefined }),
  growth: fc.constantFrom(0, 0, 1),
  isEdited: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
});

export interface AnyLimits {
  readonly cores: number;
  readonly cards: number;
  /** Of each card. */
  readonly gpuFreeMib: number | undefined;
  readonly jobsPerGpu: number;
  readonly jobs: number | undefined;
  readonly isKeepGoing: boolean;
  readonly retries: number;
  readonly infrastructureRetries: number;
}

export const anyLimits: fc.Arbitrary<AnyLimits> = fc.record({
  cores: fc.integer({ min: 3, max: 5 }),
  cards: fc.integer({ min: 2, max: 3 }),
  gpuFreeMib: fc.constantFrom(undefined, 8, 10),
  jobsPerGpu: fc.constantFrom(1, 1, 2, 3),
  jobs: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  isKeepGoing: fc.boolean(),
  retries: fc.nat(2),
  infrastructureRetries: fc.nat(2),
});

/** The first attempt of every job fits: 3 cores, 2 cards of 8 MiB and 2 licences are always there. */
export function worldOfAny(jobs: readonly AnyJob[], limits: AnyLimits): World {
  const lines = jobs.map((job, index) => lineOf(job, index, jobs));
  const absent = jobs.flatMap(({ isAbsent }, index) => (isAbsent ? [`f${index}`] : []));
  const rules: Record<string, { retries: number | undefined }> = {};
  const verdicts: Record<string, keyof typeof VERDICT> = {};
  const priorities: Record<string, number> = {};
  for (const [index, { retries, verdict, priority }] of jobs.entries()) {
    rules[`f${index}`] = { retries };
    verdicts[`f${index}`] = verdict;
    priorities[`f${index}`] = priority;
  }
  const options: WorldOptions = {
    verdicts,
    absent,
    edited: jobs.flatMap(({ isEdited }, index) => (isEdited ? [`f${index}`] : [])),
    rules,
    priorities,
    requests: (job, attempt) => requestOf(jobs[job], attempt),
    limits: {
      capacity: {
        cores: limits.cores,
        jobs: limits.jobs,
        memMib: undefined,
        diskMib: undefined,
        gpus: Array.from({ length: limits.cards }, (_, card) => `GPU-${card}`),
        gpuFreeMib: Array.from({ length: limits.cards }, () => limits.gpuFreeMib),
        jobsPerGpu: limits.jobsPerGpu,
        custom: { licence: 2 },
      },
      isKeepGoing: limits.isKeepGoing,
      retries: limits.retries,
      infrastructureRetries: limits.infrastructureRetries,
    },
  };
  return worldOf(lines, options);
}

function lineOf(job: AnyJob, index: number, jobs: readonly AnyJob[]): string {
  const first = job.isTemp ? `temp(f${index})` : `f${index}`;
  const second = job.hasSecondOutput ? ` g${index}` : '';
  const inputs = new Map<string, string>();
  for (const { pick, second: isSecond, edge } of index === 0 ? [] : job.needs) {
    const maker = pick % index;
    const path = isSecond && jobs[maker]?.hasSecondOutput === true ? `g${maker}` : `f${maker}`;
    if (!inputs.has(path)) inputs.set(path, edge === 'data' ? path : `${edge}(${path})`);
  }
  return `f${index}: ${first}${second} <- s${index} ${[...inputs.values()].join(' ')}`;
}

function requestOf(job: AnyJob | undefined, attempt: number): ResourceRequest {
  if (job === undefined) return SMALL;
  const { threads, gpus, gpuMemMib, licences, growth } = job;
  return {
    ...SMALL,
    threads: threads + growth * (attempt - 1),
    gpus,
    gpuMemMib,
    custom: { licence: licences, label: 'text' },
  };
}
