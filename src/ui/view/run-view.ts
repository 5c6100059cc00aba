import type { JobReference, RunCounts, RunEvent } from '../../ports/run-event.ts';

/** A job that runs now. */
export interface RunningJob {
  readonly job: JobReference;
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly gpus: readonly string[];
  readonly pool: string | undefined;
  readonly command: string;
  readonly logFile: string;
}

export interface RuleProgress {
  readonly rule: string;
  /** Planned jobs, and those of them that are over, in whatever way. */
  readonly jobCount: number;
  overCount: number;
  /** Held from the beginning, and not told yet; none of the planned ones. */
  heldCount: number;
}

/**
 * A run as it stands, folded from its events. Terminal, report and dashboard are drawn from it.
 *
 * Changed in place: a run has hundreds of thousands of events, and copying what is on show at each
 * would cost more than the run.
 */
export class RunView {
  runId = '';
  plannedCount = 0;
  overCount = 0;
  startedAtMs = 0;
  isCancelled = false;
  /** Undefined while the run goes on. */
  ended: RunCounts | undefined = undefined;
  readonly running: Map<number, RunningJob> = new Map();
  readonly rules: Map<string, RuleProgress> = new Map();

  /** Takes the next event in; `atMs` is when it happened, in milliseconds since 1970. */
  apply(event: RunEvent, atMs: number): void {
    switch (event.kind) {
      case 'run-started':
        this.runId = event.runId;
        this.startedAtMs = atMs;
        for (const { rule, jobCount, heldCount = 0 } of event.rules) {
          this.rules.set(rule, { rule, jobCount, overCount: 0, heldCount });
          this.plannedCount += jobCount;
        }
        break;
      case 'job-started':
        this.running.set(event.job.id, runningJob(event, atMs));
        break;
      case 'job-ended':
        this.running.delete(event.job.id);
        if (!event.willRetry) this.#over(event.job);
        break;
      case 'job-held':
        this.#held(event.job);
        break;
      case 'job-pruned':
      case 'job-skipped':
        this.#over(event.job);
        break;
      case 'run-cancelled':
        this.isCancelled = true;
        break;
      case 'run-ended':
        this.ended = event.counts;
        break;
      case 'jobs-adopted':
      case 'temp-removed':
      case 'warned':
        break;
    }
  }

  #held(job: JobReference): void {
    const progress = this.rules.get(job.rule);
    if (progress !== undefined && progress.heldCount > 0) progress.heldCount -= 1;
    else this.#over(job);
  }

  #over(job: JobReference): void {
    this.overCount += 1;
    const progress = this.rules.get(job.rule);
    if (progress !== undefined) progress.overCount += 1;
  }
}

function runningJob(event: RunEvent & { kind: 'job-started' }, startedAtMs: number): RunningJob {
  const { job, attempt, gpus, pool, command, logFile } = event;
  return { job, attempt, startedAtMs, gpus, pool, command, logFile };
}
