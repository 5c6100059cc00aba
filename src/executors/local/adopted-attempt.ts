import type { Clock } from '../../ports/clock.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { CommandEnd } from '../protocol/command-end.ts';
import type { InputContent } from '../protocol/input-look.ts';
import { conclude, readFrozenInputs } from '../protocol/node/conclude.ts';
import type { ExitRecord } from '../protocol/node/exit-record.ts';
import { recordedEnd } from '../protocol/node/recorded-end.ts';
import { reasonOf } from '../protocol/outcome-details.ts';
import { pause } from '../protocol/pause.ts';
import type { ProtocolTools } from '../protocol/prepare.ts';
import { endProcesses, filesBeingWritten, type JobProcesses } from './end-processes.ts';
import { livingProcesses } from './kept-processes.ts';
import type { AttemptListener } from './local-attempt.ts';
import { exitRecordOf, thaw } from './outliving.ts';
import { outputsAmong } from './outputs-among.ts';
import { cannotBeKilled, endNotSeen } from './start-details.ts';

export interface AdoptionTools extends ProtocolTools {
  readonly clock: Clock;
  readonly graceMs: number;
}

/** Between two looks at a command that runs; nobody tells us of its end. */
const LOOK_MS = 250;
/** The shell that saw the end may still be about to write it down. */
const RECORD_MS = 2_000;

type Stop = Extract<CommandEnd, { kind: 'cancelled' | 'timed-out' }>;

/**
 * An attempt that an earlier flow began on this machine: still running, or ended in the meantime
 * with an exit record.
 */
export class AdoptedAttempt {
  readonly #frozen: FrozenAttempt;
  readonly #tools: AdoptionTools;
  readonly #listener: AttemptListener;
  #stop: Stop | undefined;
  #isUrgent = false;
  readonly #told: Promise<void>;

  constructor(frozen: FrozenAttempt, tools: AdoptionTools, listener: AttemptListener) {
    this.#frozen = frozen;
    this.#tools = tools;
    this.#listener = listener;
    this.#told = this.#follow().catch((error: unknown) => {
      this.#tell({ kind: 'lost', detail: reasonOf(error), isDead: false });
    });
  }

  cancel(how: 'gently' | 'at-once'): void {
    this.#stop ??= { kind: 'cancelled' };
    if (how === 'at-once') this.#isUrgent = true;
  }

  /** Resolves when its outcome has been told. */
  async over(): Promise<void> {
    await this.#told;
  }

  async #follow(): Promise<void> {
    const { spec } = this.#frozen;
    const inputs = readFrozenInputs(this.#frozen, this.#tools);
    if (this.#processes() !== undefined) this.#listener.started(spec.token);
    const ended = await this.#waitForEnd();
    const rest = this.#processes();
    if (rest !== undefined && !(await this.#endRest(rest))) {
      const detail = cannotBeKilled();
      this.#tell({ kind: 'lost', detail, isDead: false });
      return;
    }
    const unfinished = ended.unfinished.length > 0 && this.#stop === undefined;
    const end: CommandEnd = unfinished
      ? { kind: 'unfinished', outputs: ended.unfinished }
      : (this.#stop ?? { kind: 'lost', detail: endNotSeen() });
    await this.#conclude(ended.record, inputs, end);
  }

  async #conclude(
    record: ExitRecord | undefined,
    inputs: readonly InputContent[],
    otherwise: CommandEnd,
  ): Promise<void> {
    const { spec } = this.#frozen;
    const counts =
      record !== undefined && this.#stop === undefined && otherwise.kind !== 'unfinished';
    const outcome = await conclude(
      {
        frozen: this.#frozen,
        inputs,
        end: counts ? recordedEnd(record, spec) : otherwise,
        record,
        durationMs: this.#durationMs(record),
        isCancelled: () => this.#isUrgent,
      },
      this.#tools,
    );
    this.#tell(outcome, record);
  }

  #tell(outcome: Parameters<AttemptListener['ended']>[1], record?: ExitRecord): void {
    const mayBeWritten = outcome.kind === 'lost' && !outcome.isDead;
    if (!mayBeWritten) thaw(this.#frozen, this.#tools.disk);
    this.#listener.ended(this.#frozen.spec.token, outcome, this.#durationMs(record));
  }

  /** Until there is a record, or nobody who could write one, or it is to end. */
  async #waitForEnd(): Promise<{ record: ExitRecord | undefined; unfinished: readonly string[] }> {
    const { clock, disk } = this.#tools;
    const { timeS } = this.#frozen.spec.resources;
    let goneSinceMs: number | undefined;
    for (;;) {
      const record = exitRecordOf(this.#frozen, disk);
      if (record !== undefined) return { record, unfinished: await this.#unfinished(record) };
      if (this.#stop === undefined && timeS !== undefined && this.#passedMs() >= timeS * 1000) {
        this.#stop = { kind: 'timed-out', limitS: timeS };
      }
      if (this.#stop !== undefined) return { record: undefined, unfinished: [] };
      if (this.#processes() === undefined) {
        goneSinceMs ??= clock.now();
        if (clock.now() - goneSinceMs >= RECORD_MS) return { record: undefined, unfinished: [] };
      } else {
        goneSinceMs = undefined;
      }
      await pause(LOOK_MS, clock);
    }
  }

  /** What a good command has left gets time to end by itself, as with one of our own. */
  async #unfinished(record: ExitRecord): Promise<readonly string[]> {
    const { clock, graceMs } = this.#tools;
    const endMs = clock.now() + graceMs;
    for (;;) {
      const rest = this.#processes();
      if (rest === undefined || this.#stop !== undefined) return [];
      if (record.end.kind !== 'exited' || record.end.code !== 0) return [];
      if (clock.now() >= endMs) {
        return outputsAmong(await filesBeingWritten(rest), this.#frozen.spec);
      }
      await pause(LOOK_MS, clock);
    }
  }

  async #endRest(rest: JobProcesses): Promise<boolean> {
    const { clock, graceMs } = this.#tools;
    return await endProcesses(rest, { clock, graceMs, isUrgent: () => this.#isUrgent });
  }

  #processes(): JobProcesses | undefined {
    return livingProcesses(this.#frozen, this.#tools.disk);
  }

  #passedMs(): number {
    return this.#tools.clock.now() - this.#frozen.launchedAtMs;
  }

  #durationMs(record: ExitRecord | undefined): number {
    return record === undefined ? this.#passedMs() : record.endMs - this.#frozen.launchedAtMs;
  }
}
