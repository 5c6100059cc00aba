import { assert } from '../diagnostic.ts';
import type { JobId } from '../graph/job-graph.ts';
import type { ResourceRequest } from '../rule/resources.ts';
import type { Demand } from './demand.ts';
import { NO_KEY, type Placement } from './placement.ts';
import type { Pool } from './pool.ts';
import { type Lease, ResourcePool } from './resource-pool.ts';
import type { Shortage } from './shortage.ts';

/** What a job takes, and where it may. */
export interface PoolDemand extends Demand {
  /** Indices of pools, in the order in which they are tried. */
  readonly pools: readonly number[];
  /** Jobs of one key go where the first of them went; or `NO_KEY`. */
  readonly key: number;
}

export interface PoolLease extends Lease {
  readonly pool: number;
}

export interface PoolShortages {
  /** Undefined: in all of them together. */
  readonly pool: number | undefined;
  readonly shortages: readonly Shortage[];
}

/** The pools of a run: which of them has room for whom. A job is placed when it starts. */
export class Pools {
  readonly #placement: Placement;
  readonly #pools: readonly ResourcePool[];
  readonly #names: readonly string[];
  /** Each index as a list, for jobs that are bound to it. */
  readonly #alone: readonly (readonly number[])[];
  readonly #boundTo = new Map<number, number>();
  readonly #most: number;
  #takenCount = 0;

  /** `most`: so many jobs run at once at most, in all pools together. */
  constructor(
    pools: readonly Pool[],
    placement: Placement,
    most: number = Number.POSITIVE_INFINITY,
  ) {
    this.#most = most;
    this.#placement = placement;
    this.#pools = withSameNames(pools).map(({ capacity }) => new ResourcePool(capacity));
    this.#names = pools.map(({ name }) => name);
    this.#alone = pools.map((_, index) => [index]);
  }

  demandOf(job: JobId, request: ResourceRequest): PoolDemand {
    const demand = this.#pool(0).demandOf(request);
    const pools = this.#placement.poolsFor(job, request);
    return { ...demand, pools, key: this.#placement.keyOf(job, request) };
  }

  /** Nothing can start anywhere, whatever it asks for. */
  get isFull(): boolean {
    return this.#takenCount >= this.#most || this.#pools.every((pool) => pool.isFull);
  }

  /**
   * The first pool in which the job may start now. `first`, if given, has waited long enough for
   * another job to leave it what is gathered for it, in the first of its pools.
   */
  find(demand: PoolDemand, first?: PoolDemand): number | undefined {
    if (this.#takenCount >= this.#most) return undefined;
    const gathering = first === undefined ? undefined : this.#poolsOf(first)[0];
    return this.#poolsOf(demand).find((index) => {
      const pool = this.#pool(index);
      if (!pool.fits(demand)) return false;
      return first === undefined || index !== gathering || pool.leavesRoom(demand, first);
    });
  }

  /** What a job lacks in the pool in which it lacks least; none: it could start. */
  shortages(demand: PoolDemand): PoolShortages {
    if (this.#takenCount >= this.#most) return { pool: undefined, shortages: [this.#jobShortage] };
    let least: PoolShortages | undefined;
    for (const pool of this.#poolsOf(demand)) {
      const shortages = this.#pool(pool).shortages(demand);
      if (least === undefined || shortages.length < least.shortages.length) {
        least = { pool, shortages };
      }
    }
    return least ?? { pool: 0, shortages: [] };
  }

  /** Empty for the one pool that needs no name. */
  nameOf(pool: number): string {
    return this.#names[pool] ?? '';
  }

  /** How much of a resource of its pool a lease holds. */
  holding(lease: PoolLease, resource: string): number {
    return this.#pool(lease.pool).holding(lease, resource);
  }

  /** Takes what `find` found; `wished`: names of cards that it had better be given. */
  take(demand: PoolDemand, pool: number, wished?: readonly string[]): PoolLease {
    const lease = this.#pool(pool).take(demand, wished);
    if (demand.key !== NO_KEY && !this.#boundTo.has(demand.key)) {
      this.#boundTo.set(demand.key, pool);
    }
    this.#takenCount += 1;
    return { ...lease, pool };
  }

  giveBack(lease: PoolLease): void {
    this.#takenCount -= 1;
    this.#pool(lease.pool).giveBack(lease);
  }

  /** Recounts the slow way what is free beside the given leases. */
  check(leases: readonly PoolLease[]): void {
    assert(leases.length === this.#takenCount, 'Pools: leases are miscounted');
    for (const [index, pool] of this.#pools.entries()) {
      pool.check(leases.filter((lease) => lease.pool === index));
    }
  }

  get #jobShortage(): Shortage {
    return { resource: 'jobs', asked: 1, free: 0, has: this.#most };
  }

  /** A job that does not fit where its key is bound goes anywhere. */
  #poolsOf({ pools, key }: PoolDemand): readonly number[] {
    const bound = key === NO_KEY ? undefined : this.#boundTo.get(key);
    if (bound === undefined || !pools.includes(bound)) return pools;
    return this.#alone[bound] ?? pools;
  }

  #pool(index: number): ResourcePool {
    const pool = this.#pools[index];
    assert(pool !== undefined, `Pools: there is no pool ${index}`);
    return pool;
  }
}

/** A pool that does not name a resource that another names has no end of it. */
function withSameNames(pools: readonly Pool[]): readonly Pool[] {
  const names = new Set(pools.flatMap(({ capacity }) => Object.keys(capacity.custom)));
  return pools.map((pool) => {
    const custom = Array.from(names, (name): [string, number] => [
      name,
      pool.capacity.custom[name] ?? Number.POSITIVE_INFINITY,
    ]);
    return { ...pool, capacity: { ...pool.capacity, custom: Object.fromEntries(custom) } };
  });
}
