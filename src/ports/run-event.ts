import type { Diagnostic } from '../core/diagnostic.ts';
import type { Reason } from '../core/plan/reason.ts';
import type { JobOutcome } from './executor.ts';

/** Which job an event speaks of. `label` is for people: `stitch cycle=1`. */
export interface JobReference {
  readonly id: number;
  readonly rule: string;
  readonly label: string;
}

/**
 * Everything that happens in a run, in order. Terminal, log, report, dashboard and tests are all
 * readers of this one stream; the engine knows none of them. Written to `events.jsonl` with `at`.
 */
export type RunEvent =
  | {
      readonly kind: 'run-started';
      readonly runId: string;
      /** Planned jobs by rule, in the order in which rules first come up in the graph. */
      readonly rules: readonly PlannedRule[];
      /** Will run / will run if inputs change / are up to date / are held from the beginning. */
      readonly counts: {
        readonly run: number;
        readonly conditional: number;
        readonly kept: number;
        readonly held?: number;
      };
      /** Of the machine on which jobs run. */
      readonly cores?: number;
      readonly gpus: readonly string[];
      /** Where jobs run instead of on one machine; none: where a cluster puts them. */
      readonly pools?: readonly PoolOnShow[];
    }
  /** Jobs without a record that are up to date by time were recorded as they are. */
  | { readonly kind: 'jobs-adopted'; readonly count: number }
  | {
      readonly kind: 'job-started';
      readonly job: JobReference;
      readonly attempt: number;
      readonly reasons: readonly Reason[];
      readonly command: string;
      /** What the rule says of it. */
      readonly message?: string;
      readonly threads: number;
      readonly gpus: readonly string[];
      /** Where it was placed, in a run of several pools. */
      readonly pool?: string;
      readonly logFile: string;
      readonly outputs: readonly string[];
      /** An earlier flow launched it, and it has gone on meanwhile. */
      readonly isAdopted?: true;
    }
  | {
      readonly kind: 'job-ended';
      readonly job: JobReference;
      readonly attempt: number;
      readonly outcome: JobOutcome;
      readonly durationMs: number;
      readonly willRetry: boolean;
      /** Outputs that came out as recorded before; they stop the wave. */
      readonly unchanged: readonly string[];
    }
  /** Was conditional, and its inputs came out as they were. */
  | { readonly kind: 'job-pruned'; readonly job: JobReference }
  /** Stale, but these outputs were edited by hand. */
  | { readonly kind: 'job-held'; readonly job: JobReference; readonly edited: readonly string[] }
  | { readonly kind: 'job-skipped'; readonly job: JobReference; readonly because: SkipCause }
  | { readonly kind: 'temp-removed'; readonly paths: readonly string[] }
  | { readonly kind: 'warned'; readonly diagnostic: Diagnostic }
  /** The first signal: nothing more is started, running jobs are being ended. */
  | { readonly kind: 'run-cancelled'; readonly signal: string }
  | { readonly kind: 'run-ended'; readonly counts: RunCounts; readonly durationMs: number };

export interface PlannedRule {
  readonly rule: string;
  /** Will run, or may. */
  readonly jobCount: number;
  /** Will not, since their outputs were edited by hand; of each a `job-held` follows. */
  readonly heldCount?: number;
}

export interface PoolOnShow {
  readonly name: string;
  readonly gpus: number;
  /** How many jobs may run there at once; undefined: as many as fit. */
  readonly jobs?: number;
}

/** As a line of `events.jsonl` has it. */
export type RecordedEvent = RunEvent & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

export type SkipCause =
  | { readonly kind: 'need-failed'; readonly job: JobReference }
  | { readonly kind: 'run-stopped' };

export interface RunCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly pruned: number;
  readonly held: number;
}

export type RunListener = (event: RunEvent) => void;
