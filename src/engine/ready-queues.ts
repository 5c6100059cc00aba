import { assert } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { Heap } from '../core/schedule/heap.ts';
import type { PoolDemand, Pools } from '../core/schedule/pools.ts';

/** How many jobs may start past one that does not fit before room is made for it. */
const PATIENCE = 16;

/** How many queues are looked at, at most, for one whose first job fits. */
const LOOK_AHEAD = 64;

const NOWHERE = -1;

export interface ReadyOrder {
  /** The first of two jobs that could start. Total: no two jobs are equal. */
  readonly isBefore: (a: JobId, b: JobId) => boolean;
  /** Jobs leave the ready state in many ways; their places here are found empty later. */
  readonly isReady: (job: JobId) => boolean;
}

/** A job that may start, and the index of the pool that has room for it. */
export interface ReadyPick {
  readonly job: JobId;
  readonly pool: number;
}

/**
 * Jobs that wait for resources only, in one queue for each shape of demand, so that a job which
 * does not fit hides only those that would not fit either. A job is picked in O(log n).
 *
 * Nobody starves: when `PATIENCE` jobs have started past the first that does not fit, what it
 * needs is gathered for it, one thing after the other (`ResourcePool.leavesRoom`).
 */
export class ReadyQueues {
  readonly #order: ReadyOrder;
  readonly #pools: Pools;
  readonly #queues: Queue[] = [];
  readonly #queueByKey = new Map<string, number>();
  /** By job: index of the queue in which its place counts, or `NOWHERE`. */
  readonly #queueOf: Int32Array;
  /** Heads of queues. Every queue's head is here, beside some that are heads no longer. */
  readonly #heads: Heap;
  /** How many jobs started past one, for the few that were ever first and did not fit. */
  readonly #passes = new Map<JobId, number>();

  constructor(jobCount: number, order: ReadyOrder, pools: Pools) {
    this.#order = order;
    this.#pools = pools;
    this.#queueOf = new Int32Array(jobCount).fill(NOWHERE);
    this.#heads = new Heap((a, b) => order.isBefore(jobOf(a), jobOf(b)));
  }

  add(job: JobId, demand: PoolDemand): void {
    const index = this.#indexFor(demand);
    this.#queueOf[job] = index;
    const { jobs } = this.#queue(index);
    jobs.push(job);
    if (jobs.peek() === job) this.#heads.push(headOf(index, job));
  }

  /** The first job that may start now, and where; it is taken out. */
  pick(): ReadyPick | undefined {
    if (this.#pools.isFull) return undefined;
    const passed: number[] = [];
    let picked: number | undefined;
    let pool: number | undefined;
    for (let head = this.#heads.pop(); head !== undefined; head = this.#heads.pop()) {
      if (head === passed.at(-1) || !this.#isHead(head)) continue;
      pool = this.#poolFor(head, passed[0]);
      if (pool !== undefined) {
        picked = head;
        break;
      }
      passed.push(head);
      if (passed.length === LOOK_AHEAD) break;
    }
    for (const head of passed) this.#heads.push(head);
    if (picked === undefined || pool === undefined) return undefined;
    if (passed[0] !== undefined) this.#countPass(jobOf(passed[0]));
    this.#takeOut(picked);
    return { job: jobOf(picked), pool };
  }

  /**
   * The job that has waited for so long that room is made for it, where a demand that fits would take
   * of that room. Without effect.
   */
  roomKeptFrom(demand: PoolDemand): JobId | undefined {
    let first: { readonly job: JobId; readonly demand: PoolDemand } | undefined;
    for (const [index, queue] of this.#queues.entries()) {
      const job = queue.jobs.peek();
      if (job === undefined || !this.#isInPlace(index, job)) continue;
      if (this.#pools.find(queue.demand) !== undefined) continue;
      if (first === undefined || this.#order.isBefore(job, first.job)) {
        first = { job, demand: queue.demand };
      }
    }
    if (first === undefined || (this.#passes.get(first.job) ?? 0) < PATIENCE) return undefined;
    return this.#pools.find(demand, first.demand) === undefined ? first.job : undefined;
  }

  /** Where the job at the head of a queue may start now. */
  #poolFor(head: number, first: number | undefined): number | undefined {
    const { demand } = this.#queue(queueOf(head));
    if (first === undefined || (this.#passes.get(jobOf(first)) ?? 0) < PATIENCE) {
      return this.#pools.find(demand);
    }
    return this.#pools.find(demand, this.#queue(queueOf(first)).demand);
  }

  #countPass(first: JobId): void {
    this.#passes.set(first, (this.#passes.get(first) ?? 0) + 1);
  }

  /** False: it was one, and its queue has shown another instead. */
  #isHead(head: number): boolean {
    const index = queueOf(head);
    const { jobs } = this.#queue(index);
    if (jobs.peek() !== jobOf(head)) return false;
    if (this.#isInPlace(index, jobOf(head))) return true;
    this.#showHead(index);
    return false;
  }

  #takeOut(head: number): void {
    const job = jobOf(head);
    this.#queueOf[job] = NOWHERE;
    this.#passes.delete(job);
    this.#showHead(queueOf(head));
  }

  /** Drops those that left from the top of a queue, and makes its head known. */
  #showHead(index: number): void {
    const { jobs } = this.#queue(index);
    let head = jobs.peek();
    while (head !== undefined && !this.#isInPlace(index, head)) {
      jobs.pop();
      head = jobs.peek();
    }
    if (head !== undefined) this.#heads.push(headOf(index, head));
  }

  #isInPlace(index: number, job: JobId): boolean {
    return this.#queueOf[job] === index && this.#order.isReady(job);
  }

  #queue(index: number): Queue {
    const queue = this.#queues[index];
    assert(queue !== undefined, `ReadyQueues: no queue ${index}`);
    return queue;
  }

  #indexFor(demand: PoolDemand): number {
    const { amounts, gpus, pools, key: affinity } = demand;
    const places = [pools.join(','), affinity].join(' ');
    const key = [places, gpus.cards, gpus.units, gpus.memMib, ...amounts].join(' ');
    const known = this.#queueByKey.get(key);
    if (known !== undefined) return known;
    const index = this.#queues.length;
    this.#queues.push({ demand, jobs: new Heap(this.#order.isBefore) });
    this.#queueByKey.set(key, index);
    return index;
  }
}

interface Queue {
  readonly demand: PoolDemand;
  readonly jobs: Heap;
}

/** A queue and its head in one number. */
const SPAN = 2 ** 31;

function headOf(queue: number, job: JobId): number {
  return queue * SPAN + job;
}

function queueOf(head: number): number {
  return Math.floor(head / SPAN);
}

function jobOf(head: number): JobId {
  return head % SPAN;
}
