import type { Clock } from '../../ports/clock.ts';
import type { JobOutcome } from '../../ports/executor.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import * as details from '../protocol/outcome-details.ts';
import { refusal } from '../protocol/settle.ts';
import type { AttemptFolders } from './attempt-folder.ts';
import type { BatchAttempt } from './batch-attempt.ts';
import * as batchDetails from './batch-details.ts';
import type { BatchSystem, Submission, SubmittedJob } from './batch-system.ts';
import type { BatchTiming } from './batch-timing.ts';

export interface QueueParts {
  readonly system: BatchSystem;
  readonly folders: AttemptFolders;
  readonly clock: Clock;
  readonly timing: BatchTiming;
  /** Its files are on the disk. */
  readonly written: (attempt: BatchAttempt, frozen: FrozenAttempt) => void;
  /** It was never handed over. */
  readonly ended: (attempt: BatchAttempt, outcome: JobOutcome) => void;
}

/** So many jobs are written and handed over in one go. */
const LONGEST_BATCH = 1_000;
/** An earlier submission is looked for among jobs from so long before, as clocks differ. */
const CLOCKS_APART_MS = 120_000;

/** Hands attempts over to the system, each once, whatever becomes of the answers. */
export class BatchQueue {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  async handOver(open: readonly BatchAttempt[]): Promise<void> {
    this.#takeUp(open.filter(({ isAdopted, phase }) => isAdopted && phase === 'waiting'));
    await this.#find(open.filter(({ phase }) => phase === 'looked-for'));
    const nowMs = this.#parts.clock.now();
    const due: BatchAttempt[] = [];
    for (const attempt of open) {
      if (attempt.phase !== 'waiting') continue;
      if (attempt.cancel !== undefined) this.#parts.ended(attempt, { kind: 'cancelled' });
      else if (attempt.notBeforeMs <= nowMs) due.push(attempt);
    }
    for (let start = 0; start < due.length; start += LONGEST_BATCH) {
      await this.#submit(due.slice(start, start + LONGEST_BATCH));
    }
  }

  /** When something has to be handed over, or looked for again. */
  nextMs(open: Iterable<BatchAttempt>): number {
    const { clock, timing } = this.#parts;
    let next = Number.POSITIVE_INFINITY;
    for (const attempt of open) {
      if (attempt.phase === 'waiting') next = Math.min(next, attempt.notBeforeMs);
      if (attempt.phase === 'looked-for') next = Math.min(next, clock.now() + timing.pollMs);
    }
    return next;
  }

  /** Of an earlier flow: with the system already if its id is written, else perhaps. */
  #takeUp(adopted: readonly BatchAttempt[]): void {
    const { folders } = this.#parts;
    const ids = new Map<string, ReadonlyMap<string, SubmittedJob>>();
    for (const attempt of adopted) {
      const { folder, launchedAtMs } = attempt.frozen ?? { folder: '', launchedAtMs: 0 };
      const known = ids.get(folder) ?? folders.readIds(folder);
      ids.set(folder, known);
      attempt.isAdopted = false;
      attempt.job = known.get(attempt.spec.token);
      attempt.phase = attempt.job === undefined ? 'looked-for' : 'submitted';
      attempt.lostAtMs = launchedAtMs;
    }
  }

  /** What is not found is handed over again, once it is certain that it will not turn up. */
  async #find(lost: readonly BatchAttempt[]): Promise<void> {
    if (lost.length === 0) return;
    const { system, clock, timing, folders } = this.#parts;
    const since = lost.reduce((ms, { lostAtMs }) => Math.min(ms, lostAtMs), clock.now());
    let found: ReadonlyMap<string, string>;
    try {
      const tokens = lost.map(({ spec }) => spec.token);
      found = await system.find(tokens, since - CLOCKS_APART_MS);
    } catch {
      return;
    }
    const nowMs = clock.now();
    for (const attempt of lost) {
      const id = found.get(attempt.spec.token);
      if (id !== undefined) this.#accepted(attempt, id);
      else if (nowMs - attempt.lostAtMs >= timing.ambiguousMs) {
        // It may have begun, and the system have lost it since: then it is not begun again.
        const folder = attempt.frozen?.folder ?? '';
        const hasBegun = folders.marks(folder).begun.has(attempt.spec.token);
        if (hasBegun) this.#accepted(attempt, `lost:${attempt.spec.token}`);
        else attempt.phase = 'waiting';
      }
    }
    this.#writeIds(lost);
  }

  async #submit(batch: readonly BatchAttempt[]): Promise<void> {
    const { system, folders } = this.#parts;
    const ready: BatchAttempt[] = [];
    const jobs: { readonly spec: BatchAttempt['spec']; readonly script: string }[] = [];
    for (const attempt of batch) {
      const frozen = attempt.frozen ?? this.#write(attempt);
      if (frozen === undefined) continue;
      attempt.phase = 'submitting';
      ready.push(attempt);
      jobs.push({ spec: attempt.spec, script: folders.scriptOf(frozen) });
    }
    if (ready.length === 0) return;
    const answers = await system.submit(jobs).catch((error: unknown) => ambiguous(error));
    for (const [index, attempt] of ready.entries()) {
      const answer = Array.isArray(answers) ? answers[index] : answers;
      this.#take(attempt, answer ?? { kind: 'ambiguous', detail: 'no answer' });
    }
    this.#writeIds(ready);
  }

  #write(attempt: BatchAttempt): FrozenAttempt | undefined {
    const { folders, clock } = this.#parts;
    try {
      const frozen = folders.write(attempt.spec, clock.now());
      if ('obstacle' in frozen) {
        this.#parts.ended(attempt, refusal(frozen.obstacle));
        return undefined;
      }
      this.#parts.written(attempt, frozen);
      return frozen;
    } catch (error) {
      this.#parts.ended(attempt, refusal(details.notPrepared(error)));
      return undefined;
    }
  }

  #take(attempt: BatchAttempt, answer: Submission): void {
    const { system, clock, timing } = this.#parts;
    switch (answer.kind) {
      case 'accepted':
        this.#accepted(attempt, answer.id);
        break;
      case 'refused':
        this.#parts.ended(attempt, refusal(batchDetails.refused(system.name, answer.detail)));
        break;
      case 'busy':
        attempt.phase = 'waiting';
        attempt.notBeforeMs =
          clock.now() + Math.min(timing.busyMs * 2 ** attempt.busyCount, timing.longestBusyMs);
        attempt.busyCount += 1;
        break;
      case 'ambiguous':
        attempt.phase = 'looked-for';
        attempt.lostAtMs = clock.now();
        break;
    }
  }

  #accepted(attempt: BatchAttempt, id: string): void {
    const submittedAtMs = this.#parts.clock.now();
    attempt.job = { token: attempt.spec.token, id, submittedAtMs };
    attempt.phase = 'submitted';
  }

  #writeIds(attempts: readonly BatchAttempt[]): void {
    const taken = attempts.flatMap(({ phase, job, frozen }) =>
      phase === 'submitted' && job !== undefined && frozen !== undefined
        ? [{ ...job, folder: frozen.folder }]
        : [],
    );
    if (taken.length > 0) this.#parts.folders.writeIds(taken);
  }
}

function ambiguous(error: unknown): Submission {
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'ambiguous', detail };
}
