import type { JobGraph, JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { DigestId } from '../records/record-table.ts';
import type { Reason } from './reason.ts';

/** What the plan says of a job, as bytes in a column. */
export const VERDICT = {
  /** Up to date. */
  keep: 0,
  /** Has a reason of its own. */
  run: 1,
  /** Runs if an input that is remade comes out changed; else it is pruned. */
  conditional: 2,
  /** Makes a removed temporary file; runs if a conditional job that reads it comes to run. */
  dormant: 3,
  /** Stale, but its outputs were edited by hand: not run without `-R`. */
  held: 4,
} as const;

/** What was last seen of a removed temporary file. */
export interface StandIn {
  readonly digest: DigestId;
  readonly mtimeMs: number;
}

/** Which jobs have to run, and why. Values only: made from graph, records and facts. */
export interface Plan {
  readonly graph: JobGraph;
  /** A value of `VERDICT` by job. */
  readonly verdict: Uint8Array;
  /** In the order of the decision table. Empty for a job that is kept. */
  reasons(job: JobId): readonly Reason[];
  /** Of jobs that have something to run: target rules are not counted. */
  readonly counts: Readonly<Record<keyof typeof VERDICT, number>>;
  /**
   * Jobs without a record that are up to date by mtime, and whose inputs no job of the plan makes:
   * a real run records them as they are.
   */
  readonly adopted: readonly JobId[];
  /** Outputs that were changed by hand since they were made. */
  readonly edited: readonly FileId[];
  /** Temporary files that were removed, with what each stands for until it is made again. */
  readonly removedTemps: ReadonlyMap<FileId, StandIn>;
  /** Optional outputs that are not there, and that the last success of their jobs left out. */
  readonly leftOut: ReadonlySet<FileId>;
  /**
   * 1 by job: some output was edited by hand. A conditional job that comes to run is then held.
   */
  readonly isEdited: Uint8Array;
}
