import type { JobOutcome } from '../../../src/ports/executor.ts';
import type { RecordedEvent, RunEvent } from '../../../src/ports/run-event.ts';

/** 2025-01-31 14:23:55.000 UTC. */
export const START = Date.UTC(2025, 0, 31, 14, 23, 55);

const SUCCEEDED: JobOutcome = { kind: 'succeeded', inputs: [], inputFiles: [], outputs: [] };
export const FAILED: JobOutcome = {
  kind: 'failed',
  cause: 'exit',
  detail: 'exit code 2',
  exitCode: 2,
  lastLines: [],
};

/** Events in short, the n-th of them n seconds after `START`. Jobs are known by their labels. */
export class EventsRig {
  readonly #events: RecordedEvent[] = [];
  readonly #ids = new Map<string, number>();

  run(rules: Readonly<Record<string, number>>): this {
    return this.add({
      kind: 'run-started',
      runId: 'r1',
      rules: Object.entries(rules).map(([rule, jobCount]) => ({ rule, jobCount })),
      counts: { run: 1, conditional: 0, kept: 0 },
      cores: 2,
      gpus: [],
    });
  }

  start(
    label: string,
    { attempt = 1, gpus = [] as readonly string[], pool = undefined as string | undefined } = {},
  ): this {
    return this.add({
      kind: 'job-started',
      job: this.#job(label),
      attempt,
      reasons: [],
      command: 'true',
      threads: 4,
      gpus,
      ...(pool === undefined ? {} : { pool }),
      logFile: `logs/${this.#job(label).id}.${attempt}.log`,
      outputs: [],
    });
  }

  end(
    label: string,
    { outcome = SUCCEEDED, attempt = 1, durationMs = 900, willRetry = false } = {},
  ): this {
    const job = this.#job(label);
    return this.add({
      kind: 'job-ended',
      job,
      attempt,
      outcome,
      durationMs,
      willRetry,
      unchanged: [],
    });
  }

  prune(label: string): this {
    return this.add({ kind: 'job-pruned', job: this.#job(label) });
  }

  skip(label: string): this {
    return this.add({
      kind: 'job-skipped',
      job: this.#job(label),
      because: { kind: 'run-stopped' },
    });
  }

  add(event: RunEvent): this {
    this.#events.push({ ...event, at: START + this.#events.length * 1_000 });
    return this;
  }

  all(): readonly RecordedEvent[] {
    return this.#events;
  }

  #job(label: string): { id: number; rule: string; label: string } {
    const id = this.#ids.get(label) ?? this.#ids.size;
    this.#ids.set(label, id);
    return { id, rule: label.split(' ')[0] ?? '', label };
  }
}
