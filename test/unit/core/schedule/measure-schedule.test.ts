import { expect, test } from 'vitest';
import type { Capacity } from '../../../../src/core/schedule/capacity.ts';
import { measureSchedule } from '../../../../src/core/schedule/measure-schedule.ts';
import type { ScheduledJob } from '../../../../src/core/schedule/schedule.ts';
import { SMALL, worldOf } from '../../../rigs/run-rig.ts';

const CAPACITY: Capacity = {
  cores: 4,
  jobs: undefined,
  memMib: undefined,
  diskMib: undefined,
  gpus: ['0', '1'],
  custom: { licence: 1 },
};

//   a(10) ─► b(20)      c(30)
const { graph } = worldOf(['a <- s', 'b <- a', 'c <- s']);
const durations = Float64Array.of(10, 20, 30);
const job = (id: number, startMs: number, rest: Partial<ScheduledJob> = {}): ScheduledJob => ({
  job: id,
  startMs,
  endMs: startMs + (durations[id] ?? 0),
  pool: 0,
  request: SMALL,
  gpus: [],
  ...rest,
});

test('the longest chain of the jobs that run binds where there is room for all', () => {
  const jobs = [job(0, 0), job(2, 0), job(1, 10)];
  const measures = measureSchedule({
    schedule: { jobs, leftOut: 0 },
    graph,
    durations,
    pools: [{ name: '', capacity: CAPACITY }],
  });
  expect(measures).toEqual({
    makespanMs: 30,
    criticalPathMs: 30,
    // 10 + 20 + 30 ms on one of 4 cores each.
    bounds: [{ resource: 'cores', boundMs: 15 }],
    lowerBoundMs: 30,
    boundBy: 'critical path',
    use: [{ pool: '', resource: 'cores', capacity: 4, share: 0.5 }],
  });
});

test('else the resource whose work takes longest does', () => {
  const request = { ...SMALL, threads: 2, gpus: 0.5, custom: { licence: 1, label: 'text' } };
  const jobs = [job(0, 0, { request }), job(2, 10, { request }), job(1, 40, { request })];
  const measures = measureSchedule({
    schedule: { jobs, leftOut: 0 },
    graph,
    durations,
    pools: [{ name: '', capacity: CAPACITY }],
  });
  expect(measures.bounds).toEqual([
    { resource: 'gpus', boundMs: 15 },
    { resource: 'licence', boundMs: 60 },
    { resource: 'cores', boundMs: 30 },
  ]);
  expect([measures.boundBy, measures.lowerBoundMs]).toEqual(['licence', 60]);
});

test('what several pools have is counted together, unless one of them has no end of it', () => {
  const pools = [
    { name: 'x', capacity: { ...CAPACITY, cores: Number.POSITIVE_INFINITY, gpus: ['0'] } },
    { name: 'y', capacity: { ...CAPACITY, gpus: ['0', '1', '2'] } },
  ];
  const request = { ...SMALL, gpus: 1 };
  const jobs = [job(0, 0, { request }), job(2, 0, { request, pool: 1 })];
  const measures = measureSchedule({ schedule: { jobs, leftOut: 0 }, graph, durations, pools });
  expect(measures.bounds).toEqual([{ resource: 'gpus', boundMs: 10 }]);
  expect(measures.use).toEqual([
    { pool: 'x', resource: 'gpus', capacity: 1, share: 1 / 3 },
    { pool: 'y', resource: 'gpus', capacity: 3, share: 1 / 3 },
    { pool: 'y', resource: 'cores', capacity: 4, share: 1 / 4 },
  ]);
});
