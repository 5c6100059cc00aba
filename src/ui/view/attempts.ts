import type { JobOutcome } from '../../ports/executor.ts';
import type { ResourceUsage } from '../../ports/resource-usage.ts';
import type { JobReference, RecordedEvent } from '../../ports/run-event.ts';

/** One attempt at a job, as the events of a run tell it. */
export interface Attempt {
  readonly job: JobReference;
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly threads: number;
  readonly gpus: readonly string[];
  readonly pool: string | undefined;
  readonly logFile: string;
  readonly outputs: readonly string[];
  /** Undefined: no end of it was told. */
  end: AttemptEnd | undefined;
}

export interface AttemptEnd {
  readonly kind: JobOutcome['kind'];
  /** Of a failure; undefined if it has none. */
  readonly exitCode: number | undefined;
  /** Of a failure: one line for people. */
  readonly detail: string | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly durationMs: number;
  readonly usage: ResourceUsage | undefined;
}

/** All attempts of a run, in the order in which they were started. */
export function attemptsOf(events: Iterable<RecordedEvent>): readonly Attempt[] {
  const all: Attempt[] = [];
  const open = new Map<number, Attempt>();
  for (const event of events) {
    if (event.kind === 'job-started') {
      const { job, attempt, at, threads, gpus, pool, logFile, outputs } = event;
      const started: Attempt = {
        job,
        attempt,
        startedAtMs: at,
        threads,
        gpus,
        pool,
        logFile,
        outputs,
        end: undefined,
      };
      open.set(job.id, started);
      all.push(started);
    } else if (event.kind === 'job-ended') {
      const started = open.get(event.job.id);
      if (started !== undefined) started.end = endOf(event);
      open.delete(event.job.id);
    }
  }
  return all;
}

function endOf({ outcome, durationMs, at }: RecordedEvent & { kind: 'job-ended' }): AttemptEnd {
  return {
    kind: outcome.kind,
    exitCode: outcome.kind === 'failed' ? outcome.exitCode : undefined,
    detail: 'detail' in outcome ? outcome.detail : undefined,
    atMs: at,
    durationMs,
    usage: outcome.usage,
  };
}
