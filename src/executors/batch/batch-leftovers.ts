import type { Clock } from '../../ports/clock.ts';
import type { BatchAttempt } from './batch-attempt.ts';
import type { BatchSystem, SubmittedJob } from './batch-system.ts';
import type { BatchTiming } from './batch-timing.ts';

export interface LeftoverParts {
  readonly system: BatchSystem;
  readonly clock: Clock;
  readonly timing: BatchTiming;
}

/**
 * Jobs whose outcomes were told from what nodes have left, while the system still had them: it might
 * begin them once more, or hold them for ever.
 */
export class BatchLeftovers {
  readonly #parts: LeftoverParts;
  #jobs: SubmittedJob[] = [];
  #nextMs = 0;
  #failureCount = 0;

  constructor(parts: LeftoverParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#jobs.length;
  }

  /** Takes the job of an attempt that has ended, unless the system says that it has none. */
  add({ job, observation }: BatchAttempt): void {
    const isGone = observation?.state === 'ended' || observation?.state === 'unknown';
    if (job !== undefined && !isGone) this.#jobs.push(job);
  }

  /** When they are to be ended; never, if there are none. */
  get nextMs(): number {
    return this.#jobs.length === 0 ? Number.POSITIVE_INFINITY : this.#nextMs;
  }

  /** Asks for their end. Where that fails, it is asked again later, and ever more rarely. */
  async end(): Promise<void> {
    if (this.#jobs.length === 0) return;
    const { system, clock, timing } = this.#parts;
    const jobs = this.#jobs;
    this.#jobs = [];
    try {
      await system.cancel(jobs, 'at-once');
      this.#failureCount = 0;
    } catch {
      for (const job of jobs) this.#jobs.push(job);
      const pauseMs = Math.min(timing.pollMs * 2 ** this.#failureCount, timing.longestPollMs);
      this.#failureCount += 1;
      this.#nextMs = clock.now() + pauseMs;
    }
  }
}
