import { RunMachine } from '../../src/engine/machine.ts';
import type { LaunchEffect, RunEffect } from '../../src/engine/run-effect.ts';
import type { RunInput } from '../../src/engine/run-input.ts';
import type { JobOutcome } from '../../src/ports/executor.ts';
import type { RunCounts, RunEvent } from '../../src/ports/run-event.ts';
import { newDigest, oldDigest, rowOf, type World } from './run-rig.ts';

export function failed(
  cause: Extract<JobOutcome, { kind: 'failed' }>['cause'] = 'exit',
): JobOutcome {
  return { kind: 'failed', cause, detail: cause, exitCode: 1, lastLines: [] };
}

/** A machine in the hands of a test: jobs are called by name, effects come as short lines. */
export class MachineDrive {
  readonly machine: RunMachine;
  readonly world: World;
  readonly effects: RunEffect[] = [];
  readonly running = new Map<string, LaunchEffect>();
  readonly timers: number[] = [];
  counts: RunCounts | undefined;
  #reported = 0;

  constructor(world: World) {
    this.world = world;
    this.machine = new RunMachine(world.request);
  }

  step(input: RunInput): readonly RunEffect[] {
    const effects = this.machine.step(input);
    this.machine.checkInvariants();
    for (const effect of effects) {
      this.effects.push(effect);
      if (effect.kind === 'launch') this.running.set(this.world.name(effect.job), effect);
      if (effect.kind === 'set-timer') this.timers.push(effect.timer);
      if (effect.kind === 'finish') this.counts = effect.counts;
    }
    return effects;
  }

  start(): this {
    this.step({ kind: 'started' });
    return this;
  }

  end(name: string, outcome: JobOutcome): this {
    const launch = this.running.get(name);
    if (launch === undefined) throw new Error(`${name} does not run`);
    this.running.delete(name);
    this.step({ kind: 'job-ended', token: launch.token, outcome, durationMs: 5 });
    return this;
  }

  /** All outputs come out as they were, but for those named. */
  succeed(name: string, changed: readonly string[] = []): this {
    return this.end(name, this.success(name, changed));
  }

  success(name: string, changed: readonly string[] = []): JobOutcome {
    const { graph } = this.world;
    const job = this.world.job(name);
    const files = graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]);
    const outputs = Array.from(files, (file) => {
      const path = graph.paths.path(file);
      return rowOf(path, changed.includes(path) ? newDigest(path) : oldDigest(path));
    });
    return { kind: 'succeeded', inputs: [], inputFiles: [], outputs };
  }

  /** Its outputs are there, and their digests follow. */
  succeedWithoutDigests(name: string): this {
    const outcome = this.success(name);
    if (outcome.kind !== 'succeeded') return this;
    const outputs = outcome.outputs.map((row) => ({ ...row, digest: undefined }));
    return this.end(name, { ...outcome, outputs });
  }

  /** Lines of what was decided since this was last asked. */
  news(): string[] {
    const effects = this.effects.slice(this.#reported);
    this.#reported = this.effects.length;
    return effects.flatMap((effect) => {
      const line = this.#line(effect);
      return line === undefined ? [] : [line];
    });
  }

  #line(effect: RunEffect): string | undefined {
    const { graph } = this.world;
    switch (effect.kind) {
      case 'launch': {
        const gpus = effect.gpus.length === 0 ? '' : ` on ${effect.gpus.join(',')}`;
        return `launch ${this.world.name(effect.job)}${gpus}`;
      }
      case 'cancel':
        return `cancel ${effect.tokens.length} ${effect.how}`;
      case 'tell':
        return eventLine(effect.event);
      case 'record':
        return `record ${this.world.name(effect.job)}`;
      case 'record-end':
        return `record end ${effect.token}`;
      case 'remove-temps':
        return `remove ${effect.files.map((file) => graph.paths.path(file)).join(' ')}`;
      case 'fingerprint':
        return `fingerprint ${effect.files.map((file) => graph.paths.path(file)).join(' ')}`;
      case 'set-timer':
        return `timer ${effect.delayMs}`;
      case 'finish':
        return 'finish';
    }
  }
}

function eventLine(event: RunEvent): string | undefined {
  switch (event.kind) {
    case 'job-ended': {
      const retry = event.willRetry ? ', again' : '';
      const unchanged = event.unchanged.length === 0 ? '' : ` = ${event.unchanged.join(' ')}`;
      return `${event.job.label} ${event.outcome.kind}${retry}${unchanged}`;
    }
    case 'job-pruned':
      return `${event.job.label} pruned`;
    case 'job-held':
      return `${event.job.label} held: ${event.edited.join(' ')}`;
    case 'job-skipped': {
      const { because } = event;
      const why = because.kind === 'need-failed' ? `needs ${because.job.label}` : 'run stopped';
      return `${event.job.label} skipped: ${why}`;
    }
    case 'warned':
      return `warned ${event.diagnostic.code}`;
    case 'run-cancelled':
      return `cancelled by ${event.signal}`;
    case 'run-started':
    case 'run-ended':
    case 'job-started':
    case 'jobs-adopted':
    case 'temp-removed':
      return undefined;
  }
}
