import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobGraph, JobId } from '../../../../src/core/graph/job-graph.ts';
import { compileSubmission } from '../../../../src/core/submit/compile-submission.ts';
import type { Submission } from '../../../../src/core/submit/submission.ts';
import { worldOf } from '../../../rigs/run-rig.ts';
import { type Fate, playSubmission } from '../../../rigs/submission-model.ts';

// Stages of jobs that are linked in the ways in which workflows link them, and at random; some of the
// jobs are not submitted. What the submission makes of failures has to be what the plan says.

type Linking = 'same' | 'all' | 'pairs' | 'halves' | 'shifted' | 'some';

interface AnyLink {
  /** Of an earlier stage. */
  readonly pick: number;
  readonly how: Linking;
  readonly isFinal: boolean;
}

interface AnyStage {
  readonly width: number;
  readonly links: readonly AnyLink[];
}

interface Plan {
  readonly stages: readonly AnyStage[];
  /** Of all jobs, by a number that changes from job to job. */
  readonly chance: readonly number[];
}

const anyStage: fc.Arbitrary<AnyStage> = fc.record({
  width: fc.integer({ min: 1, max: 7 }),
  links: fc.array(
    fc.record({
      pick: fc.nat(),
      how: fc.constantFrom<Linking>('same', 'same', 'all', 'pairs', 'halves', 'shifted', 'some'),
      isFinal: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 3 },
  ),
});

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  stages: fc.array(anyStage, { minLength: 1, maxLength: 6 }),
  chance: fc.array(fc.nat(9), { minLength: 50, maxLength: 50 }),
});

const anyLimits = fc.record({
  maxArraySize: fc.integer({ min: 1, max: 9 }),
  maxDependencies: fc.integer({ min: 4, max: 6 }),
});

interface Need {
  readonly job: JobId;
  readonly isFinal: boolean;
}

interface PlannedJob {
  readonly name: string;
  readonly stage: number;
  readonly needs: readonly Need[];
}

function jobsOf({ stages, chance }: Plan): readonly PlannedJob[] {
  const jobs: PlannedJob[] = [];
  const starts: number[] = [];
  for (const [stage, { width, links }] of stages.entries()) {
    starts.push(jobs.length);
    for (let index = 0; index < width; index += 1) {
      const needs = new Map<JobId, Need>();
      for (const { pick, how, isFinal } of stage === 0 ? [] : links) {
        const earlier = pick % stage;
        const count = stages[earlier]?.width ?? 0;
        for (let at = 0; at < count; at += 1) {
          const isSome = (chance[(stage * 11 + index * 5 + at) % 50] ?? 0) < 3;
          if (!isLinked(how, { index, at, count, isSome })) continue;
          const job = (starts[earlier] ?? 0) + at;
          needs.set(job, { job, isFinal: isFinal && (needs.get(job)?.isFinal ?? true) });
        }
      }
      jobs.push({ name: `j${jobs.length}`, stage, needs: Array.from(needs.values()) });
    }
  }
  return jobs;
}

interface LinkPlace {
  readonly index: number;
  readonly at: number;
  readonly count: number;
  readonly isSome: boolean;
}

function isLinked(how: Linking, { index, at, count, isSome }: LinkPlace): boolean {
  switch (how) {
    case 'same':
      return index % count === at;
    case 'all':
      return true;
    case 'pairs':
      return at >> 1 === index;
    case 'halves':
      return at === index >> 1;
    case 'shifted':
      return (index + 1) % count === at;
    case 'some':
      return isSome;
  }
}

/** By the plan alone: who starts, and who succeeds. */
function fatesOf(
  jobs: readonly PlannedJob[],
  isSubmitted: (job: JobId) => boolean,
  fails: (job: JobId) => boolean,
): ReadonlyMap<JobId, Fate> {
  const fates = new Map<JobId, Fate>();
  for (const [job, { needs }] of jobs.entries()) {
    if (!isSubmitted(job)) continue;
    const canStart = needs.every(
      (need) => need.isFinal || !isSubmitted(need.job) || fates.get(need.job) === 'succeeded',
    );
    fates.set(job, canStart ? (fails(job) ? 'failed' : 'succeeded') : 'ended-unstarted');
  }
  return fates;
}

