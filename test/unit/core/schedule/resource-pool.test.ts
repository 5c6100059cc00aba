import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../../src/core/rule/resources.ts';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { ResourcePool } from '../../../../src/core/schedule/resource-pool.ts';

const CAPACITY: Capacity = {
  cores: 4,
  jobs: undefined,
  memMib: 1000,
  diskMib: undefined,
  gpus: ['0', '1'],
  custom: { licence: 3, io: 1 },
};

const NOTHING: ResourceRequest = {
  threads: 0,
  memMib: undefined,
  diskMib: undefined,
  timeS: undefined,
  gpus: 0,
  gpuMemMib: undefined,
  custom: {},
};

function poolWith(
  ...taken: Partial<ResourceRequest>[]
): (request: Partial<ResourceRequest>) => boolean {
  const pool = new ResourcePool(CAPACITY);
  for (const request of taken) pool.take(pool.demandOf({ ...NOTHING, ...request }));
  return (request) => pool.fits(pool.demandOf({ ...NOTHING, ...request }));
}

test('what is counted is limited, and what has no limit is not', () => {
  const fits = poolWith({
    threads: 3,
    memMib: 600,
    diskMib: 1e9,
    custom: { licence: 2, other: 9 },
  });
  expect(fits({ threads: 1 })).toBe(true);
  expect(fits({ threads: 2 })).toBe(false);
  expect(fits({ memMib: 400 })).toBe(true);
  expect(fits({ memMib: 401 })).toBe(false);
  expect(fits({ diskMib: 1e9 })).toBe(true);
  expect(fits({ custom: { licence: 1 } })).toBe(true);
  expect(fits({ custom: { licence: 1.5 } })).toBe(false);
  expect(fits({ custom: { other: 9, partition: 'gpu' } })).toBe(true);
});

test('amounts with fractions add up exactly', () => {
  const tenths = Array.from({ length: 10 }, () => ({ custom: { io: 0.1 } }));
  expect(poolWith(...tenths.slice(1))({ custom: { io: 0.1 } })).toBe(true);
  expect(poolWith(...tenths)({ custom: { io: 0.0001 } })).toBe(false);
});

test('a limit of jobs counts every job', () => {
  const pool = new ResourcePool({ ...CAPACITY, jobs: 1 });
  expect(pool.isFull).toBe(false);
  const lease = pool.take(pool.demandOf(NOTHING));
  expect(pool.isFull).toBe(true);
  expect(pool.fits(pool.demandOf(NOTHING))).toBe(false);
  pool.giveBack(lease);
  expect(pool.fits(pool.demandOf(NOTHING))).toBe(true);
});

test('a lease names its cards and gives all of it back', () => {
  const pool = new ResourcePool(CAPACITY);
  const demand = pool.demandOf({ ...NOTHING, threads: 4, gpus: 2, custom: { licence: 3 } });
  const lease = pool.take(demand);
  expect(lease.gpus).toEqual(['0', '1']);
  expect(pool.isFull).toBe(true);
  expect(() => pool.take(demand)).toThrow('took what is not free');
  pool.check([lease]);
  expect(() => pool.check([])).toThrow('miscounted');
  pool.giveBack(lease);
  pool.check([]);
  expect(pool.fits(demand)).toBe(true);
});

/** May `other` start before `first`, with all of `taken` in use? */
function leavesRoom(
  taken: Partial<ResourceRequest>,
  first: Partial<ResourceRequest>,
  other: Partial<ResourceRequest>,
): boolean {
  const pool = new ResourcePool(CAPACITY);
  pool.take(pool.demandOf({ ...NOTHING, ...taken }));
  return pool.leavesRoom(
    pool.demandOf({ ...NOTHING, ...other }),
    pool.demandOf({ ...NOTHING, ...first }),
  );
}

test('while cards are awaited for a job, no other takes a card, but cores stay in use', () => {
  const taken = { gpus: 1, threads: 1 };
  const first = { gpus: 2, threads: 4 };
  expect(leavesRoom(taken, first, { threads: 3 })).toBe(true);
  expect(leavesRoom(taken, first, { gpus: 0.5 })).toBe(false);
});

test('once the cards are there, cores are gathered, and the cards are kept', () => {
  const taken = { threads: 2 };
  const first = { gpus: 2, threads: 4 };
  expect(leavesRoom(taken, first, { threads: 1 })).toBe(false);
  expect(leavesRoom(taken, first, { gpus: 1 })).toBe(false);
  expect(leavesRoom(taken, first, { memMib: 10 })).toBe(true);
});

test('what is gathered already is left alone, but for what the job does not need', () => {
  const taken = { threads: 4 };
  const first = { threads: 4, custom: { licence: 2 } };
  expect(leavesRoom(taken, first, { custom: { licence: 1 } })).toBe(true);
  expect(leavesRoom(taken, first, { custom: { licence: 2 } })).toBe(false);
  expect(leavesRoom(taken, first, { custom: { io: 1 } })).toBe(true);
});
