import type { JobId } from '../core/graph/job-graph.ts';
import type { Lease } from '../core/schedule/resource-pool.ts';

/** One try at a job, while it runs. */
export interface Attempt {
  readonly job: JobId;
  readonly token: string;
  /** From 1. */
  readonly attempt: number;
  readonly lease: Lease;
}

/** The attempts that run now, and how many each job has had. */
export class RunningJobs {
  readonly #runId: string;
  readonly #attempts: Uint32Array;
  readonly #running = new Map<string, Attempt>();

  constructor(runId: string, jobCount: number) {
    this.#runId = runId;
    this.#attempts = new Uint32Array(jobCount);
  }

  get size(): number {
    return this.#running.size;
  }

  /** Which attempt would be the job's next. */
  nextAttempt(job: JobId): number {
    return (this.#attempts[job] ?? 0) + 1;
  }

  start(job: JobId, lease: Lease): Attempt {
    const attempt = this.nextAttempt(job);
    this.#attempts[job] = attempt;
    const token = `${this.#runId}.${job}.${attempt}`;
    const started = { job, token, attempt, lease };
    this.#running.set(token, started);
    return started;
  }

  /** Undefined if no such attempt runs: it ended already, or never was. */
  end(token: string): Attempt | undefined {
    const attempt = this.#running.get(token);
    this.#running.delete(token);
    return attempt;
  }

  get tokens(): readonly string[] {
    return [...this.#running.keys()];
  }

  get leases(): readonly Lease[] {
    return [...this.#running.values()].map(({ lease }) => lease);
  }

  get jobs(): readonly JobId[] {
    return [...this.#running.values()].map(({ job }) => job);
  }
}
