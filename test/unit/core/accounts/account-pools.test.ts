import { expect, test } from 'vitest';
import { type Account, freeSlots } from '../../../../src/core/accounts/account.ts';
import { accountPools } from '../../../../src/core/accounts/account-pools.ts';
import {
  fillThenRoundRobin,
  latePlacement,
  NO_KEY,
} from '../../../../src/core/schedule/placement.ts';
import { SMALL } from '../../../rigs/run-rig.ts';

function account(
  name: string,
  gpuSlots: Account['gpuSlots'],
  more: Partial<Account> = {},
): Account {
  return {
    name,
    gpuSlots,
    cpuSlots: undefined,
    partition: { gpu: undefined, cpu: undefined },
    qos: undefined,
    span: undefined,
    ...more,
  };
}

/** As the config says; `auto` is none. */
function slots({ gpuSlots }: Account): number {
  return gpuSlots === 'auto' ? 0 : gpuSlots;
}

const CLIVE = account('clive', 3, { partition: { gpu: 'hpg-b200', cpu: 'hpg-cpu' }, qos: 'gold' });
const MAIGAN = account('maigan', 2, { cpuSlots: 4 });
const PLAIN = account('plain', 0, { partition: { gpu: undefined, cpu: 'cpu' } });
const GPU_JOB = { ...SMALL, gpus: 1 };

test('an account is a pool of its slots, and beside it one for jobs without a GPU', () => {
  const { pools, places } = accountPools([CLIVE, MAIGAN, PLAIN], slots);
  expect(pools.map(({ name, capacity: { gpus, jobs } }) => [name, gpus.length, jobs])).toEqual([
    ['clive', 3, undefined],
    ['clive:cpu', 0, undefined],
    ['maigan', 2, undefined],
    ['maigan:cpu', 0, 4],
    ['plain:cpu', 0, undefined],
  ]);
  expect(Object.fromEntries(places)).toEqual({
    clive: { account: 'clive', partition: 'hpg-b200', qos: 'gold' },
    'clive:cpu': { account: 'clive', partition: 'hpg-cpu', qos: 'gold' },
    maigan: { account: 'maigan', partition: undefined, qos: undefined },
    'maigan:cpu': { account: 'maigan', partition: undefined, qos: undefined },
    'plain:cpu': { account: 'plain', partition: 'cpu', qos: undefined },
  });
  expect(pools.filter(({ hasSlots }) => hasSlots).map(({ name }) => name)).toEqual([
    'clive',
    'maigan',
  ]);
});

// The vectors that the lab's own assignment has to give for nine cycles.
test.each<[readonly Account[], string]>([
  [[CLIVE, MAIGAN], 'c c c m m m c m c'],
  [[account('clive', 1), MAIGAN], 'c m m m c m c m c'],
  [[MAIGAN], 'm m m m m m m m m'],
  [[account('clive', 0), MAIGAN], 'm m m m m m m m m'],
])('nine cycles are dealt out to the slots of accounts (case %#)', (accounts, expected) => {
  const { pools } = accountPools(accounts, slots);
  const keys = Int32Array.from({ length: 10 }, (_, job) => (job < 9 ? job : NO_KEY));
  const { poolsFor } = fillThenRoundRobin(pools, keys);
  const placed = Array.from(keys, (_, job) => poolsFor(job, GPU_JOB).map((at) => pools[at]?.name));
  expect(
    placed
      .slice(0, 9)
      .map((names) => names.map((name) => name?.charAt(0)).join())
      .join(' '),
  ).toBe(expected);
  // Registration, which belongs to no cycle.
  expect(placed[9]).toEqual([slots(accounts[0] ?? PLAIN) > 0 ? accounts[0]?.name : 'maigan']);
});

test('jobs without a GPU never take a slot, and GPU jobs never wait for CPUs', () => {
  const { pools } = accountPools([CLIVE, MAIGAN, PLAIN], slots);
  const { poolsFor } = latePlacement(pools);
  const namesFor = (request: typeof SMALL): readonly (string | undefined)[] =>
    poolsFor(0, request).map((at) => pools[at]?.name);
  expect(namesFor(SMALL)).toEqual(['clive:cpu', 'maigan:cpu', 'plain:cpu']);
  expect(namesFor(GPU_JOB)).toEqual(['clive', 'maigan']);
});

test('the narrowest limit says how many slots are free, and never fewer than none', () => {
  expect(freeSlots([])).toBe(Number.POSITIVE_INFINITY);
  expect(freeSlots([{ by: 'a', limit: 5, held: 2, waiting: 1 }])).toBe(2);
  expect(
    freeSlots([
      { by: 'a', limit: 5, held: 0, waiting: 0 },
      { by: 'b', limit: 4, held: 3, waiting: 0 },
    ]),
  ).toBe(1);
  expect(freeSlots([{ by: 'a', limit: 2, held: 2, waiting: 7 }])).toBe(0);
});
