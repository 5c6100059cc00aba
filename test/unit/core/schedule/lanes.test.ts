import { expect, test } from 'vitest';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { lanesOf } from '../../../../src/core/schedule/lanes.ts';
import type { ScheduledJob } from '../../../../src/core/schedule/schedule.ts';
import { SMALL } from '../../../rigs/run-rig.ts';

const capacity: Capacity = {
  cores: 4,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: ['0', '1'],
  custom: {},
};

function lanes(...jobs: readonly (readonly [start: number, end: number, ...gpus: string[]])[]) {
  const scheduled = jobs.map(
    ([startMs, endMs, ...gpus], job): ScheduledJob => ({
      job,
      startMs,
      endMs,
      pool: 0,
      request: SMALL,
      gpus,
    }),
  );
  const found = lanesOf({ jobs: scheduled, leftOut: 0 }, [{ name: 'p', capacity }]);
  return found.map(
    ({ name, jobs: inLane }) => `${name}: ${inLane.map(({ job }) => job).join(' ')}`,
  );
}

test('jobs that do not overlap share a lane, those that meet at an instant too', () => {
  expect(lanes([0, 10], [0, 5], [5, 8], [7, 9], [8, 12])).toEqual([
    'p slot 1: 0',
    'p slot 2: 1 2 4',
    'p slot 3: 3',
  ]);
});

test('a card has a lane of its own, more if it is shared, and a job of two cards is in both', () => {
  expect(lanes([0, 10, '1'], [2, 4, '1'], [10, 12, '0', '1'], [0, 1])).toEqual([
    'p GPU 0: 2',
    'p GPU 1: 0 2',
    'p GPU 1: 1',
    'p slot 1: 3',
  ]);
});
