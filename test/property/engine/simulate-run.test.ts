import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureSchedule } from '../../../src/core/schedule/measure-schedule.ts';
import { latePlacement } from '../../../src/core/schedule/placement.ts';
import type { Pool } from '../../../src/core/schedule/pool.ts';
import type { Schedule } from '../../../src/core/schedule/schedule.ts';
import { poolsOf } from '../../../src/engine/run-limits.ts';
import { simulateRun } from '../../../src/engine/simulate-run.ts';
import { listSchedule, type ModelJob, type ModelPool, pathOf } from '../../rigs/list-scheduler.ts';
import { SMALL, type World, worldOf } from '../../rigs/run-rig.ts';

// Goal: a simulated run is a schedule that could be carried out, the one that list scheduling makes,
// and no shorter than its bounds.
// Method: random graphs, durations and requests, beside a scheduler that counts everything anew.

const POOL = { cores: 4, cards: 2, licences: 2 };

const anyModelJob = fc.record({
  needs: fc.array(fc.nat(), { maxLength: 3 }),
  isConditional: fc.boolean(),
  duration: fc.integer({ min: 0, max: 5 }),
  priority: fc.nat(1),
  threads: fc.integer({ min: 1, max: 4 }),
  gpus: fc.constantFrom(0, 0, 0.3, 0.5, 1, 2),
  licences: fc.constantFrom(0, 0, 1, 2),
});
type AnyJob = typeof anyModelJob extends fc.Arbitrary<infer T> ? T : never;

const anyJobs = fc.array(anyModelJob, { minLength: 1, maxLength: 9 });

function modelOf(jobs: readonly AnyJob[]): ModelJob[] {
  return jobs.map(({ needs, ...job }, at) => ({
    ...job,
    needs: at === 0 ? [] : [...new Set(needs.map((pick) => pick % at))],
    pools: [0],
  }));
}

function worldOfModel(jobs: readonly AnyJob[], model: readonly ModelJob[]): World {
  const lines = model.map(
    ({ needs }, at) => `f${at} <- ${needs.map((job) => `f${job}`).join(' ')}`,
  );
  const isConditional = model.map(({ needs }, at) => needs.length > 0 && jobs[at]?.isConditional);
  return worldOf(lines, {
    verdicts: Object.fromEntries(
      isConditional.map((it, at) => [`f${at}`, it === true ? 'conditional' : 'run']),
    ),
    priorities: Object.fromEntries(model.map(({ priority }, at) => [`f${at}`, priority])),
    requests: (job) => {
      const { threads = 1, gpus = 0, licences = 0 } = model[job] ?? {};
      return { ...SMALL, threads, gpus, custom: { licence: licences } };
    },
    limits: { capacity: capacityOf(POOL) },
  });
}

function capacityOf({ cores, cards, licences }: ModelPool): Pool['capacity'] {
  return {
    cores,
    jobs: undefined,
    memMib: undefined,
    diskMib: undefined,
    gpus: Array.from({ length: cards }, (_, card) => String(card)),
    custom: { licence: licences },
  };
}

function simulated(world: World, model: readonly ModelJob[]): Schedule {
  const durations = Float64Array.from(model.map(({ duration }) => duration));
  return simulateRun({ ...world.request, durations });
}

test('a simulated run is what list scheduling makes of the jobs', () => {
  fc.assert(
    fc.property(anyJobs, (jobs) => {
      const model = modelOf(jobs);
      const { jobs: scheduled, leftOut } = simulated(worldOfModel(jobs, model), model);
      const runs = scheduled.map(({ job, startMs, endMs, pool, gpus }) => ({
        job,
        start: startMs,
        end: endMs,
        pool,
        cards: gpus.map(Number),
      }));
      expect(runs).toEqual(listSchedule(model, [POOL]));
      expect(leftOut).toBe(0);
    }),
    { numRuns: 1500 },
  );
});

// One pool can hold every job, and those without cards every job that needs none.
const anyPools = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.record({
          cores: fc.integer({ min: 1, max: 4 }),
          cards: fc.integer({ min: 1, max: 3 }),
          licences: fc.nat(2),
        }),
        fc.constant({ ...POOL, cards: 0 }),
      ),
      { maxLength: 3 },
    ),
    fc.nat(),
  )
  .map(([others, place]) => others.toSpliced(place % (others.length + 1), 0, POOL));

test('in several pools too, where who needs no card leaves those with cards alone', () => {
  fc.assert(
    fc.property(anyJobs, anyPools, (jobs, modelPools) => {
      const model = modelOf(jobs).map((job) => ({ ...job, pools: allowed(job, modelPools) }));
      const world = worldOfModel(jobs, model);
      const pools = modelPools.map((pool, at) => ({ name: `p${at}`, capacity: capacityOf(pool) }));
      const { jobs: scheduled } = simulateRun({
        ...world.request,
        limits: { ...world.request.limits, placed: { pools, placement: latePlacement(pools) } },
        durations: Float64Array.from(model.map(({ duration }) => duration)),
      });
      const runs = scheduled.map(({ job, startMs, endMs, pool, gpus }) => ({
        job,
        start: startMs,
        end: endMs,
        pool,
        cards: gpus.map(Number),
      }));
      expect(runs).toEqual(listSchedule(model, modelPools));
    }),
    { numRuns: 1000 },
  );
});

