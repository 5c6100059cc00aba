import { assert } from '../diagnostic.ts';
import type { ResourceRequest } from '../rule/resources.ts';
import type { Capacity } from './capacity.ts';
import { type Demand, Dimensions, UNIT } from './demand.ts';
import { GpuLeases } from './gpu-leases.ts';
import type { Shortage } from './shortage.ts';

/** What a running job holds. */
export interface Lease {
  readonly demand: Demand;
  /** Indices of its cards. */
  readonly cards: readonly number[];
  readonly gpus: readonly string[];
}

/** The cores, memory, cards and named amounts of a run: what is free, and who could start. */
export class ResourcePool {
  readonly #dimensions: Dimensions;
  readonly #free: number[];
  readonly #leases: GpuLeases;
  readonly #coresAt: number;

  constructor(capacity: Capacity) {
    this.#dimensions = new Dimensions(capacity);
    this.#free = [...this.#dimensions.capacity];
    this.#leases = new GpuLeases(capacity);
    this.#coresAt = this.#dimensions.names.indexOf('cores');
  }

  demandOf(request: ResourceRequest): Demand {
    return this.#dimensions.demandOf(request);
  }

  /** No core or no place for a job is free: nothing can start, whatever it asks for. */
  get isFull(): boolean {
    const cores = this.#free[this.#coresAt] ?? 0;
    const jobs = this.#free[this.#coresAt + 1] ?? 0;
    return cores <= 0 || jobs <= 0;
  }

  fits(demand: Demand): boolean {
    for (const [index, amount] of demand.amounts.entries()) {
      if (amount > (this.#free[index] ?? 0)) return false;
    }
    return this.#leases.find(demand.gpus) !== undefined;
  }

  /** Why it does not fit; none: it fits. */
  shortages({ amounts, gpus }: Demand): readonly Shortage[] {
    const { names, capacity } = this.#dimensions;
    const short: Shortage[] = [];
    if (this.#leases.find(gpus) === undefined) short.push(this.#leases.shortage(gpus));
    for (const [index, amount] of amounts.entries()) {
      const free = this.#free[index] ?? 0;
      if (amount <= free) continue;
      const [asked, left, has] = [amount, free, capacity[index] ?? 0].map((units) => units / UNIT);
      short.push({
        resource: names[index] ?? '',
        asked: asked ?? 0,
        free: left ?? 0,
        has: has ?? 0,
      });
    }
    return short;
  }

  /** How much of a resource a lease holds. */
  holding({ demand }: Lease, resource: string): number {
    if (resource === 'gpus') return (demand.gpus.cards * demand.gpus.units) / UNIT;
    return (demand.amounts[this.#dimensions.names.indexOf(resource)] ?? 0) / UNIT;
  }

  /**
   * May `other` start although `first`, which does not fit now, has waited long enough?
   *
   * The things that `first` needs are gathered for it one after the other, GPUs first: `other`
   * may not touch what is already gathered, nor the first thing that is still short. What comes
   * after that stays in use, so that cores do not idle while a card is awaited.
   */
  leavesRoom(other: Demand, first: Demand): boolean {
    if (first.gpus.cards > 0) {
      if (other.gpus.cards > 0) return false;
      if (this.#leases.find(first.gpus) === undefined) return true;
    }
    for (const [index, needed] of first.amounts.entries()) {
      if (needed === 0) continue;
      const free = this.#free[index] ?? 0;
      const taken = other.amounts[index] ?? 0;
      if (free < needed) return taken === 0;
      if (free - taken < needed) return false;
    }
    return true;
  }

  /** `wished`: names of cards that it had better be given. */
  take(demand: Demand, wished?: readonly string[]): Lease {
    const cards = this.#leases.find(demand.gpus, wished);
    assert(cards !== undefined && this.fits(demand), 'ResourcePool: took what is not free');
    this.#leases.take(cards, demand.gpus);
    this.#add(demand, -1);
    return { demand, cards, gpus: this.#leases.names(cards) };
  }

  giveBack({ demand, cards }: Lease): void {
    this.#leases.giveBack(cards, demand.gpus);
    this.#add(demand, 1);
  }

  /** Recounts the slow way what is free beside the given leases. */
  check(leases: readonly Lease[]): void {
    for (const [index, capacity] of this.#dimensions.capacity.entries()) {
      const taken = leases.reduce((sum, { demand }) => sum + (demand.amounts[index] ?? 0), 0);
      assert(taken <= capacity, 'ResourcePool: more is leased than there is');
      assert(capacity - taken === this.#free[index], 'ResourcePool: free amounts are miscounted');
    }
    this.#leases.check(leases.map(({ demand, cards }) => ({ demand: demand.gpus, cards })));
  }

  #add({ amounts }: Demand, sign: 1 | -1): void {
    for (const [index, amount] of amounts.entries()) {
      this.#free[index] = (this.#free[index] ?? 0) + sign * amount;
    }
  }
}
