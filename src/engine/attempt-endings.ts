import type { JobId } from '../core/graph/job-graph.ts';
import type { Attempt, Attempts, NextAttempt } from './attempts.ts';
import { BackOffs } from './back-offs.ts';
import type { JobColumns } from './job-columns.ts';
import { type JobState, STATE } from './job-state.ts';
import { madeFiles } from './made-files.ts';
import type { FailedOutcome } from './retry-policy.ts';
import type { RunEffect } from './run-effect.ts';
import type { RunInput } from './run-input.ts';
import type { RunTeller } from './run-teller.ts';
import type { TempFiles } from './temp-files.ts';
import type { Wave } from './wave.ts';

/** The parts of the machine that have to know. */
export interface EndingParts {
  readonly columns: JobColumns;
  readonly wave: Wave;
  readonly temps: TempFiles;
  readonly attempts: Attempts;
  readonly teller: RunTeller;
}

/** What is asked of the machine itself. */
export interface EndingHost {
  readonly setState: (job: JobId, state: JobState) => void;
  readonly effect: (effect: RunEffect) => void;
  readonly isStopped: () => boolean;
  /** A job failed for good, and those that need it were skipped. */
  readonly onFailed: () => void;
}

type EndedInput = Extract<RunInput, { kind: 'job-ended' }>;

/** What a run that stops says to another attempt. */
const NO_MORE: NextAttempt = { retry: undefined, problems: [] };

/** What follows when an attempt has ended, well or not. */
export class AttemptEndings {
  readonly #parts: EndingParts;
  readonly #host: EndingHost;
  readonly #backOffs = new BackOffs();

  constructor(parts: EndingParts, host: EndingHost) {
    this.#parts = parts;
    this.#host = host;
  }

  /** An outcome of another attempt than the one that runs is no news. */
  ended({ token, outcome, durationMs }: EndedInput): void {
    const attempt = this.end(token);
    if (attempt === undefined) return;
    if (outcome.kind !== 'succeeded') {
      this.#unsuccessful(attempt, outcome, durationMs);
      return;
    }
    const { job } = attempt;
    const { columns, wave, temps, teller } = this.#parts;
    this.#host.effect({ kind: 'record', job, token, outcome, durationMs });
    teller.ended(attempt, { outcome, durationMs, willRetry: false });
    const made = madeFiles(outcome, columns);
    const pending = [...made.keys()].filter((file) => made.get(file) === undefined);
    if (pending.length > 0) this.#host.effect({ kind: 'fingerprint', files: pending });
    wave.awaitDigests(pending);
    for (const file of pending) temps.hold(file);
    this.#host.setState(job, STATE.succeeded);
    wave.close(job, made);
  }

  /** What it held is free again, and those who waited for it to stop reading go on. */
  end(token: string): Attempt | undefined {
    const attempt = this.#parts.attempts.end(token);
    if (attempt !== undefined) this.#parts.wave.readerEnded(attempt.job);
    return attempt;
  }

  /** Nobody will ever say what became of it; its outputs are left to the next run's recovery. */
  outcomeMissing(token: string, detail: string): void {
    const attempt = this.end(token);
    if (attempt === undefined) return;
    const outcome: FailedOutcome = { kind: 'lost', detail, isDead: true };
    this.#parts.teller.ended(attempt, { outcome, durationMs: 0, willRetry: false });
    this.#fail(attempt.job, outcome);
  }

  timerFired(timer: number): void {
    const job = this.#backOffs.end(timer);
    if (job === undefined) return;
    if (this.#parts.columns.state[job] === STATE.backingOff) this.#wait(job);
  }

  /** Of a job that waits before it is tried again. */
  delayMsOf(job: JobId): number {
    return this.#backOffs.delayMsOf(job);
  }

  #unsuccessful(attempt: Attempt, outcome: FailedOutcome, durationMs: number): void {
    const { job, token } = attempt;
    const { attempts, teller } = this.#parts;
    const { retry, problems } = this.#host.isStopped() ? NO_MORE : attempts.next(job, outcome);
    const mayBeAlive = outcome.kind === 'lost' && !outcome.isDead;
    if (!mayBeAlive) this.#host.effect({ kind: 'record-end', token });
    teller.ended(attempt, { outcome, durationMs, willRetry: retry !== undefined });
    for (const problem of problems) teller.warned(problem);
    if (retry === undefined) this.#fail(job, outcome);
    else if (retry.delayMs === 0) this.#wait(job);
    else this.#backOff(job, retry.delayMs);
  }

  #wait(job: JobId): void {
    this.#host.setState(job, STATE.waiting);
    this.#parts.wave.lookAgain(job);
  }

  #backOff(job: JobId, delayMs: number): void {
    this.#host.setState(job, STATE.backingOff);
    this.#host.effect({ kind: 'set-timer', timer: this.#backOffs.begin(job, delayMs), delayMs });
  }

  #fail(job: JobId, outcome: FailedOutcome): void {
    this.#host.setState(job, outcome.kind === 'cancelled' ? STATE.cancelled : STATE.failed);
    if (this.#host.isStopped()) return;
    this.#parts.wave.close(job);
    this.#parts.wave.settle();
    this.#host.onFailed();
  }
}
