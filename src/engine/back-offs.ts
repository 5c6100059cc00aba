import type { JobId } from '../core/graph/job-graph.ts';

/** Jobs that wait for a timer before they are tried again. */
export class BackOffs {
  readonly #jobs = new Map<number, JobId>();
  #last = 0;

  /** The timer's number. */
  begin(job: JobId): number {
    this.#last += 1;
    this.#jobs.set(this.#last, job);
    return this.#last;
  }

  /** Undefined: there is no such timer, or it has fired before. */
  end(timer: number): JobId | undefined {
    const job = this.#jobs.get(timer);
    this.#jobs.delete(timer);
    return job;
  }
}