function graphOf(jobs: readonly PlannedJob[]): JobGraph {
  const { graph } = worldOf(
    jobs.map(({ name, needs }) => {
      const inputs = needs.map(({ job, isFinal }) => (isFinal ? `final(j${job})` : `j${job}`));
      return `${name}: ${name} <- s ${inputs.join(' ')}`;
    }),
  );
  return graph;
}

/** All that a task waits for, by way of joins too: `kind job`, once each. */
function waitedFor({ arrays }: Submission): ReadonlyMap<JobId, readonly string[]> {
  const found = new Map<JobId, readonly string[]>();
  const jobsWaitedFor = (array: number, index: number): string[] =>
    (arrays[array]?.dependencies ?? []).flatMap((it) => {
      const tasks = arrays[it.array]?.tasks ?? [];
      if (tasks.length === 0) return jobsWaitedFor(it.array, 0);
      const at = it.kind === 'aftercorr' ? index : it.index;
      const kind = it.kind === 'afterany' ? 'end' : 'success';
      return tasks
        .filter((task) => at === undefined || task.index === at)
        .map(({ job }) => `${kind} ${job}`);
    });
  for (const [array, { tasks }] of arrays.entries()) {
    for (const { index, job } of tasks) found.set(job, jobsWaitedFor(array, index).toSorted());
  }
  return found;
}

test('every job waits for exactly what it needs, once, within the limits', () => {
  fc.assert(
    fc.property(anyPlan, anyLimits, (plan, limits) => {
      const jobs = jobsOf(plan);
      const isSubmitted = (job: JobId): boolean => (plan.chance[job % 50] ?? 0) < 8;
      const submission = compileSubmission({
        graph: graphOf(jobs),
        isSubmitted,
        stageOf: (job) => `stage ${jobs[job]?.stage}`,
        ...limits,
      });
      const expected = jobs.flatMap(({ needs }, job): [JobId, string[]][] =>
        isSubmitted(job)
          ? [
              [
                job,
                needs
                  .filter((need) => isSubmitted(need.job))
                  .map((need) => `${need.isFinal ? 'end' : 'success'} ${need.job}`)
                  .toSorted(),
              ],
            ]
          : [],
      );
      const found = Array.from(waitedFor(submission)).toSorted(([a], [b]) => a - b);
      expect(found).toEqual(expected);
      for (const [number, { tasks, dependencies, stage }] of submission.arrays.entries()) {
        const indices = tasks.map(({ index }) => index);
        expect(indices).toEqual([...new Set(indices)].toSorted((a, b) => a - b));
        expect(indices.every((index) => index < limits.maxArraySize)).toBe(true);
        expect(dependencies.length).toBeLessThanOrEqual(limits.maxDependencies);
        expect(dependencies.every(({ array }) => array < number)).toBe(true);
        expect(tasks.every(({ job }) => stage === `stage ${jobs[job]?.stage}`)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test('whatever fails, what runs is what the plan allows', () => {
  fc.assert(
    fc.property(anyPlan, anyLimits, fc.nat(6), (plan, limits, failing) => {
      const jobs = jobsOf(plan);
      const isSubmitted = (job: JobId): boolean => (plan.chance[job % 50] ?? 0) < 9;
      const fails = (job: JobId): boolean => (plan.chance[(job * 3 + 1) % 50] ?? 0) < failing;
      const submission = compileSubmission({
        graph: graphOf(jobs),
        isSubmitted,
        stageOf: (job) => `stage ${jobs[job]?.stage}`,
        ...limits,
      });
      const fates = Array.from(playSubmission(submission, fails)).toSorted(([a], [b]) => a - b);
      expect(fates).toEqual(Array.from(fatesOf(jobs, isSubmitted, fails)));
    }),
    { numRuns: 400 },
  );
});
