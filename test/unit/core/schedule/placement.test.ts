import { expect, test } from 'vitest';
import { affinityKeys } from '../../../../src/core/schedule/affinity-keys.ts';
import {
  dealKeys,
  fillThenRoundRobin,
  latePlacement,
  NO_KEY,
} from '../../../../src/core/schedule/placement.ts';
import type { Pool } from '../../../../src/core/schedule/pool.ts';
import { graphOf } from '../../../rigs/graph-rig.ts';
import { SMALL } from '../../../rigs/run-rig.ts';

function pool(name: string, gpuCount: number, cores = 8): Pool {
  return {
    name,
    capacity: {
      cores,
      jobs: undefined,
      memMib: undefined,
      diskMib: undefined,
      gpus: Array.from({ length: gpuCount }, (_, card) => String(card)),
      custom: {},
    },
  };
}

const GPU = { ...SMALL, gpus: 1 };

// The vectors that the lab's own assignment has to give for nine cycles.
test.each([
  [{ clive: 3, maigan: 2 }, 'c c c m m m c m c'],
  [{ clive: 1, maigan: 2 }, 'c m m m c m c m c'],
  [{ maigan: 2 }, 'm m m m m m m m m'],
])('nine cycles are dealt out to %j as %s', (slots, expected) => {
  const accounts = Object.keys(slots);
  const dealt = dealKeys(Object.values(slots), 9).map((at) => accounts[at]?.charAt(0));
  expect(dealt.join(' ')).toBe(expected);

  const pools = Object.entries(slots).map(([name, count]) => pool(name, count));
  const placement = fillThenRoundRobin(
    pools,
    Int32Array.from({ length: 9 }, (_, key) => key),
  );
  const placed = Array.from({ length: 9 }, (_, job) =>
    placement.poolsFor(job, GPU).map((at) => pools[at]?.name.charAt(0)),
  );
  expect(placed.map((names) => names.join()).join(' ')).toBe(expected);
});

test('all jobs of a cycle go to its account, those without a cycle to the first with GPUs', () => {
  const pools = [pool('none', 0), pool('clive', 1), pool('maigan', 1)];
  // Two steps of two cycles, and registration.
  const placement = fillThenRoundRobin(pools, Int32Array.of(0, 1, 0, 1, NO_KEY));
  const placed = [0, 1, 2, 3, 4].map((job) => placement.poolsFor(job, GPU));
  expect(placed).toEqual([[1], [2], [1], [2], [1]]);
});

test('what needs no GPU stays away from the pools that have some, if there are others', () => {
  const both = latePlacement([pool('gpu', 2), pool('plain', 0)]);
  expect(both.poolsFor(0, GPU)).toEqual([0]);
  expect(both.poolsFor(0, SMALL)).toEqual([1]);
  const onlyGpus = latePlacement([pool('x', 2), pool('y', 1)]);
  expect(onlyGpus.poolsFor(0, SMALL)).toEqual([0, 1]);
  const dealt = fillThenRoundRobin([pool('gpu', 2), pool('plain', 0)], Int32Array.of(0));
  expect(dealt.poolsFor(0, SMALL)).toEqual([1]);
});

test('a job is never sent where it could not run', () => {
  const { poolsFor, allowedFor } = latePlacement([pool('x', 1), pool('y', 2), pool('z', 2, 1)]);
  expect(poolsFor(0, { ...SMALL, gpus: 2, threads: 2 })).toEqual([1]);
  expect(poolsFor(0, { ...SMALL, gpus: 3 })).toEqual([]);
  expect(allowedFor(0, { ...SMALL, gpus: 3 })).toEqual([0, 1, 2]);
});

test('jobs follow others of their key only for GPUs', () => {
  const { keyOf } = latePlacement([pool('x', 1), pool('y', 2)], Int32Array.of(5, NO_KEY));
  expect([keyOf(0, GPU), keyOf(0, SMALL), keyOf(1, GPU)]).toEqual([5, NO_KEY, NO_KEY]);
});

test('keys are numbered in the order in which their values come up', async () => {
  const graph = await graphOf(
    ['all: <- b/2.y b/1.y c', 'b/{n}.{k} <- a/{n}', 'a/{n} <-', 'c <- a/1'],
    [],
    { targetRules: ['all'], existing: [] },
  );
  const keysBy = (...names: string[]): Record<string, number> => {
    const keys = affinityKeys(graph, names);
    return Object.fromEntries(
      Array.from(keys, (key, job) => [
        `${graph.rules[graph.ruleIndex[job] ?? 0]?.name} ${graph.wildcardValues[job]?.join() ?? ''}`,
        key,
      ]),
    );
  };
  expect(keysBy('n')).toEqual({
    'all ': NO_KEY,
    'b/{n}.{k} 2,y': 0,
    'b/{n}.{k} 1,y': 1,
    'c ': NO_KEY,
    'a/{n} 2': 0,
    'a/{n} 1': 1,
  });
  expect(keysBy('n', 'k')['a/{n} 1']).toBe(NO_KEY);
});
