import { assert } from '../core/diagnostic.ts';
import { type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import type { OwnReason } from '../core/plan/reason.ts';
import { Heap } from '../core/schedule/heap.ts';
import { couldBeCalled, dormantInputs, isBrokenFor, isUndisturbed } from './input-looks.ts';
import { IntQueue } from './int-queue.ts';
import type { JobColumns } from './job-columns.ts';
import { isDefinite, isOpen, type JobState, STATE } from './job-state.ts';
import type { MadeFiles } from './made-files.ts';
import type { RunRequest } from './run-request.ts';

/** What the wave asks of the machine. */
export interface WaveHost {
  readonly setState: (job: JobId, state: JobState) => void;
  readonly changes: RunRequest['changes'];
  /** Some output of the job was edited by hand. */
  readonly isEdited: (job: JobId) => boolean;
  readonly onPruned: (job: JobId) => void;
  readonly onHeld: (job: JobId) => void;
  readonly onSkipped: (job: JobId, need: JobId) => void;
}

const NOTHING_MADE: MadeFiles = new Map();

/**
 * Carries the news that a job has ended to the jobs that need it: who is certain to run now, who
 * is not needed after all, who is skipped.
 *
 * News is queued and worked off by `settle`, never by recursion: a chain of a hundred thousand
 * jobs may fall in one step. `need` is counted at once, so that it is always what it says.
 */
export class Wave {
  readonly #columns: JobColumns;
  readonly #host: WaveHost;
  /** In pairs: a job, and what it needs and will not get. */
  readonly #doomed = new IntQueue();
  /** Undecided and dormant jobs that have to run. */
  readonly #called = new IntQueue();
  /** Why a job that was called has to. */
  readonly #reasons = new Map<JobId, OwnReason>();
  /** Jobs that may wait for nothing any more. */
  readonly #met = new IntQueue();
  /** Undecided jobs whose inputs are as they were, unless a dormant job is called. */
  readonly #parked: Heap;
  /** Outputs whose digest is still to come. */
  readonly #pending = new Set<FileId>();
  /** Jobs that wait for a running one to end, since it reads what they replace; by that one. */
  readonly #behind = new Map<JobId, JobId[]>();

  constructor(columns: JobColumns, host: WaveHost) {
    this.#columns = columns;
    this.#host = host;
    const { place } = columns;
    this.#parked = new Heap((a, b) => (place[a] ?? 0) < (place[b] ?? 0));
  }

  /** What the plan could not know; undefined for a job that runs by the plan's own reasons. */
  reasonOf(job: JobId): OwnReason | undefined {
    return this.#reasons.get(job);
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Looks at every job once: the plan's verdicts are news to nobody else. */
  start(): void {
    const { state, need, graph } = this.#columns;
    for (const job of graph.order.subarray(0, graph.jobCount)) {
      if (state[job] === STATE.waiting) this.#callMakers(job);
      if (need[job] === 0) this.#met.push(job);
    }
  }

  /** These outputs were made and have no digest as yet. Told before their job is closed. */
  awaitDigests(files: readonly FileId[]): void {
    for (const file of files) this.#pending.add(file);
  }

  /** False if it was not awaited. */
  digestKnown(file: FileId, digest: string | undefined): boolean {
    if (!this.#pending.delete(file)) return false;
    const { awaited } = this.#columns;
    this.#columns.eachUser(this.#columns.maker(file), (user, at) => {
      if (this.#columns.inputFile(at) !== file || !couldBeCalled(this.#columns, user, at)) return;
      awaited[user] = (awaited[user] ?? 0) - 1;
      this.#callFor(user, this.#host.changes.ofRemade(user, file, digest));
      this.#met.push(user);
    });
    return true;
  }

  /** An attempt is over, whatever became of it: it reads nothing any more. */
  readerEnded(job: JobId): void {
    for (const waiting of this.#behind.get(job) ?? []) this.#lowerNeed(waiting);
    this.#behind.delete(job);
  }

  /** The job waits once more, perhaps for nothing. */
  lookAgain(job: JobId): void {
    this.#met.push(job);
  }

  /** The job, whose end was awaited, has come to its end, or to rest as dormant. */
  close(job: JobId, made: MadeFiles = NOTHING_MADE): void {
    this.#columns.eachUser(job, (user, at) => {
      if (isBrokenFor(this.#columns, job, at)) this.#doom(user, job);
      else if (couldBeCalled(this.#columns, user, at)) this.#tellContent(user, at, made);
      this.#lowerNeed(user);
    });
  }

  /** Works off all news: first who falls, then who is called, then who waits for nothing more. */
  settle(): void {
    for (;;) {
      const doomed = this.#doomed.shift();
      if (doomed !== undefined) {
        this.#skip(doomed, this.#doomed.shift() ?? NO_JOB);
        continue;
      }
      const called = this.#called.shift();
      if (called !== undefined) {
        this.#call(called);
        continue;
      }
      const met = this.#met.shift();
      if (met === undefined) return;
      this.#lookAt(met);
    }
  }

  /** For when nothing else can happen: the first parked job is not needed. False: there is none. */
  pruneFirstParked(): boolean {
    for (let job = this.#parked.pop(); job !== undefined; job = this.#parked.pop()) {
      if (!isUndisturbed(this.#columns, job)) continue;
      this.#prune(job);
      return true;
    }
    return false;
  }

  /** The run stops: no news makes anybody run any more. */
  drop(): void {
    this.#doomed.clear();
    this.#called.clear();
    this.#met.clear();
  }

  #tellContent(user: JobId, at: number, made: MadeFiles): void {
    const file = this.#columns.inputFile(at);
    const maker = this.#columns.state[this.#columns.maker(file)];
    if (this.#pending.has(file)) {
      this.#columns.awaited[user] = (this.#columns.awaited[user] ?? 0) + 1;
    } else if (maker === STATE.succeeded) {
      this.#callFor(user, this.#host.changes.ofRemade(user, file, made.get(file)));
    } else if (maker !== STATE.dormant) {
      this.#callFor(user, this.#host.changes.ofKept(user, file));
    }
  }

  #callFor(job: JobId, reason: OwnReason | undefined): void {
    if (reason === undefined) return;
    if (!this.#reasons.has(job)) this.#reasons.set(job, reason);
    this.#called.push(job);
  }

  #callForTemp(maker: JobId, file: FileId): void {
    const path = this.#columns.graph.paths.path(file);
    this.#callFor(maker, { kind: 'temp-needed', path });
  }

  #doom(job: JobId, need: JobId): void {
    this.#doomed.push(job);
    this.#doomed.push(need);
  }

  #lowerNeed(job: JobId): void {
    const need = (this.#columns.need[job] ?? 0) - 1;
    assert(need >= 0, `Wave: job ${job} needs less than nothing`);
    this.#columns.need[job] = need;
    if (need === 0) this.#met.push(job);
  }

  #skip(job: JobId, need: JobId): void {
    const state = this.#columns.state[job] ?? 0;
    if (!isOpen(state)) return;
    assert(state !== STATE.running, `Wave: job ${job} runs without what it needs`);
    // A held maker dooms only who is certain to run; others come back here when they are called.
    if (this.#columns.state[need] === STATE.held && !isDefinite(state)) return;
    this.#host.setState(job, STATE.skipped);
    this.#host.onSkipped(job, need);
    this.close(job);
  }

  #lookAt(job: JobId): void {
    const { state, need } = this.#columns;
    if (state[job] === STATE.waiting && need[job] === 0) this.#host.setState(job, STATE.ready);
    if (!isUndisturbed(this.#columns, job)) return;
    if (dormantInputs(this.#columns, job).length > 0) this.#parked.push(job);
    else this.#prune(job);
  }

  /** An undecided job whose inputs came out as they were: it sleeps if it could still be called. */
  #prune(job: JobId): void {
    const { changes, setState, onPruned } = this.#host;
    for (const file of dormantInputs(this.#columns, job)) {
      this.#callFor(job, changes.ofKept(job, file));
    }
    const isAsked = this.#isAskedFor(job);
    if (this.#reasons.has(job)) return;
    setState(job, isAsked ? STATE.dormant : STATE.pruned);
    if (!isAsked) onPruned(job);
    this.close(job);
  }

  /** Does somebody who may run need an output that is not there? Who is certain to calls the job. */
  #isAskedFor(job: JobId): boolean {
    let isAsked = false;
    this.#columns.eachUser(job, (user, at) => {
      if (!this.#columns.isAbsent(at)) return;
      const state = this.#columns.state[user] ?? 0;
      if (isDefinite(state)) this.#callForTemp(job, this.#columns.inputFile(at));
      isAsked ||= state === STATE.undecided || state === STATE.dormant;
    });
    return isAsked;
  }

  /** An undecided or dormant job has to run. */
  #call(job: JobId): void {
    const state = this.#columns.state[job];
    if (state !== STATE.undecided && state !== STATE.dormant) return;
    // Nobody counted on a dormant job; now its end, too, is awaited.
    if (state === STATE.dormant) this.#raiseUsers(job);
    if (this.#host.isEdited(job)) {
      this.#host.setState(job, STATE.held);
      this.#host.onHeld(job);
      this.close(job);
      return;
    }
    this.#waitForReaders(job);
    this.#host.setState(job, STATE.waiting);
    this.#callMakers(job);
    if (this.#columns.need[job] === 0) this.#met.push(job);
  }

  #raiseUsers(job: JobId): void {
    const { need, state } = this.#columns;
    this.#columns.eachUser(job, (user) => {
      need[user] = (need[user] ?? 0) + 1;
      if (state[user] === STATE.ready) this.#host.setState(user, STATE.waiting);
    });
  }

  /** Who was not awaited may have readers that run, and must not replace what they read. */
  #waitForReaders(job: JobId): void {
    const { need, state } = this.#columns;
    this.#columns.eachUser(job, (user) => {
      if (state[user] !== STATE.running) return;
      need[job] = (need[job] ?? 0) + 1;
      const behind = this.#behind.get(user);
      if (behind === undefined) this.#behind.set(user, [job]);
      else behind.push(job);
    });
  }

  /** A job that will run calls the makers of inputs that are not there, or falls with them. */
  #callMakers(job: JobId): void {
    for (let at = this.#columns.inputStart(job); at < this.#columns.inputEnd(job); at += 1) {
      const file = this.#columns.inputFile(at);
      const maker = this.#columns.maker(file);
      if (maker === NO_JOB) continue;
      if (isBrokenFor(this.#columns, maker, at)) this.#doom(job, maker);
      const isAsleep = this.#columns.state[maker] === STATE.dormant;
      if (isAsleep && this.#columns.isAbsent(at)) this.#callForTemp(maker, file);
    }
  }
}
