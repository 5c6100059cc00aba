import type { Clock } from '../../ports/clock.ts';
import type { JobOutcome } from '../../ports/executor.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { ResourceUsage } from '../../ports/resource-usage.ts';
import { writeBenchmark } from '../protocol/benchmark.ts';
import type { CommandEnd } from '../protocol/command-end.ts';
import { type InputContent, readInputs } from '../protocol/input-look.ts';
import { prepare, type PreparedAttempt, type ProtocolTools } from '../protocol/prepare.ts';
import { judge, refusal, settle, type Verdict } from '../protocol/settle.ts';
import type { CommandListener, EndedCommand } from './command-listener.ts';
import {
  endProcesses,
  filesBeingWritten,
  type JobProcesses,
  waitForGroup,
} from './end-processes.ts';
import type { OomKills, OomMark } from './oom-kills.ts';
import { freezeRunning, keepEnd, OUTLIVES_AFTER_MS, thaw } from './outliving.ts';
import { outputsAmong } from './outputs-among.ts';
import { cannotBeKilled } from './start-details.ts';
import type { UsageSampler, WatchedJob } from './usage/usage-sampler.ts';

export interface AttemptTools extends ProtocolTools {
  readonly clock: Clock;
  readonly graceMs: number;
  readonly sampler: UsageSampler;
  readonly oomKills: OomKills;
  readonly launch: (spec: JobSpec, listener: CommandListener) => void;
}

export interface AttemptListener {
  readonly started: (token: string) => void;
  readonly ended: (token: string, outcome: JobOutcome, durationMs: number) => void;
}

/** Why we end a command that runs. */
type Stop = Extract<CommandEnd, { kind: 'cancelled' | 'timed-out' }>;

/**
 * One attempt, from prepare to settle:
 *
 *     waiting → running → ending what is left of it → judging → told
 *
 * A clean end leaves nothing to end. A cancel, or time that is over, ends what runs, and a cancel
 * at once does not wait for the judgement either.
 */
export class LocalAttempt {
  readonly #spec: JobSpec;
  readonly #tools: AttemptTools;
  readonly #listener: AttemptListener;
  #phase: 'waiting' | 'running' | 'ending' | 'judging' | 'told' = 'waiting';
  #stop: Stop | undefined;
  /** Nobody waits any more for what could be ended. */
  #isImpatient = false;
  #isUrgent = false;
  #prepared: PreparedAttempt | undefined;
  #inputs: readonly InputContent[] = [];
  /** Known once the command has started. */
  #processes: JobProcesses | undefined;
  #watched: WatchedJob | undefined;
  #usage: ResourceUsage | undefined;
  /** Whether all processes are dead; begun at most once. */
  #allDead: Promise<boolean> | undefined;
  #oomMark: OomMark | undefined;
  #startedAtMs = 0;
  #durationMs = 0;
  #disarm: (() => void) | undefined;
  #disarmFreezing: (() => void) | undefined;
  /** On disk, so that a later flow can take it on. */
  #frozen: FrozenAttempt | undefined;
  readonly #whenTold: (() => void)[] = [];

  constructor(spec: JobSpec, tools: AttemptTools, listener: AttemptListener) {
    this.#spec = spec;
    this.#tools = tools;
    this.#listener = listener;
  }

