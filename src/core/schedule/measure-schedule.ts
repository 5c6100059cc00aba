import type { JobGraph } from '../graph/job-graph.ts';
import { type Demand, Dimensions, UNIT } from './demand.ts';
import { type Durations, longestPaths } from './longest-paths.ts';
import type { Pool } from './pool.ts';
import type { Schedule } from './schedule.ts';

/** How much of what there is a schedule uses, and how much faster any other could be. */
export interface ScheduleMeasures {
  readonly makespanMs: number;
  /** The longest chain of jobs, one after the other: no schedule is shorter. */
  readonly criticalPathMs: number;
  /** By resource that is limited in every pool: no schedule is shorter than any of these. */
  readonly bounds: readonly ResourceBound[];
  /** The largest of them all, and what it is. */
  readonly lowerBoundMs: number;
  readonly boundBy: string;
  /** By pool, and in it by resource that is limited there and asked for. */
  readonly use: readonly ResourceUse[];
}

export interface ResourceBound {
  readonly resource: string;
  /** The work of all jobs, divided by what all pools have together. */
  readonly boundMs: number;
}

export interface ResourceUse {
  readonly pool: string;
  readonly resource: string;
  /** MiB for `mem` and `disk`. */
  readonly capacity: number;
  /** Of the capacity, over the whole makespan, from 0 to 1. */
  readonly share: number;
}

/** As `boundBy` calls the longest chain. */
export const CRITICAL_PATH = 'critical path';

export interface MeasureInput {
  readonly schedule: Schedule;
  readonly graph: JobGraph;
  readonly durations: Durations;
  readonly pools: readonly Pool[];
}

/**
 * Lower bounds as in Graham's list scheduling (1969): the critical path, and for each resource the
 * sum of duration × amount over the capacity. A schedule that meets the largest is the best there is.
 */
export function measureSchedule(input: MeasureInput): ScheduleMeasures {
  const { schedule } = input;
  const makespanMs = schedule.jobs.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  const criticalPathMs = criticalPath(input);
  const pools = workByPool(input);
  const bounds = boundsOf(pools);
  const binding = bounds.reduce((most, each) => (each.boundMs > most.boundMs ? each : most), {
    resource: CRITICAL_PATH,
    boundMs: criticalPathMs,
  });
  return {
    makespanMs,
    criticalPathMs,
    bounds,
    lowerBoundMs: binding.boundMs,
    boundBy: binding.resource,
    use: pools.flatMap(({ name, rows }) =>
      rows
        .filter(({ capacity, work }) => Number.isFinite(capacity) && work > 0)
        .map(({ resource, capacity, work }) => ({
          pool: name,
          resource,
          capacity: capacity / UNIT,
          share: work / (capacity * makespanMs),
        })),
    ),
  };
}

function criticalPath({ schedule, graph, durations }: MeasureInput): number {
  const runs = new Uint8Array(graph.jobCount);
  for (const { job } of schedule.jobs) runs[job] = 1;
  const paths = longestPaths(graph, durations, (job) => runs[job] === 1);
  return paths.reduce((longest, path) => Math.max(longest, path), 0);
}

interface Work {
  readonly resource: string;
  /** In units. */
  readonly capacity: number;
  /** Units times milliseconds. */
  work: number;
}

interface PoolWork {
  readonly name: string;
  readonly rows: readonly Work[];
}

function workByPool({ schedule, pools }: MeasureInput): readonly PoolWork[] {
  const counted = pools.map(({ name, capacity }) => {
    const dimensions = new Dimensions(capacity);
    const rows: Work[] = [
      { resource: 'gpus', capacity: capacity.gpus.length * UNIT, work: 0 },
      ...dimensions.names.map((resource, index) => ({
        resource,
        capacity: dimensions.capacity[index] ?? 0,
        work: 0,
      })),
    ];
    return { name, rows, dimensions };
  });
  for (const { pool, request, startMs, endMs } of schedule.jobs) {
    const there = counted[pool];
    if (there === undefined) continue;
    const demand = there.dimensions.demandOf(request);
    for (const [index, amount] of amountsOf(demand).entries()) {
      const row = there.rows[index];
      if (row !== undefined) row.work += amount * (endMs - startMs);
    }
  }
  return counted;
}

function amountsOf({ gpus, amounts }: Demand): readonly number[] {
  return [gpus.cards * gpus.units, ...amounts];
}

function boundsOf(pools: readonly PoolWork[]): ResourceBound[] {
  const sums = new Map<string, { capacity: number; work: number; count: number }>();
  for (const { resource, capacity, work } of pools.flatMap(({ rows }) => rows)) {
    const sum = sums.get(resource) ?? { capacity: 0, work: 0, count: 0 };
    sums.set(resource, {
      capacity: sum.capacity + capacity,
      work: sum.work + work,
      count: sum.count + 1,
    });
  }
  // What a pool does not count it has no end of.
  return [...sums]
    .filter(([, { capacity, work, count }]) => {
      return Number.isFinite(capacity) && work > 0 && count === pools.length;
    })
    .map(([resource, { capacity, work }]) => ({ resource, boundMs: work / capacity }));
}
