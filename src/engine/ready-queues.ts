import type { JobId } from '../core/graph/job-graph.ts';
import type { Demand } from '../core/schedule/demand.ts';
import { Heap } from '../core/schedule/heap.ts';
import type { ResourcePool } from '../core/schedule/resource-pool.ts';

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

/**
 * Jobs that wait for resources only, in one queue for each shape of demand, so that a job which
 * does not fit hides only those that would not fit either. A job is picked in O(log n).
 *
 * Nobody starves: when `PATIENCE` jobs have started past the first that does not fit, what it
 * needs is gathered for it, one thing after the other (`ResourcePool.leavesRoom`).
 */
export class ReadyQueues {
  readonly #order: ReadyOrder;
  readonly #pool: ResourcePool;
  readonly #queues: Queue[] = [];
  readonly #queueByKey = new Map<string, number>();
  /** By job: index of the queue in which its place counts, or `NOWHERE`. */
  readonly #queueOf: Int32Array;
  /** First jobs of queues. May hold some that are no longer first, or twice. */
  readonly #heads: Heap;
  /** How many jobs started past one, for the few that were ever first and did not fit. */
  readonly #passes = new Map<JobId, number>();

  constructor(jobCount: number, order: ReadyOrder, pool: ResourcePool) {
    this.#order = order;
    this.#pool = pool;
    this.#queueOf = new Int32Array(jobCount).fill(NOWHERE);
    this.#heads = new Heap(order.isBefore);
  }

  add(job: JobId, demand: Demand): void {
    const index = this.#indexFor(demand);
    this.#queueOf[job] = index;
    const queue = this.#queues[index];
    queue?.jobs.push(job);
    if (queue?.jobs.peek() === job) this.#heads.push(job);
  }

  /** The first job that may start now; it is taken out. */
  pick(): JobId | undefined {
    if (this.#pool.isFull) return undefined;
    const passed: JobId[] = [];
    let picked: JobId | undefined;
    for (let job = this.#heads.pop(); job !== undefined; job = this.#heads.pop()) {
      const demand = this.#demandOfHead(job);
      if (demand === undefined || job === passed.at(-1)) continue;
      if (this.#mayStart(demand, passed[0])) {
        this.#takeOut(job);
        if (passed[0] !== undefined) this.#countPass(passed[0]);
        picked = job;
        break;
      }
      passed.push(job);
      if (passed.length === LOOK_AHEAD) break;
    }
    for (const job of passed) this.#heads.push(job);
    return picked;
  }

  #mayStart(demand: Demand, first: JobId | undefined): boolean {
    if (!this.#pool.fits(demand)) return false;
    if (first === undefined || (this.#passes.get(first) ?? 0) < PATIENCE) return true;
    const queue = this.#queueWith(first);
    return queue === undefined || this.#pool.leavesRoom(demand, queue.demand);
  }

  #countPass(first: JobId): void {
    this.#passes.set(first, (this.#passes.get(first) ?? 0) + 1);
  }

  /** What a job asks for, if it is ready and first in its queue. */
  #demandOfHead(job: JobId): Demand | undefined {
    const queue = this.#queueWith(job);
    if (queue === undefined) return undefined;
    this.#dropGone(queue);
    return queue.jobs.peek() === job ? queue.demand : undefined;
  }

  #takeOut(job: JobId): void {
    const queue = this.#queueWith(job);
    this.#queueOf[job] = NOWHERE;
    this.#passes.delete(job);
    queue?.jobs.pop();
    if (queue !== undefined) this.#showHead(queue);
  }

  #dropGone(queue: Queue): void {
    let hasDropped = false;
    for (let head = queue.jobs.peek(); head !== undefined; head = queue.jobs.peek()) {
      if (this.#queueWith(head) === queue && this.#order.isReady(head)) break;
      queue.jobs.pop();
      hasDropped = true;
    }
    if (hasDropped) this.#showHead(queue);
  }

  #showHead(queue: Queue): void {
    const head = queue.jobs.peek();
    if (head !== undefined) this.#heads.push(head);
  }

  #queueWith(job: JobId): Queue | undefined {
    return this.#queues[this.#queueOf[job] ?? NOWHERE];
  }

  #indexFor(demand: Demand): number {
    const key = `${demand.gpuUnits} ${demand.amounts.join(' ')}`;
    const known = this.#queueByKey.get(key);
    if (known !== undefined) return known;
    const index = this.#queues.length;
    this.#queues.push({ demand, jobs: new Heap(this.#order.isBefore) });
    this.#queueByKey.set(key, index);
    return index;
  }
}

interface Queue {
  readonly demand: Demand;
  readonly jobs: Heap;
}