function allowed(
  { threads, gpus, licences }: ModelJob,
  pools: readonly ModelPool[],
): readonly number[] {
  const hasPlainPool = pools.some(({ cards }) => cards === 0);
  return [...pools.keys()].filter((at) => {
    const pool = pools[at] ?? POOL;
    if (threads > pool.cores || licences > pool.licences) return false;
    return gpus > 0 ? pool.cards >= gpus : pool.cards === 0 || !hasPlainPool;
  });
}

test('jobs of one key run in one pool', () => {
  fc.assert(
    fc.property(
      anyJobs,
      fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 9, maxLength: 9 }),
      (jobs, keys) => {
        const model = modelOf(jobs);
        const world = worldOfModel(jobs, model);
        const pools = ['x', 'y', 'z'].map((name) => ({ name, capacity: capacityOf(POOL) }));
        const placement = latePlacement(pools, Int32Array.from(keys));
        const { jobs: scheduled } = simulateRun({
          ...world.request,
          limits: { ...world.request.limits, placed: { pools, placement } },
          durations: Float64Array.from(model.map(({ duration }) => duration)),
        });
        expect(scheduled.length).toBe(model.length);
        const poolsByKey = new Map<number, Set<number>>();
        for (const { job, pool, request } of scheduled) {
          const key = keys[job] ?? -1;
          if (key < 0 || request.gpus === 0) continue;
          poolsByKey.set(key, (poolsByKey.get(key) ?? new Set()).add(pool));
        }
        for (const found of poolsByKey.values()) expect(found.size).toBe(1);
      },
    ),
    { numRuns: 500 },
  );
});

test('no job runs before what it needs, and never more than there is', () => {
  fc.assert(
    fc.property(anyJobs, (jobs) => {
      const model = modelOf(jobs);
      const { jobs: scheduled } = simulated(worldOfModel(jobs, model), model);
      const byJob = new Map(scheduled.map((entry) => [entry.job, entry]));
      expect([...byJob.keys()].toSorted((a, b) => a - b)).toEqual([...model.keys()]);
      for (const { job, startMs, endMs } of scheduled) {
        expect(endMs - startMs).toBe(model[job]?.duration);
        for (const need of model[job]?.needs ?? []) {
          expect(byJob.get(need)?.endMs).toBeLessThanOrEqual(startMs);
        }
        // Jobs that take no time share an instant without being there together.
        const together = scheduled.filter((it) => it.startMs <= startMs && it.endMs > startMs);
        const sum = (of: (it: ModelJob) => number): number =>
          together.reduce(
            (total, it) => total + (model[it.job] ? of(model[it.job] ?? NOTHING) : 0),
            0,
          );
        expect(sum(({ threads }) => threads)).toBeLessThanOrEqual(POOL.cores);
        expect(sum(({ licences }) => licences)).toBeLessThanOrEqual(POOL.licences);
        for (const card of ['0', '1']) {
          const shares = together.filter(({ gpus }) => gpus.includes(card));
          const taken = shares.reduce((total, it) => total + Math.min(1, it.request.gpus), 0);
          expect(taken).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
    }),
    { numRuns: 500 },
  );
});

const NOTHING: ModelJob = {
  needs: [],
  duration: 0,
  priority: 0,
  threads: 0,
  gpus: 0,
  licences: 0,
  pools: [],
};

test('no simulated run is shorter than its bounds, which are those of the definition', () => {
  fc.assert(
    fc.property(anyJobs, (jobs) => {
      const model = modelOf(jobs);
      const world = worldOfModel(jobs, model);
      const schedule = simulated(world, model);
      const measures = measureSchedule({
        schedule,
        graph: world.graph,
        durations: Float64Array.from(model.map(({ duration }) => duration)),
        pools: poolsOf(world.request.limits).pools,
      });
      const work = (of: (it: ModelJob) => number): number =>
        model.reduce((total, it) => total + it.duration * of(it), 0);
      const bounds = {
        'critical path': Math.max(...model.map((_, job) => pathOf(model, job))),
        gpus: work(({ gpus }) => gpus) / POOL.cards,
        licence: work(({ licences }) => licences) / POOL.licences,
        cores: work(({ threads }) => threads) / POOL.cores,
      };
      expect(measures.lowerBoundMs).toBeCloseTo(Math.max(...Object.values(bounds)), 6);
      expect(measures.criticalPathMs).toBe(bounds['critical path']);
      expect(measures.makespanMs).toBeGreaterThanOrEqual(measures.lowerBoundMs - 1e-9);
    }),
    { numRuns: 500 },
  );
});
