import { assert } from '../../core/diagnostic.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Executor, ExecutorSession, JobOutcome } from '../../ports/executor.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import { conclude, type ConcludeTools, readFrozenInputs } from '../protocol/node/conclude.ts';
import type { NodeEnd } from '../protocol/node/recorded-end.ts';
import { endOfAttempt } from './attempt-end.ts';
import { AttemptFolders } from './attempt-folder.ts';
import { type BatchAttempt, newAttempt } from './batch-attempt.ts';
import { heldWarnings, queuedBecause } from './batch-waits.ts';
import { BatchLeftovers } from './batch-leftovers.ts';
import { BatchNodes } from './batch-nodes.ts';
import { BatchQueue } from './batch-queue.ts';
import type { BatchSystem } from './batch-system.ts';
import { BATCH_TIMING, type BatchTiming } from './batch-timing.ts';
import { BatchWatch } from './batch-watch.ts';

export interface BatchOptions {
  readonly system: BatchSystem;
  /** Absolute, in sight of all nodes; the one of all its jobs, and of `disk` and `hasher`. */
  readonly workingDirectory: string;
  readonly disk: Disk;
  readonly hasher: Hasher;
  readonly clock: Clock;
  /** Between TERM and KILL. */
  readonly graceMs: number;
  readonly timing?: Partial<BatchTiming>;
}

/** Runs jobs through a batch system: all of an executor but what is special about the system. */
export function batchExecutor(options: BatchOptions): Executor {
  return new BatchExecutor(options);
}

/**
 * One cycle after another: hands over what waits, looks at what nodes have left, asks the system
 * where it is due, and draws the conclusions. Nothing but the cycle talks to the system.
 */
