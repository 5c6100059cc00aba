import { expect, test } from 'vitest';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { capacityOfAll } from '../../../../src/core/schedule/capacity-of-all.ts';

const LAB: Capacity = {
  cores: 8,
  jobs: 4,
  memMib: 100,
  diskMib: 10,
  gpus: ['0', '1'],
  custom: { licences: 2 },
};

test('several pools have together what each of them has', () => {
  const other = { ...LAB, gpus: ['0'], custom: { licences: 1 } };
  expect(
    capacityOfAll([
      { name: 'a', capacity: LAB },
      { name: 'b', capacity: other },
    ]),
  ).toEqual({
    cores: 16,
    jobs: 8,
    memMib: 200,
    diskMib: 20,
    gpus: ['0', '1', '0'],
    custom: { licences: 3 },
  });
});

test('what one of them does not count there is no end of', () => {
  const other = {
    cores: Number.POSITIVE_INFINITY,
    jobs: undefined,
    memMib: undefined,
    diskMib: undefined,
    gpus: [],
    custom: {},
  };
  expect(
    capacityOfAll([
      { name: 'a', capacity: LAB },
      { name: 'b', capacity: other },
    ]),
  ).toEqual({
    cores: Number.POSITIVE_INFINITY,
    jobs: undefined,
    memMib: undefined,
    diskMib: undefined,
    gpus: ['0', '1'],
    custom: { licences: Number.POSITIVE_INFINITY },
  });
});
