import type { RecordedEvent, RunCounts } from '../../ports/run-event.ts';
import { type Attempt, attemptsOf } from './attempts.ts';

/** How many jobs of a rule are where. The sum of all but `jobs` is `jobs`. */
export interface RuleTally {
  readonly rule: string;
  /** Planned, also those that were to run only if their inputs came out changed, or were held. */
  readonly jobs: number;
  succeeded: number;
  running: number;
  failed: number;
  cancelled: number;
  skipped: number;
  /** Their inputs came out as they were. */
  pruned: number;
  /** Their outputs were edited by hand. */
  held: number;
  waiting: number;
}

/** A run as it stands, counted from its events. */
export interface RunTally {
  /** Milliseconds since 1970; undefined: its first event is not written yet. */
  readonly startedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  /** Of the run's end. */
  readonly counts: RunCounts | undefined;
  /** A signal asked it to end. */
  readonly isCancelled: boolean;
  /** In the order in which rules come up in the graph. */
  readonly rules: readonly RuleTally[];
  /** Attempts whose end was not told. */
  readonly running: readonly Attempt[];
  /** The last attempts at jobs that failed for good. */
  readonly failed: readonly Attempt[];
}

/** Counts the events of a run, whole or as far as it has come. */
export function tallyRun(events: Iterable<RecordedEvent>): RunTally {
  const tally = new Tally();
  const attempts = attemptsOf(tally.passing(events));
  return {
    startedAtMs: tally.startedAtMs,
    endedAtMs: tally.endedAtMs,
    counts: tally.counts,
    isCancelled: tally.isCancelled,
    rules: [...tally.rules.values()],
    running: attempts.filter(({ end }) => end === undefined),
    failed: attempts.filter(({ job, attempt }) => tally.failedAttempts.get(job.id) === attempt),
  };
}

class Tally {
  startedAtMs: number | undefined;
  endedAtMs: number | undefined;
  counts: RunCounts | undefined;
  isCancelled = false;
  readonly rules = new Map<string, RuleTally>();
  /** The attempt that was the last, by job. */
  readonly failedAttempts = new Map<number, number>();

  /** Hands on what it has counted, so that events are read once and kept by nobody. */
  *passing(events: Iterable<RecordedEvent>): Generator<RecordedEvent> {
    for (const event of events) {
      this.#apply(event);
      yield event;
    }
  }

  #apply(event: RecordedEvent): void {
    switch (event.kind) {
      case 'run-started':
        this.startedAtMs = event.at;
        for (const { rule, jobCount, heldCount = 0 } of event.rules) {
          this.rules.set(rule, waiting(rule, jobCount + heldCount));
        }
        break;
      case 'job-started':
        this.#move(event.job.rule, 'waiting', 'running');
        break;
      case 'job-ended':
        this.#ended(event);
        break;
      case 'job-pruned':
        this.#move(event.job.rule, 'waiting', 'pruned');
        break;
      case 'job-held':
        this.#move(event.job.rule, 'waiting', 'held');
        break;
      case 'job-skipped':
        this.#move(event.job.rule, 'waiting', 'skipped');
        break;
      case 'run-cancelled':
        this.isCancelled = true;
        break;
      case 'run-ended':
        this.endedAtMs = event.at;
        this.counts = event.counts;
        break;
      case 'jobs-adopted':
      case 'temp-removed':
      case 'warned':
        break;
    }
  }

  #ended({ job, attempt, outcome, willRetry }: RecordedEvent & { kind: 'job-ended' }): void {
    if (willRetry) {
      this.#move(job.rule, 'running', 'waiting');
    } else if (outcome.kind === 'succeeded' || outcome.kind === 'cancelled') {
      this.#move(job.rule, 'running', outcome.kind);
    } else {
      this.#move(job.rule, 'running', 'failed');
      this.failedAttempts.set(job.id, attempt);
    }
  }

  #move(rule: string, from: Place, to: Place): void {
    const tally = this.rules.get(rule);
    if (tally === undefined) return;
    tally[from] -= 1;
    tally[to] += 1;
  }
}

type Place = Exclude<keyof RuleTally, 'rule' | 'jobs'>;

function waiting(rule: string, jobs: number): RuleTally {
  const none = {
    succeeded: 0,
    running: 0,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    pruned: 0,
    held: 0,
  };
  return { rule, jobs, ...none, waiting: jobs };
}
