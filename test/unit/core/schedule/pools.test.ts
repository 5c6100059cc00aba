import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../../src/core/rule/resources.ts';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { latePlacement } from '../../../../src/core/schedule/placement.ts';
import { poolProblems } from '../../../../src/core/schedule/pool-problems.ts';
import { type PoolDemand, Pools } from '../../../../src/core/schedule/pools.ts';
import { SMALL } from '../../../rigs/run-rig.ts';

const NOTHING: Capacity = {
  cores: Number.POSITIVE_INFINITY,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: [],
  custom: {},
};

function poolsOf(...capacities: readonly Partial<Capacity>[]) {
  const list = capacities.map((capacity, at) => ({
    name: `p${at}`,
    capacity: { ...NOTHING, ...capacity },
  }));
  // Jobs 0 and 1 are of one key.
  const placement = latePlacement(list, Int32Array.of(0, 0, -1, -1));
  const pools = new Pools(list, placement);
  const demand = (job: number, request: Partial<ResourceRequest>): PoolDemand =>
    pools.demandOf(job, { ...SMALL, ...request });
  return { pools, demand, placed: { pools: list, placement } };
}

test('a job goes to the first pool that has room', () => {
  const { pools, demand } = poolsOf({ cores: 1 }, { cores: 2 });
  const leases = [2, 2, 2].map((job) => {
    const wanted = demand(job, {});
    return pools.take(wanted, pools.find(wanted) ?? -1);
  });
  expect(leases.map(({ pool }) => pool)).toEqual([0, 1, 1]);
  expect(pools.find(demand(2, {}))).toBeUndefined();
  expect(pools.isFull).toBe(true);
  pools.check(leases);
  const [first] = leases;
  if (first !== undefined) pools.giveBack(first);
  expect(pools.find(demand(2, {}))).toBe(0);
});

test('a job follows the first of its key, and waits there although another pool has room', () => {
  const { pools, demand } = poolsOf({ gpus: ['0'] }, { gpus: ['0', '1'] });
  const first = demand(0, { gpus: 1 });
  pools.take(first, pools.find(first) ?? -1);
  expect(pools.find(demand(1, { gpus: 1 }))).toBeUndefined();
  expect(pools.find(demand(2, { gpus: 1 }))).toBe(1);
  // It could never run where its key is, so that the key does not count.
  expect(pools.find(demand(1, { gpus: 2 }))).toBe(1);
});

test('what one pool does not count is not counted there', () => {
  const { pools, demand } = poolsOf({ custom: { licence: 1 } }, {});
  const wanted = demand(2, { custom: { licence: 1 } });
  pools.take(wanted, pools.find(wanted) ?? -1);
  expect(pools.find(wanted)).toBe(1);
  pools.take(wanted, 1);
  expect(pools.find(wanted)).toBe(1);
});

test('room is made in one pool for a job that has waited long, and others use the rest', () => {
  const { pools, demand } = poolsOf({ cores: 2 }, { cores: 2 });
  const small = demand(2, {});
  pools.take(small, 0);
  pools.take(small, 1);
  const first = demand(3, { threads: 2 });
  expect(pools.find(first)).toBeUndefined();
  expect(pools.find(small)).toBe(0);
  expect(pools.find(small, first)).toBe(1);
});

test('what no pool can ever hold is told of the one that lacks least', () => {
  const { placed } = poolsOf({ cores: 2, memMib: 10 }, { cores: 4, memMib: 100 });
  const problemsOf = (request: Partial<ResourceRequest>): object =>
    poolProblems(placed, 2, { ...SMALL, ...request });
  expect(problemsOf({ threads: 4 })).toEqual({ problems: [], pool: undefined });
  expect(problemsOf({ threads: 8, memMib: 50 })).toEqual({
    problems: [{ kind: 'too-large', resource: 'threads', asked: 8, has: 4 }],
    pool: 'p1',
  });
});

test('in all pools together no more jobs run than are allowed', () => {
  const list = ['a', 'b'].map((name) => ({ name, capacity: NOTHING }));
  const pools = new Pools(list, latePlacement(list), 2);
  const demand = pools.demandOf(2, SMALL);
  const leases = [0, 1].map((pool) => pools.take(demand, pool));
  expect(pools.isFull).toBe(true);
  expect(pools.find(demand)).toBeUndefined();
  expect(pools.shortages(demand)).toEqual({
    pool: undefined,
    shortages: [{ resource: 'jobs', asked: 1, free: 0, has: 2 }],
  });
  const [first] = leases;
  if (first !== undefined) pools.giveBack(first);
  expect(pools.find(demand)).toBe(0);
  pools.check(leases.slice(1));
});
