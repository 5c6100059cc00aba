import type { JobId } from '../core/graph/job-graph.ts';

/** Jobs that wait for a timer before they are tried again. */
export class BackOffs {
  readonly #jobs = new Map<number, JobId>();
  readonly #delaysMs = new Map<JobId, number>();
  #last = 0;

  /** The timer's number. */
  begin(job: JobId, delayMs: number): number {
    this.#last += 1;
    this.#jobs.set(this.#last, job);
    this.#delaysMs.set(job, delayMs);
    return this.#last;
  }

  /** Undefined: there is no such timer, or it has fired before. */
  end(timer: number): JobId | undefined {
    const job = this.#jobs.get(timer);
    this.#jobs.delete(timer);
    if (job !== undefined) this.#delaysMs.delete(job);
    return job;
  }

  /** How long it waits in all; 0: it does not. */
  delayMsOf(job: JobId): number {
    return this.#delaysMs.get(job) ?? 0;
  }
}
