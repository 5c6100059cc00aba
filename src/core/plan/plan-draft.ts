import type { JobId } from '../graph/job-graph.ts';
import type { FileId } from '../graph/path-table.ts';
import type { ContentComparison } from './content-comparison.ts';
import type { FileUses } from './file-uses.ts';
import type { StandIn } from './plan.ts';
import type { PlanInput } from './plan-input.ts';
import type { OwnReason } from './reason.ts';

/** What is known of a job while a plan is made: bits of a byte. They are only ever set. */
export const MARK = {
  /** Has a reason of its own and runs. */
  own: 1,
  /** Runs, or may come to run: then what it makes is remade. */
  mayRun: 2,
  /** Makes a removed temporary file that a job reads which may come to run. */
  tempMayBeNeeded: 4,
  /** Has a reason of its own and outputs that were edited. */
  held: 8,
  /** A target rule's. */
  neverRuns: 16,
} as const;

/** How much a removed temporary file is wanted back. */
export const DEMAND = { none: 0, maybe: 1, certain: 2 } as const;
export type Demand = (typeof DEMAND)[keyof typeof DEMAND];

/** A plan in the making: the steps of `makePlan` fill it one after the other. */
export interface PlanDraft {
  readonly input: PlanInput;
  readonly uses: FileUses;
  readonly contents: ContentComparison;
  /** `MARK`s by job. */
  readonly marks: Uint8Array;
  /** By job, of those that have some; but `temp-needed` is told by `demand`. */
  readonly ownReasons: (readonly OwnReason[] | undefined)[];
  readonly removedTemps: Map<FileId, StandIn>;
  /** Optional outputs that are not there, as the records say. */
  readonly leftOut: Set<FileId>;
  /** Of removed temporary files that some job may need. */
  readonly demand: Map<FileId, Demand>;
  readonly adopted: JobId[];
  readonly edited: FileId[];
  /** 1 by job. */
  readonly isEdited: Uint8Array;
  /** Held jobs, with outputs that are missing and needed. */
  readonly stuck: Map<JobId, readonly FileId[]>;
}