class BatchExecutor implements Executor {
  readonly name: string;
  readonly #system: BatchSystem;
  readonly #tools: ConcludeTools;
  readonly #timing: BatchTiming;
  readonly #attempts = new Map<string, BatchAttempt>();
  readonly #queue: BatchQueue;
  readonly #watch: BatchWatch;
  readonly #leftovers: BatchLeftovers;
  readonly #nodes: BatchNodes;
  readonly #workingDirectory: string;
  #session: ExecutorSession | undefined;
  #disarm: (() => void) | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #cycle: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: BatchOptions) {
    const { system, workingDirectory, disk, hasher, clock, graceMs } = options;
    this.name = system.name;
    this.#system = system;
    this.#workingDirectory = workingDirectory;
    this.#tools = { disk, hasher, clock };
    this.#timing = { ...BATCH_TIMING, ...options.timing };
    const folders = new AttemptFolders({
      executor: system.name,
      workingDirectory,
      disk,
      graceMs,
      gpus: system.gpus,
    });
    const parts = { system, folders, clock, timing: this.#timing };
    this.#queue = new BatchQueue({
      ...parts,
      written: (attempt, frozen) => {
        attempt.frozen = frozen;
        attempt.inputs = readFrozenInputs(frozen, this.#tools);
      },
      ended: (attempt, outcome) => this.#tell(attempt, outcome, 0),
    });
    this.#watch = new BatchWatch(parts);
    this.#leftovers = new BatchLeftovers(parts);
    this.#nodes = new BatchNodes(system);
  }

  async open(session: ExecutorSession): Promise<void> {
    await this.#system.open();
    this.#session = session;
  }

  launch(batch: readonly JobSpec[]): void {
    for (const spec of batch) this.#add(newAttempt(spec));
    this.#wakeAfter(this.#timing.flushMs);
  }

  adopt(attempts: readonly FrozenAttempt[]): void {
    for (const frozen of attempts) {
      const attempt = newAttempt(frozen.spec);
      attempt.frozen = frozen;
      attempt.inputs = readFrozenInputs(frozen, this.#tools);
      attempt.isAdopted = true;
      this.#add(attempt);
    }
    this.#wakeAfter(0);
  }

  whyQueued(token: string): string | undefined {
    return queuedBecause(this.#attempts.get(token));
  }

  async cancel(tokens: readonly string[], how: 'gently' | 'at-once'): Promise<void> {
    const over: Promise<void>[] = [];
    for (const token of tokens) {
      const attempt = this.#attempts.get(token);
      if (attempt === undefined) continue;
      attempt.givenUp = undefined;
      over.push(new Promise((resolve) => attempt.whenTold.push(resolve)));
      if (attempt.cancel !== 'at-once') attempt.cancel = how;
    }
    this.#wakeAfter(0);
    await Promise.all(over);
  }

  async close(): Promise<void> {
    await this.cancel([...this.#attempts.keys()], 'gently');
    this.#isClosed = true;
    this.#disarm?.();
    await this.#cycle;
    await this.#leftovers.end();
    this.#session = undefined;
    await this.#system.close();
  }

  #add(attempt: BatchAttempt): void {
    const { token, workingDirectory, label } = attempt.spec;
    assert(this.#session !== undefined, `${this.name}: launched while it is not open`);
    assert(!this.#attempts.has(token), `${this.name}: token ${token} used twice`);
    assert(
      workingDirectory === this.#workingDirectory,
      `${this.name}: ${label} is at home in another directory`,
    );
    attempt.notBeforeMs = attempt.isAdopted ? 0 : this.#tools.clock.now() + this.#timing.flushMs;
    this.#attempts.set(token, attempt);
  }

  /** The next cycle begins no later than that. */
  #wakeAfter(delayMs: number): void {
    const { clock } = this.#tools;
    const dueMs = clock.now() + delayMs;
    if (this.#isClosed || dueMs >= this.#dueMs) return;
    this.#disarm?.();
    this.#dueMs = dueMs;
    this.#disarm = clock.after(delayMs, () => {
      this.#dueMs = Number.POSITIVE_INFINITY;
      void this.#begin();
    });
  }

  async #begin(): Promise<void> {
    // What woke us is seen by the cycle that follows the one that runs.
    while (this.#cycle !== undefined) await this.#cycle;
    if (this.#isClosed) return;
    this.#cycle = this.#run();
    await this.#cycle;
    this.#cycle = undefined;
    if (this.#attempts.size + this.#leftovers.count > 0) this.#wakeAfter(this.#pauseMs());
  }

  async #run(): Promise<void> {
    try {
      const open = [...this.#attempts.values()];
      const warnings = await this.#nodes.avoid(open);
      await this.#queue.handOver(open);
      await this.#watch.look(open);
      this.#decide(open);
      for (const warning of [...warnings, ...heldWarnings(open, this.name)]) {
        this.#session?.warned(warning);
      }
      if (this.#tools.clock.now() >= this.#leftovers.nextMs) await this.#leftovers.end();
    } catch (error) {
      this.#session?.broke(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #pauseMs(): number {
    const nowMs = this.#tools.clock.now();
    const next = Math.min(
      this.#attempts.size > 0 ? this.#watch.nextMs(nowMs) : Number.POSITIVE_INFINITY,
      this.#queue.nextMs(this.#attempts.values()),
      this.#leftovers.nextMs,
    );
    return Math.max(0, next - nowMs);
  }

  #decide(open: readonly BatchAttempt[]): void {
    const nowMs = this.#tools.clock.now();
    const facts = { nowMs, timing: this.#timing, system: this.#system.name };
    for (const attempt of open) {
      if (attempt.phase !== 'submitted') continue;
      if (attempt.lastStart >= 0 && !attempt.isStartTold) {
        attempt.isStartTold = true;
        this.#session?.started(attempt.spec.token);
      }
      const end = endOfAttempt(attempt, facts);
      if (end.kind === 'over') {
        this.#leftovers.add(attempt);
        void this.#conclude(attempt, end.end);
      } else if (end.kind === 'hopeless') {
        attempt.givenUp = end.detail;
        attempt.cancel = 'at-once';
      } else if (end.kind === 'unconfirmed') {
        this.#tell(attempt, { kind: 'lost', detail: end.detail, isDead: false }, 0);
      } else if (end.isUrgent) this.#watch.isUrgent = true;
    }
  }

  async #conclude(attempt: BatchAttempt, end: NodeEnd): Promise<void> {
    const { frozen, record, inputs } = attempt;
    assert(frozen !== undefined, `${this.name}: ended before it was written`);
    attempt.phase = 'concluding';
    const durationMs = durationOf(attempt, this.#tools.clock.now());
    try {
      const isCancelled = (): boolean =>
        attempt.cancel === 'at-once' && attempt.givenUp === undefined;
      const ended = { frozen, inputs, end, record, durationMs, isCancelled };
      this.#tell(attempt, await conclude(ended, this.#tools), durationMs);
    } catch (error) {
      this.#session?.broke(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #tell(attempt: BatchAttempt, outcome: JobOutcome, durationMs: number): void {
    const { token } = attempt.spec;
    attempt.phase = 'told';
    this.#nodes.note(attempt, outcome, durationMs);
    this.#attempts.delete(token);
    this.#session?.ended(token, outcome, durationMs);
    for (const resolve of attempt.whenTold) resolve();
  }
}

function durationOf({ record, job }: BatchAttempt, nowMs: number): number {
  const durationMs =
    record === undefined ? nowMs - (job?.submittedAtMs ?? nowMs) : record.endMs - record.beginMs;
  return Number.isFinite(durationMs) ? Math.max(0, durationMs) : 0;
}
