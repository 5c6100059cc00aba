import type { JobId } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { Reason } from '../core/plan/reason.ts';
import type { FailureCause, ResourceRequest } from '../core/rule/resources.ts';
import type { JobOutcome } from '../ports/executor.ts';
import type { RunCounts, RunEvent } from '../ports/run-event.ts';

/** What is to be done, in the words of the machine; the loop carries it out in this order. */
export type RunEffect =
  | LaunchEffect
  | {
      readonly kind: 'cancel';
      readonly tokens: readonly string[];
      readonly how: 'gently' | 'at-once';
    }
  | { readonly kind: 'tell'; readonly event: RunEvent }
  | RecordEffect
  /** The attempt is over and its outputs are as before it. */
  | { readonly kind: 'record-end'; readonly token: string }
  | { readonly kind: 'remove-temps'; readonly files: readonly FileId[] }
  /** Outputs that were committed without a digest: `digest-known` is awaited for each. */
  | { readonly kind: 'fingerprint'; readonly files: readonly FileId[] }
  | { readonly kind: 'set-timer'; readonly timer: number; readonly delayMs: number }
  /** Once, and the last effect of all. */
  | { readonly kind: 'finish'; readonly counts: RunCounts };

export interface LaunchEffect {
  readonly kind: 'launch';
  readonly job: JobId;
  readonly token: string;
  readonly attempt: number;
  readonly failure: FailureCause | undefined;
  readonly request: ResourceRequest;
  readonly gpus: readonly string[];
  /** Index into the pools of the run. */
  readonly pool: number;
  /** Those of the plan, and first what the plan could not know. */
  readonly reasons: readonly Reason[];
}

/** The attempt succeeded: its record is written. */
export interface RecordEffect {
  readonly kind: 'record';
  readonly job: JobId;
  readonly token: string;
  readonly outcome: Extract<JobOutcome, { kind: 'succeeded' }>;
  readonly durationMs: number;
}
