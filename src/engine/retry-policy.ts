import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import type { FailureCause } from '../core/rule/resources.ts';
import type { JobOutcome } from '../ports/executor.ts';
import type { RunLimits } from './run-limits.ts';

export type FailedOutcome = Exclude<JobOutcome, { kind: 'succeeded' }>;

/** Another attempt follows, after a while. */
export interface Retry {
  readonly cause: FailureCause;
  readonly delayMs: number;
}

type Budgets = Pick<RunLimits, 'retries' | 'infrastructureRetries' | 'backOffMs'>;

const BACK_OFF_MAX_MS = 300_000;

/** Blamed on the machine, not on the job. */
const INFRASTRUCTURE: ReadonlySet<FailureCause> = new Set(['node', 'preempted']);

/**
 * Two budgets a job: one for what the job did, set by the user, one for what was done to it. An
 * attempt that may still be alive is never followed by another one.
 */
export class RetryPolicy {
  readonly #graph: JobGraph;
  readonly #budgets: Budgets;
  /** Attempts that were followed by another, by job and budget. */
  readonly #ownSpent: Uint16Array;
  readonly #infrastructureSpent: Uint16Array;

  constructor(graph: JobGraph, budgets: Budgets) {
    this.#graph = graph;
    this.#budgets = budgets;
    this.#ownSpent = new Uint16Array(graph.jobCount);
    this.#infrastructureSpent = new Uint16Array(graph.jobCount);
  }

  /** Undefined: there is no attempt left. Without effect; `spend` follows if there is another. */
  decide(job: JobId, outcome: FailedOutcome): Retry | undefined {
    const cause = causeOf(outcome);
    if (cause === undefined) return undefined;
    if (!INFRASTRUCTURE.has(cause)) {
      const rule = this.#graph.rules[this.#graph.ruleIndex[job] ?? 0];
      const retries = rule?.retries ?? this.#budgets.retries;
      return (this.#ownSpent[job] ?? 0) < retries ? { cause, delayMs: 0 } : undefined;
    }
    const spent = this.#infrastructureSpent[job] ?? 0;
    if (spent >= this.#budgets.infrastructureRetries) return undefined;
    return { cause, delayMs: Math.min(this.#budgets.backOffMs * 2 ** spent, BACK_OFF_MAX_MS) };
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
