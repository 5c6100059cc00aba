import {
  DATA_EDGE,
  FINAL_EDGE,
  type JobGraph,
  type JobId,
  NO_JOB,
} from '../core/graph/job-graph.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { FILE_KIND, type FileFacts } from '../core/plan/file-facts.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import type { RunCounts } from '../ports/run-event.ts';
import { isOpen, type JobState, STATE, STATE_COUNT } from './job-state.ts';

/**
 * What the machine knows of every job and file, as columns.
 *
 * *Users* of a job are the inputs of other jobs that it makes: those of job `p` are
 * `userInput[userStart[p] .. userStart[p + 1]]`, each an index into the graph's inputs, and
 * `userJob` says whose. Only jobs that may run have users here.
 */
export class JobColumns {
  readonly graph: JobGraph;
  /** A `JobState` by job. Written by `set` alone. */
  readonly state: Uint8Array;
  /** How many inputs of a job are made by jobs whose end is awaited, plus readers it waits for. */
  readonly need: Int32Array;
  /** How many inputs of an undecided job were made without a digest as yet. */
  readonly awaited: Int32Array;
  /** Place in the graph's order, by job. */
  readonly place: Int32Array;
  /** 1 by file: not on the disk. */
  readonly absent: Uint8Array;
  /** Optional outputs that their jobs left out the last time: nobody need make them. */
  readonly #leftOut: ReadonlySet<FileId>;
  readonly userStart: Int32Array;
  readonly userInput: Int32Array;
  readonly userJob: Int32Array;
  readonly #counts: Int32Array = new Int32Array(STATE_COUNT);

  constructor(plan: Plan, facts: FileFacts) {
    const { graph } = plan;
    const { jobCount } = graph;
    this.graph = graph;
    this.state = new Uint8Array(jobCount);
    this.need = new Int32Array(jobCount);
    this.awaited = new Int32Array(jobCount);
    this.place = new Int32Array(jobCount);
    this.absent = new Uint8Array(graph.paths.size);
    for (let file = 0; file < this.absent.length; file += 1) {
      this.absent[file] = (facts.kind[file] ?? FILE_KIND.absent) === FILE_KIND.absent ? 1 : 0;
    }
    this.#leftOut = plan.leftOut;
    this.#setOut(plan);
    this.userStart = new Int32Array(jobCount + 1);
    const userCount = this.#countUsers();
    this.userInput = new Int32Array(userCount);
    this.userJob = new Int32Array(userCount);
    this.#fillUsers();
  }

  count(state: JobState): number {
    return this.#counts[state] ?? 0;
  }

  /** Jobs whose end is awaited. */
  get openCount(): number {
    return this.#counts.reduce((sum, count, state) => (isOpen(state) ? sum + count : sum), 0);
  }

  get runCounts(): RunCounts {
    return {
      succeeded: this.count(STATE.succeeded),
      failed: this.count(STATE.failed),
      cancelled: this.count(STATE.cancelled),
      skipped: this.count(STATE.skipped),
      pruned: this.count(STATE.pruned),
      held: this.count(STATE.held),
    };
  }

  set(job: JobId, state: JobState): void {
    const old = this.state[job] ?? STATE.kept;
    this.#counts[old] = (this.#counts[old] ?? 0) - 1;
    this.#counts[state] = this.count(state) + 1;
    this.state[job] = state;
  }

  /** The job that makes a file, or `NO_JOB`. */
  maker(file: FileId): JobId {
    return this.graph.producer[file] ?? NO_JOB;
  }

  /** Every input of another job that this one makes. */
  eachUser(job: JobId, visit: (user: JobId, at: number) => void): void {
    const end = this.userStart[job + 1] ?? 0;
    for (let use = this.userStart[job] ?? 0; use < end; use += 1) {
      visit(this.userJob[use] ?? 0, this.userInput[use] ?? 0);
    }
  }

  inputStart(job: JobId): number {
    return this.graph.inputStart[job] ?? 0;
  }

  inputEnd(job: JobId): number {
    return this.graph.inputStart[job + 1] ?? 0;
  }

  /** By index into the graph's inputs. */
  inputFile(at: number): FileId {
    return this.graph.inputFile[at] ?? 0;
  }

  inputEdge(at: number): number {
    return this.graph.inputEdge[at] ?? 0;
  }

  /** The job runs again when the content of this input changes. */
  readsContent(at: number): boolean {
    const edge = this.inputEdge(at);
    return edge === DATA_EDGE || edge === FINAL_EDGE;
  }

  /** The input is not on the disk, and not because its maker left it out. */
  isAbsent(at: number): boolean {
    const file = this.inputFile(at);
    return this.absent[file] === 1 && !this.#leftOut.has(file);
  }

  outputStart(job: JobId): number {
    return this.graph.outputStart[job] ?? 0;
  }

  outputEnd(job: JobId): number {
    return this.graph.outputStart[job + 1] ?? 0;
  }

  outputFile(at: number): FileId {
    return this.graph.outputFile[at] ?? 0;
  }

  /** First states, and what each job waits for. */
  #setOut({ graph, verdict }: Plan): void {
    this.#counts[STATE.kept] = graph.jobCount;
    for (let place = 0; place < graph.jobCount; place += 1) {
      const job = graph.order[place] ?? 0;
      this.place[job] = place;
      let need = 0;
      for (let at = this.inputStart(job); at < this.inputEnd(job); at += 1) {
        const maker = this.maker(this.inputFile(at));
        if (maker !== NO_JOB && isOpen(this.state[maker] ?? 0)) need += 1;
      }
      this.need[job] = need;
      this.set(job, firstState(verdict[job] ?? VERDICT.keep, this.#hasCommand(job), need));
    }
  }

  #hasCommand(job: JobId): boolean {
    return this.graph.rules[this.graph.ruleIndex[job] ?? 0]?.run !== undefined;
  }

  #countUsers(): number {
    this.#eachUse((maker) => {
      this.userStart[maker + 1] = (this.userStart[maker + 1] ?? 0) + 1;
    });
    let sum = 0;
    for (const [at, count] of this.userStart.entries()) {
      sum += count;
      this.userStart[at] = sum;
    }
    return sum;
  }

  #fillUsers(): void {
    const next = this.userStart.slice();
    this.#eachUse((maker, job, at) => {
      const place = next[maker] ?? 0;
      next[maker] = place + 1;
      this.userInput[place] = at;
      this.userJob[place] = job;
    });
  }

  #eachUse(visit: (maker: JobId, job: JobId, at: number) => void): void {
    for (let job = 0; job < this.graph.jobCount; job += 1) {
      for (let at = this.inputStart(job); at < this.inputEnd(job); at += 1) {
        const maker = this.maker(this.inputFile(at));
        if (maker === NO_JOB) continue;
        const state = this.state[maker] ?? 0;
        if (isOpen(state) || state === STATE.dormant) visit(maker, job, at);
      }
    }
  }
}

/** A job that makes a removed file and whose own inputs may be remade is undecided at first. */
function firstState(verdict: number, hasCommand: boolean, need: number): JobState {
  if (!hasCommand) return STATE.kept;
  switch (verdict) {
    case VERDICT.run:
      return STATE.waiting;
    case VERDICT.conditional:
      return STATE.undecided;
    case VERDICT.dormant:
      return need > 0 ? STATE.undecided : STATE.dormant;
    case VERDICT.held:
      return STATE.held;
    default:
      return STATE.kept;
  }
}
