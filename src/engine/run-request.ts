import type { FileId } from '../core/graph/path-table.ts';
import type { FileFacts } from '../core/plan/file-facts.ts';
import type { InputChanges } from '../core/plan/input-changes.ts';
import type { Plan } from '../core/plan/plan.ts';
import type { RecordTable } from '../core/records/record-table.ts';
import type { Durations } from '../core/schedule/longest-paths.ts';
import type { Clock } from '../ports/clock.ts';
import type { Disk } from '../ports/disk.ts';
import type { Executor, JobOutcome } from '../ports/executor.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { JournalWriter } from '../ports/journal.ts';
import type { JobReference, RunCounts, RunListener } from '../ports/run-event.ts';
import type { WaitAnswer, WaitQuestion } from '../ports/wait-view.ts';
import type { JobMaker } from './job-maker.ts';
import type { RunLimits } from './run-limits.ts';

/** One carrying-out of a plan. */
export interface RunRequest {
  /** Unlike that of any other run; short, and fit for file names. */
  readonly runId: string;
  readonly plan: Plan;
  /** May be those that the journal goes into: what is asked is asked before it is written. */
  readonly records: RecordTable;
  readonly facts: FileFacts;
  /** What the plan left open. */
  readonly changes: Pick<InputChanges, 'ofRemade' | 'ofKept'>;
  readonly limits: RunLimits;
  /** Temporary files that the default target still needs: they stay. */
  readonly tempHolds: ReadonlySet<FileId>;
  /** Of this run: where outputs that were edited by hand end when `-R` overwrites them. */
  readonly trashFolder: string;
  readonly maker: JobMaker;
  /** Attempts that an earlier flow launched with this executor, and did not see the end of. */
  readonly earlier?: readonly FrozenAttempt[];
  /** How long jobs are thought to take, for their order; if absent, as records say. */
  readonly durations?: Durations;
  readonly tools: RunTools;
}

export interface RunTools {
  readonly executor: Executor;
  readonly journal: JournalWriter;
  readonly disk: Pick<Disk, 'remove' | 'lstat' | 'stat' | 'isProtected' | 'protect'>;
  readonly hasher: Pick<Hasher, 'fingerprint'>;
  readonly clock: Clock;
  readonly tell: RunListener;
  /** Takes what answers questions about a run that goes on; the answer takes it back. */
  readonly onQuestion?: (answer: (question: WaitQuestion) => WaitAnswer) => () => void;
  /** Calls back at each signal that asks to stop; the answer takes the call back. */
  readonly onSignal: (call: (signal: string) => void) => () => void;
}

export interface RunResult {
  readonly counts: RunCounts;
  /** Jobs that failed for good, in the order in which they did. */
  readonly failures: readonly JobFailure[];
  readonly end: RunEnd;
}

export interface JobFailure {
  readonly job: JobReference;
  /** Which attempt was the last. */
  readonly attempt: number;
  readonly outcome: JobOutcome;
}

export type RunEnd =
  | { readonly kind: 'done' }
  /** Some job failed. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'interrupted'; readonly signal: string }
  /** The journal or the executor gave up (a `FlowError` of kind environment), or we have a bug. */
  | { readonly kind: 'broke'; readonly error: Error };
