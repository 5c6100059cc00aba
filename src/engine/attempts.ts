import type { Diagnostic } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import type { FailureCause } from '../core/rule/resources.ts';
import type { PoolDemand, PoolLease, Pools } from '../core/schedule/pools.ts';
import { cardsOfEarlier } from './earlier-attempts.ts';
import { JobRequests } from './job-requests.ts';
import type { ReadyPick } from './ready-queues.ts';
import { type FailedOutcome, type Retry, RetryPolicy } from './retry-policy.ts';
import type { LaunchEffect } from './run-effect.ts';
import type { RunRequest } from './run-request.ts';

/** One try at a job, while it runs. */
export interface Attempt {
  readonly job: JobId;
  readonly token: string;
  /** From 1. */
  readonly attempt: number;
  readonly lease: PoolLease;
}

type AttemptsRequest = Pick<RunRequest, 'runId' | 'plan' | 'limits' | 'maker' | 'earlier'>;

/** The attempts that run now, what they hold, and what each job has left. */
export class Attempts {
  readonly #runId: string;
  readonly #pools: Pools;
  readonly #requests: JobRequests;
  readonly #retries: RetryPolicy;
  /** How many attempts were started, by job. */
  readonly #started: Uint32Array;
  readonly #running = new Map<string, Attempt>();
  /** Cards that an earlier attempt at the job works on. */
  readonly #cards: ReadonlyMap<JobId, readonly string[]>;

  constructor(asked: AttemptsRequest, pools: Pools) {
    const { runId, plan, limits, maker } = asked;
    this.#cards = cardsOfEarlier(asked);
    this.#runId = runId;
    this.#pools = pools;
    this.#requests = new JobRequests(plan.graph, limits, maker);
    this.#retries = new RetryPolicy(plan.graph, limits);
    this.#started = new Uint32Array(plan.graph.jobCount);
  }

  get running(): readonly Attempt[] {
    return [...this.#running.values()];
  }

  /** Why its last attempt failed; undefined: none has. */
  failureOf(job: JobId): FailureCause | undefined {
    return this.#requests.failureOf(job);
  }

  /** What the job's next attempt takes. */
  demandOf(job: JobId): PoolDemand {
    return this.#pools.demandOf(job, this.#requests.requestFor(job, this.#next(job)));
  }

  /** Takes what the attempt needs, which must be free. */
  start({ job, pool }: Pick<ReadyPick, 'job' | 'pool'>): Omit<LaunchEffect, 'reasons'> {
    const attempt = this.#next(job);
    const request = this.#requests.requestFor(job, attempt);
    const wished = attempt === 1 ? this.#cards.get(job) : undefined;
    const lease = this.#pools.take(this.#pools.demandOf(job, request), pool, wished);
    const token = `${this.#runId}.${job}.${attempt}`;
    this.#started[job] = attempt;
    this.#running.set(token, { job, token, attempt, lease });
    const failure = this.#requests.failureOf(job);
    const { gpus } = lease;
    return { kind: 'launch', job, token, attempt, failure, request, gpus, pool };
  }

  /** Gives back what it held. Undefined if no such attempt runs: it ended already, or never was. */
  end(token: string): Attempt | undefined {
    const attempt = this.#running.get(token);
    if (attempt === undefined) return undefined;
    this.#running.delete(token);
    this.#pools.giveBack(attempt.lease);
    return attempt;
  }

  /** Is there another attempt after this outcome? `problems` are why not, where attempts are left. */
  next(job: JobId, outcome: FailedOutcome): NextAttempt {
    const retry = this.#retries.decide(job, outcome);
    if (retry === undefined) return { retry, problems: [] };
    this.#requests.failed(job, retry.cause);
    const problems = this.#requests.problemsOf(job, this.#next(job));
    if (problems.length > 0) return { retry: undefined, problems };
    this.#retries.spend(job, retry.cause);
    return { retry, problems };
  }

  #next(job: JobId): number {
    return (this.#started[job] ?? 0) + 1;
  }
}

export interface NextAttempt {
  readonly retry: Retry | undefined;
  readonly problems: readonly Diagnostic[];
}
