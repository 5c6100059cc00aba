import type { Diagnostic } from '../core/diagnostic.ts';
import type { FileRow, InputRow } from '../core/records/journal-entry.ts';
import type { FailureCause } from '../core/rule/resources.ts';
import type { FrozenAttempt } from './frozen-attempt.ts';
import type { JobSpec } from './job-spec.ts';
import type { ResourceUsage } from './resource-usage.ts';

/** How an attempt ended. The engine decides what that means; the executor only tells. */
export type JobOutcome = AttemptEnd & { readonly usage?: ResourceUsage };

type AttemptEnd =
  | {
      readonly kind: 'succeeded';
      readonly inputs: readonly InputRow[];
      /** Rows of inputs whose content was looked at, to keep as known. */
      readonly inputFiles: readonly FileRow[];
      readonly outputs: readonly FileRow[];
      /** Optional outputs that are not there. */
      readonly leftOut?: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly cause: FailureCause;
      /** One line for people: `exit code 2`, `killed by SIGSEGV`, `output \`a\` is missing`. */
      readonly detail: string;
      readonly exitCode: number | undefined;
      readonly lastLines: readonly string[];
      /** The folder that what it left was moved to; otherwise it is gone. */
      readonly remainsIn?: string;
    }
  | { readonly kind: 'cancelled' }
  /** The backend no longer knows the job. `isDead`: it can no longer write. */
  | { readonly kind: 'lost'; readonly detail: string; readonly isDead: boolean };

export interface ExecutorSession {
  /** The attempt's command runs now. Optional, at most once, before its outcome. */
  readonly started: (token: string) => void;
  /**
   * Exactly once an attempt, and only when nothing of it can write any more. A failed attempt's
   * partial outputs are gone by then and its old outputs are back.
   */
  readonly ended: (token: string, outcome: JobOutcome, durationMs: number) => void;
  /** Something that the user ought to see to while the run goes on. */
  readonly warned: (diagnostic: Diagnostic) => void;
  /** The backend itself cannot be used any more; stops the run. */
  readonly broke: (error: Error) => void;
}

/**
 * Runs jobs somewhere.
 *
 * Contract, checked for every executor by `test/conformance/executor-suite.ts`:
 *
 * 1. `open` probes the backend and throws a `FlowError` (environment) if it cannot be used.
 * 2. `launch` takes a batch and returns at once; each job is reported through the session.
 * 3. `cancel` resolves when none of the attempts can write any more; each is still reported by
 *    `ended`, as `cancelled` or with its real outcome if it was faster.
 * 4. It carries out prepare, verify and settle from the spec. It never retries, orders or counts.
 * 5. `close` resolves when nothing of it runs any more; it cancels what does.
 * 6. `adopt` is `launch` for attempts that an earlier flow launched and did not see the end of: they
 *    run, wait, have ended well or badly, or were never handed over. Each is reported like any other
 *    and can be cancelled; none is ever started twice. An executor that adopts freezes what it
 *    launches (`FrozenAttempt`) before anything of it can run, and only it is given them.
 */
export interface Executor {
  readonly name: string;
  open(session: ExecutorSession): Promise<void>;
  launch(batch: readonly JobSpec[]): void;
  adopt?(attempts: readonly FrozenAttempt[]): void;
  /**
   * What the backend says of an attempt that it has taken and not begun: why it waits there. Optional;
   * undefined: it runs, or nothing is known of it.
   */
  whyQueued?(token: string): string | undefined;
  cancel(tokens: readonly string[], how: 'gently' | 'at-once'): Promise<void>;
  close(): Promise<void>;
}
