import type { JobId } from '../graph/job-graph.ts';

/**
 * A plan as a batch system carries it out by itself: arrays of jobs, each with what it waits for, in an
 * order in which every array stands after those that it waits for.
 *
 * The meaning of dependencies is SLURM's, with dependents ended that can never start (`--kill-on-invalid-dep`):
 * a failure then makes everything behind it final, and who waits for an end in whatever way begins.
 */
export interface Submission {
  readonly arrays: readonly SubmittedArray[];
}

export interface SubmittedArray {
  /** What its jobs have in common, as the caller says; of a join, that of those who wait for it. */
  readonly stage: string;
  /**
   * In ascending order of their indices. A single task is submitted as a job by itself. None: a join,
   * which runs nothing, and stands for dependencies that are too many for one list.
   */
  readonly tasks: readonly ArrayTask[];
  /** All have to hold before a task starts. */
  readonly dependencies: readonly Dependency[];
}

export interface ArrayTask {
  readonly index: number;
  readonly job: JobId;
}

export type Dependency =
  /** The task of the same index of an array has succeeded. */
  { readonly kind: 'aftercorr'; readonly array: number } | TaskDependency;

export interface TaskDependency {
  /** Has succeeded; or has ended in whatever way. */
  readonly kind: 'afterok' | 'afterany';
  /** Index into the arrays. */
  readonly array: number;
  /** One task of it; undefined: all. */
  readonly index?: number;
}
