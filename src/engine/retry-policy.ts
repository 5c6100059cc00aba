import type { JobId } from '../core/graph/job-graph.ts';
import type { FailureCause } from '../core/rule/resources.ts';
import type { JobOutcome } from '../ports/executor.ts';
import type { RunLimits } from './run-limits.ts';

export type FailedOutcome = Exclude<JobOutcome, { kind: 'succeeded' }>;

/** What follows a failed attempt. */
export type Decision =
  | { readonly kind: 'give-up' }
  | { readonly kind: 'again'; readonly cause: FailureCause; readonly delayMs: number };

const BACK_OFF_MAX_MS = 300_000;

/** Blamed on the machine, not on the job. */
const INFRASTRUCTURE: ReadonlySet<FailureCause> = new Set(['node', 'preempted', 'start']);

/**
 * Two budgets a job: one for what the job did, set by the user, one for what was done to it. An
 * attempt that may still be alive is never followed by another one.
 */
export class RetryPolicy {
  readonly #limits: Pick<RunLimits, 'infrastructureRetries' | 'backOffMs'>;
  /** Attempts that were followed by another, by job and budget. */
  readonly #ownSpent: Uint16Array;
  readonly #infrastructureSpent: Uint16Array;

  constructor(jobCount: number, limits: Pick<RunLimits, 'infrastructureRetries' | 'backOffMs'>) {
    this.#limits = limits;
    this.#ownSpent = new Uint16Array(jobCount);
    this.#infrastructureSpent = new Uint16Array(jobCount);
  }

  /** Asked without effect; `spend` follows if there is another attempt. */
  decide(job: JobId, outcome: FailedOutcome, retries: number): Decision {
    const cause = causeOf(outcome);
    if (cause === undefined) return { kind: 'give-up' };
    if (!INFRASTRUCTURE.has(cause)) {
      const isLeft = (this.#ownSpent[job] ?? 0) < retries;
      return isLeft ? { kind: 'again', cause, delayMs: 0 } : { kind: 'give-up' };
    }
    const spent = this.#infrastructureSpent[job] ?? 0;
    if (spent >= this.#limits.infrastructureRetries) return { kind: 'give-up' };
    const delayMs = Math.min(this.#limits.backOffMs * 2 ** spent, BACK_OFF_MAX_MS);
    return { kind: 'again', cause, delayMs };
  }

  spend(job: JobId, cause: FailureCause): void {
    const spent = INFRASTRUCTURE.has(cause) ? this.#infrastructureSpent : this.#ownSpent;
    spent[job] = (spent[job] ?? 0) + 1;
  }
}

/** Undefined: not to be tried again, since it was ended on purpose or may still be alive. */
function causeOf(outcome: FailedOutcome): FailureCause | undefined {
  switch (outcome.kind) {
    case 'failed':
      return outcome.cause;
    case 'lost':
      return outcome.isDead ? 'node' : undefined;
    case 'cancelled':
      return undefined;
  }
}
