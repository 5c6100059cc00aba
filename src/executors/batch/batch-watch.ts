import type { Clock } from '../../ports/clock.ts';
import type { AttemptFolders } from './attempt-folder.ts';
import { type BatchAttempt, observe } from './batch-attempt.ts';
import type { BatchSystem, SubmittedJob } from './batch-system.ts';
import type { BatchTiming } from './batch-timing.ts';
import { byFolder } from './by-folder.ts';

export interface WatchParts {
  readonly system: BatchSystem;
  readonly folders: AttemptFolders;
  readonly clock: Clock;
  readonly timing: BatchTiming;
}

/** A question may take this share of the time between two. */
const POLL_SHARE = 20;
const LOOK_GROWTH = 1.25;

/** Finds out how submitted attempts stand: from what nodes have left, and from the system. */
export class BatchWatch {
  readonly #parts: WatchParts;
  /** The system is asked as soon as it may be. */
  isUrgent = false;
  #lookPauseMs: number;
  #nextPollMs = 0;
  #earliestPollMs = 0;
  #pollFailures = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#lookPauseMs = parts.timing.lookMs;
  }

  async look(open: readonly BatchAttempt[]): Promise<void> {
    const submitted = open.filter(({ phase }) => phase === 'submitted');
    if (submitted.length === 0) return;
    await this.#cancel(submitted);
    const { timing, clock } = this.#parts;
    const hasNews = this.#lookAtMarks(submitted);
    this.#lookPauseMs = hasNews
      ? timing.lookMs
      : Math.min(this.#lookPauseMs * LOOK_GROWTH, timing.longestLookMs);
    const dueMs = this.isUrgent || hasNews ? this.#earliestPollMs : this.#nextPollMs;
    if (clock.now() >= dueMs) await this.#poll(submitted);
  }

  /** When to look again. */
  nextMs(nowMs: number): number {
    return nowMs + this.#lookPauseMs;
  }

  #lookAtMarks(submitted: readonly BatchAttempt[]): boolean {
    const { folders, clock } = this.#parts;
    const nowMs = clock.now();
    let hasNews = false;
    const groups = byFolder(submitted, ({ frozen }) => frozen?.folder ?? '');
    for (const [folder, attempts] of groups) {
      const { begun, exits } = folders.marks(folder);
      for (const attempt of attempts) {
        const { token } = attempt.spec;
        const last = begun.get(token) ?? -1;
        if (last > attempt.lastStart) {
          attempt.lastStart = last;
          // What an earlier start has left is not the end any more.
          attempt.record = undefined;
          hasNews = true;
        }
        const hasExit = exits.get(token)?.includes(attempt.lastStart) === true;
        if (!hasExit || attempt.record !== undefined || attempt.frozen === undefined) continue;
        attempt.record = folders.record(attempt.frozen, attempt.lastStart);
        attempt.recordSinceMs = nowMs;
        if (attempt.record !== undefined) hasNews = true;
      }
    }
    return hasNews;
  }

  /** One question for all. If it fails, nothing is known that was not known before. */
  async #poll(submitted: readonly BatchAttempt[]): Promise<void> {
    const { system, clock, timing } = this.#parts;
    const startMs = clock.now();
    const asked = submitted.flatMap(({ job }) => job ?? []);
    try {
      const answers = await system.poll(asked);
      const nowMs = clock.now();
      for (const attempt of submitted) {
        observe(attempt, answers.get(attempt.job?.id ?? ''), nowMs);
      }
      this.#pollFailures = 0;
    } catch {
      this.#pollFailures += 1;
    }
    this.isUrgent = false;
    const nowMs = clock.now();
    const restMs = Math.max(timing.pollMs, (nowMs - startMs) * POLL_SHARE);
    this.#earliestPollMs = nowMs + Math.min(restMs, timing.longestPollMs);
    this.#nextPollMs = nowMs + Math.min(restMs * 2 ** this.#pollFailures, timing.longestPollMs);
  }

  /** Asks again after a while, since the system may not have heard it. */
  async #cancel(submitted: readonly BatchAttempt[]): Promise<void> {
    const { system, clock, timing } = this.#parts;
    const nowMs = clock.now();
    for (const how of ['gently', 'at-once'] as const) {
      const due = submitted.filter(
        ({ cancel, cancelAsked, cancelAgainAtMs }) =>
          cancel === how && (cancelAsked !== how || nowMs >= cancelAgainAtMs),
      );
      if (due.length === 0) continue;
      const jobs: readonly SubmittedJob[] = due.flatMap(({ job }) => job ?? []);
      let againMs = timing.cancelAgainMs;
      try {
        await system.cancel(jobs, how);
      } catch {
        againMs = timing.pollMs;
      }
      for (const attempt of due) {
        attempt.cancelAsked = how;
        attempt.cancelAgainAtMs = nowMs + againMs;
      }
      this.isUrgent = true;
    }
  }
}