  start(): void {
    if (this.#stop !== undefined) {
      this.#tell({ kind: 'cancelled' });
      return;
    }
    const preparation = prepare(this.#spec, this.#tools.disk);
    if (preparation.kind === 'refused') {
      this.#tell(refusal(preparation.detail));
      return;
    }
    this.#prepared = preparation;
    this.#phase = 'running';
    this.#startedAtMs = this.#tools.clock.now();
    this.#oomMark = this.#tools.oomKills.mark();
    this.#tools.launch(this.#spec, {
      started: (processes) => this.#commandStarted(processes),
      ended: (command) => this.#commandEnded(command),
    });
    // Beside the command: what it changes meanwhile is told by the looks from before it.
    this.#inputs = readInputs(preparation.inputs, this.#tools.hasher);
  }

  cancel(how: 'gently' | 'at-once'): void {
    this.#isImpatient = true;
    if (how === 'at-once') this.#isUrgent = true;
    if (this.#phase === 'waiting' || this.#phase === 'running') {
      this.#stopCommand({ kind: 'cancelled' });
    } else if (this.#phase === 'judging' && this.#isUrgent) {
      this.#settle({ kind: 'cancelled' });
    }
  }

  /** Resolves when its outcome has been told. */
  over(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#phase === 'told') resolve();
      else this.#whenTold.push(resolve);
    });
  }

  #commandStarted(processes: JobProcesses): void {
    this.#processes = processes;
    this.#watched = this.#tools.sampler.watch(processes, this.#spec.gpus.length > 0);
    this.#listener.started(this.#spec.token);
    this.#disarmFreezing = this.#tools.clock.after(OUTLIVES_AFTER_MS, () =>
      this.#freeze(processes),
    );
    const { timeS } = this.#spec.resources;
    if (timeS !== undefined) {
      const stop: Stop = { kind: 'timed-out', limitS: timeS };
      this.#disarm = this.#tools.clock.after(timeS * 1000, () => this.#stopCommand(stop));
    }
    if (this.#stop !== undefined) void this.#endAll(processes);
  }

  /** Where the disk refuses, it is no worse off than one that is too young. */
  #freeze(processes: JobProcesses): void {
    const isFindable = process.platform === 'linux';
    if (this.#prepared === undefined || this.#phase !== 'running' || !isFindable) return;
    const run = { processes, startedAtMs: this.#startedAtMs };
    try {
      this.#frozen = freezeRunning(this.#prepared, run, this.#tools.disk);
    } catch {
      this.#frozen = undefined;
    }
  }

  #stopCommand(stop: Stop): void {
    this.#stop ??= stop;
    if (this.#processes !== undefined) void this.#endAll(this.#processes);
  }

  #commandEnded({ end: seen, hasLeftovers, release }: EndedCommand): void {
    if (this.#phase !== 'running') return;
    const isOurs = this.#stop !== undefined;
    const end = isOurs ? seen : this.#tools.oomKills.explain(seen, this.#oomMark);
    this.#phase = 'ending';
    this.#durationMs = this.#tools.clock.now() - this.#startedAtMs;
    this.#disarm?.();
    this.#disarmFreezing?.();
    this.#unwatch();
    if (this.#frozen !== undefined && this.#stop === undefined && end.kind === 'exited') {
      keepEnd(this.#frozen, { code: end.code, nowMs: this.#tools.clock.now() }, this.#tools.disk);
    }
    const isClean = this.#stop === undefined && !hasLeftovers && isSuccess(end);
    if (isClean || this.#processes === undefined) {
      release();
      this.#judge(end);
      return;
    }
    void this.#endRest(end, this.#processes).then((whole) => {
      if (whole === undefined) return;
      release();
      this.#judge(whole);
    });
  }

  /**
   * Ends what a command has left. What a good one has left gets time to end by itself, and is no
   * good if it has to be ended while it writes an output.
   *
   * @returns how the command ended, with all that; undefined if some of it cannot be ended.
   */
  async #endRest(end: CommandEnd, processes: JobProcesses): Promise<CommandEnd | undefined> {
    const { clock, graceMs } = this.#tools;
    let unfinished: readonly string[] = [];
    if (this.#stop === undefined && isSuccess(end)) {
      const isOver = (): boolean => this.#isImpatient;
      if (await waitForGroup(processes, { clock, ms: graceMs, isOver })) return end;
      unfinished = outputsAmong(await filesBeingWritten(processes), this.#spec);
    }
    if (!(await this.#endAll(processes))) return undefined;
    if (unfinished.length > 0) return { kind: 'unfinished', outputs: unfinished };
    return this.#stop ?? end;
  }

  #endAll(processes: JobProcesses): Promise<boolean> {
    if (this.#allDead !== undefined) return this.#allDead;
    const { clock, graceMs } = this.#tools;
    const isUrgent = (): boolean => this.#isUrgent;
    this.#allDead = endProcesses(processes, { clock, graceMs, isUrgent });
    void this.#allDead.then((allDead) => {
      // What may still be written to is left as it is, old outputs at their siblings.
      if (!allDead) this.#tell({ kind: 'lost', detail: cannotBeKilled(), isDead: false });
    });
    return this.#allDead;
  }

  #judge(end: CommandEnd): void {
    if (this.#phase === 'told') return;
    this.#phase = 'judging';
    const { verify } = this.#spec;
    void judge({ verify, end, inputs: this.#inputs }, this.#tools).then((verdict) =>
      this.#settle(verdict),
    );
  }

  #settle(verdict: Verdict): void {
    if (this.#prepared === undefined || this.#phase === 'told') return;
    this.#unwatch();
    const problem = verdict.kind === 'good' ? this.#writeBenchmark() : undefined;
    this.#tell(settle(this.#prepared, problem ?? verdict, this.#tools.disk));
  }

  #writeBenchmark(): Verdict | undefined {
    const took = { durationMs: this.#durationMs, usage: this.#usage };
    return writeBenchmark(this.#spec, took, this.#tools.disk);
  }

  #unwatch(): void {
    if (this.#watched === undefined) return;
    this.#usage = this.#tools.sampler.end(this.#watched);
    this.#watched = undefined;
  }

  #tell(outcome: JobOutcome): void {
    if (this.#phase === 'told') return;
    this.#phase = 'told';
    this.#disarm?.();
    this.#disarmFreezing?.();
    const mayBeWritten = outcome.kind === 'lost' && !outcome.isDead;
    if (this.#frozen !== undefined && !mayBeWritten) thaw(this.#frozen, this.#tools.disk);
    this.#unwatch();
    const told = this.#usage === undefined ? outcome : { ...outcome, usage: this.#usage };
    this.#listener.ended(this.#spec.token, told, this.#durationMs);
    for (const resolve of this.#whenTold) resolve();
  }
}

function isSuccess(end: CommandEnd): boolean {
  return end.kind === 'exited' && end.code === 0;
}
