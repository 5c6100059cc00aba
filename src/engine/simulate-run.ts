import { assert } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import { Heap } from '../core/schedule/heap.ts';
import type { Durations } from '../core/schedule/longest-paths.ts';
import type { Schedule, ScheduledJob } from '../core/schedule/schedule.ts';
import type { RunCounts } from '../ports/run-event.ts';
import { type MachineRequest, RunMachine } from './machine.ts';
import type { LaunchEffect, RunEffect } from './run-effect.ts';

export interface SimulationRequest
  extends Omit<MachineRequest, 'runId' | 'changes' | 'tempHolds' | 'durations'> {
  /** How long each job takes, in milliseconds. */
  readonly durations: Durations;
}

/**
 * The schedule of a run in which every job takes as long as it is said to and succeeds: the machine
 * that decides in a real run, on a clock that jumps from one end to the next. Nothing is executed.
 * Outputs come out changed, so that all jobs run which run only if their inputs change.
 */
export function simulateRun(request: SimulationRequest): Schedule {
  return new Simulation(request).run();
}

class Simulation {
  readonly #request: SimulationRequest;
  readonly #machine: RunMachine;
  readonly #started: Started[] = [];
  /** Indices into `#started`: the next to end first, of several the one that started first. */
  readonly #running: Heap;
  #nowMs = 0;
  #counts: RunCounts | undefined;

  constructor(request: SimulationRequest) {
    this.#request = request;
    this.#machine = new RunMachine({
      ...request,
      runId: 'simulated',
      changes: {
        ofRemade: (_, file) => ({
          kind: 'input-changed',
          path: request.plan.graph.paths.path(file),
          old: 'unknown',
          new: 'unknown',
        }),
        ofKept: () => undefined,
      },
      tempHolds: new Set(),
    });
    this.#running = new Heap((a, b) => {
      const later = this.#endMs(a) - this.#endMs(b);
      return later === 0 ? a < b : later < 0;
    });
  }

  run(): Schedule {
    this.#take(this.#machine.step({ kind: 'started' }));
    for (let at = this.#running.pop(); at !== undefined; at = this.#running.pop()) this.#end(at);
    assert(this.#counts !== undefined, 'simulateRun: the machine never finished');
    const { skipped, held } = this.#counts;
    return { jobs: this.#started.map(({ entry }) => entry), leftOut: skipped + held };
  }

  #take(effects: readonly RunEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'launch') this.#launch(effect);
      if (effect.kind === 'finish') this.#counts = effect.counts;
    }
  }

  #launch({ job, token, request, gpus, pool }: LaunchEffect): void {
    const endMs = this.#nowMs + (this.#request.durations[job] ?? 0);
    const entry = { job, startMs: this.#nowMs, endMs, pool, request, gpus };
    this.#started.push({ token, entry });
    this.#running.push(this.#started.length - 1);
  }

  #end(at: number): void {
    const started = this.#started[at];
    assert(started !== undefined, 'simulateRun: nothing ended');
    const { token, entry } = started;
    this.#nowMs = entry.endMs;
    const outputs = this.#outputsOf(entry.job);
    this.#take(
      this.#machine.step({
        kind: 'job-ended',
        token,
        outcome: { kind: 'succeeded', inputs: [], inputFiles: [], outputs },
        durationMs: entry.endMs - entry.startMs,
      }),
    );
  }

  #outputsOf(job: JobId): FileRow[] {
    const { graph } = this.#request.plan;
    const rows: FileRow[] = [];
    for (let at = graph.outputStart[job] ?? 0; at < (graph.outputStart[job + 1] ?? 0); at += 1) {
      const path = graph.paths.path(graph.outputFile[at] ?? 0);
      rows.push({ path, type: 'file', size: 0, mtimeMs: 0, digest: 'simulated', isYoung: false });
    }
    return rows;
  }

  #endMs(at: number): number {
    return this.#started[at]?.entry.endMs ?? 0;
  }
}

interface Started {
  readonly token: string;
  readonly entry: ScheduledJob;
}
