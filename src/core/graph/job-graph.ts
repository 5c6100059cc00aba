import type { GroupShape } from '../rule/file-groups.ts';
import type { EdgeKind, Rule } from '../rule/rule.ts';
import type { FileId, PathTable } from './path-table.ts';

/** A job by number: an index into the graph's columns, from 0, stable while the graph grows. */
export type JobId = number;

export const NO_JOB = -1;

/** The kinds of edges as bytes, in the columns. */
export const EDGE_KINDS: readonly EdgeKind[] = ['data', 'order', 'ancient', 'final'];
export const DATA_EDGE = 0;
export const ORDER_EDGE = 1;
export const ANCIENT_EDGE = 2;
export const FINAL_EDGE = 3;

/**
 * Which jobs are needed for some targets, and which job waits for which, as columns: a graph of a
 * hundred thousand jobs is ordinary. Objects are made only of jobs that are looked at (`jobOf`).
 *
 * The inputs of job `j` are `inputFile[inputStart[j] .. inputStart[j + 1]]`; outputs likewise.
 * The arrays may be longer than what is in use: `jobCount` says where the columns end.
 */
export interface JobGraph {
  readonly paths: PathTable;
  readonly rules: readonly Rule[];
  readonly jobCount: number;

  /** Index into `rules`, by job. */
  readonly ruleIndex: Int32Array;
  /** Values in the order of the rule's `wildcardNames`, by job. */
  readonly wildcardValues: readonly (readonly string[])[];

  readonly inputStart: Int32Array;
  readonly inputFile: Int32Array;
  /** Index into `EDGE_KINDS`, one an input. */
  readonly inputEdge: Uint8Array;
  /** Index into `shapes`, by job. */
  readonly inputShape: Int32Array;
  readonly shapes: readonly (readonly GroupShape[])[];

  readonly outputStart: Int32Array;
  readonly outputFile: Int32Array;

  /**
   * The job that makes a file, or `NO_JOB`, by file; shorter than the path table may be. A job also
   * makes its logs, and all that other jobs read from below its output directories.
   */
  readonly producer: Int32Array;

  /** Every job after the jobs that it needs. */
  readonly order: Int32Array;

  /** What was asked for: files, and jobs without outputs (target rules). */
  readonly targetFiles: readonly FileId[];
  readonly targetJobs: readonly JobId[];
}
