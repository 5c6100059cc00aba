import { expect, test } from 'vitest';
import type { ResourceRequest } from '../../../../src/core/rule/resources.ts';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { clampRequest, requestProblems } from '../../../../src/core/schedule/request-fit.ts';

const CAPACITY: Capacity = {
  cores: 4,
  jobs: 1,
  memMib: 1000,
  diskMib: undefined,
  gpus: ['0', '1'],
  custom: { licence: 3 },
};

const FITS: ResourceRequest = {
  threads: 4,
  memMib: 1000,
  diskMib: 1e9,
  timeS: 1e9,
  gpus: 2,
  gpuMemMib: 1e9,
  custom: { licence: 3, other: 1e9, partition: 'long' },
};

test('a request that is exactly what there is fits', () => {
  expect(requestProblems(FITS, CAPACITY)).toEqual([]);
  expect(clampRequest(FITS, CAPACITY)).toBe(FITS);
});

test('each resource that is too large is named, with what there is', () => {
  const request = { ...FITS, threads: 5, memMib: 1001, gpus: 3, custom: { licence: 4 } };
  expect(requestProblems(request, CAPACITY)).toEqual([
    { kind: 'too-large', resource: 'threads', asked: 5, has: 4 },
    { kind: 'too-large', resource: 'mem', asked: 1001, has: 1000 },
    { kind: 'too-large', resource: 'gpus', asked: 3, has: 2 },
    { kind: 'too-large', resource: 'licence', asked: 4, has: 3 },
  ]);
});

test('a share of a card needs a card', () => {
  const request = { ...FITS, gpus: 0.5 };
  expect(requestProblems(request, CAPACITY)).toEqual([]);
  expect(requestProblems(request, { ...CAPACITY, gpus: [] })).toEqual([
    { kind: 'too-large', resource: 'gpus', asked: 0.5, has: 0 },
  ]);
});

test('as many cards as are asked for have to have the memory, where it is known', () => {
  const cards = { ...CAPACITY, gpus: ['0', '1', '2'], gpuFreeMib: [8000, 24_000, 16_000] };
  const problems = (gpus: number, gpuMemMib: number) =>
    requestProblems({ ...FITS, gpus, gpuMemMib }, cards);
  expect(problems(1, 24_000)).toEqual([]);
  expect(problems(0.5, 24_000.5)).toEqual([
    { kind: 'too-large', resource: 'gpuMem', asked: 24_000.5, has: 24_000 },
  ]);
  expect(problems(2, 24_000)).toEqual([
    { kind: 'too-large', resource: 'gpuMem', asked: 24_000, has: 16_000 },
  ]);
  expect(problems(0, 99_000)).toEqual([]);
  const unknown = { ...cards, gpuFreeMib: [8000, 24_000, undefined] };
  expect(requestProblems({ ...FITS, gpus: 1, gpuMemMib: 99_000 }, unknown)).toEqual([]);
  expect(clampRequest({ ...FITS, gpus: 2, gpuMemMib: 99_000 }, cards).gpuMemMib).toBe(16_000);
});

test('more than one card means whole cards', () => {
  expect(requestProblems({ ...FITS, gpus: 1.5 }, CAPACITY)).toEqual([
    { kind: 'broken-gpus', asked: 1.5 },
  ]);
});

test('a clamped request gets what there is of each, and keeps the rest', () => {
  const request = { ...FITS, threads: 5, memMib: 2000, gpus: 3, custom: { licence: 4, other: 7 } };
  expect(clampRequest(request, CAPACITY)).toEqual({
    ...FITS,
    custom: { licence: 3, other: 7 },
  });
  expect(requestProblems(clampRequest(request, CAPACITY), CAPACITY)).toEqual([]);
});
