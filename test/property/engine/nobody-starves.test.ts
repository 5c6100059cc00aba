import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ONE_POOL } from '../../../src/core/schedule/placement.ts';
import { type PoolDemand, type PoolLease, Pools } from '../../../src/core/schedule/pools.ts';
import { ReadyQueues } from '../../../src/engine/ready-queues.ts';
import { SMALL } from '../../rigs/run-rig.ts';

// Goal: a job that needs a lot starts some time, although smaller ones never run out.
// Method: it stands first, the small ones come without end, and all that runs ends after a while.
// What it needs is gathered one thing after the other, each in the time of the longest job.

const LONGEST = 3;
const PATIENCE = 16;
/** Licences, cores and cards. */
const THINGS = 3;
const TICKS = PATIENCE + (THINGS + 1) * (LONGEST + 1);

interface Amounts {
  readonly threads: number;
  readonly gpus: number;
  readonly licences: number;
}

const anyBig: fc.Arbitrary<Amounts> = fc.record({
  threads: fc.integer({ min: 1, max: 4 }),
  gpus: fc.constantFrom(0, 1, 2),
  licences: fc.constantFrom(0, 2),
});

const anySmall: fc.Arbitrary<Amounts> = fc.record({
  threads: fc.constant(1),
  gpus: fc.constantFrom(0, 0.5, 0.5),
  licences: fc.constantFrom(0, 1),
});

const anyStream = fc.infiniteStream(
  fc.record({ demand: anySmall, duration: fc.integer({ min: 2, max: LONGEST }) }),
);

test('a job that needs a lot starts in the end, whatever smaller ones come', () => {
  fc.assert(
    fc.property(anyBig, anyStream, (big, stream) => {
      const capacity = {
        cores: 4,
        jobs: undefined,
        memMib: undefined,
        diskMib: undefined,
        gpus: ['0', '1'],
        custom: { licence: 2 },
      };
      const pools = new Pools([{ name: '', capacity }], ONE_POOL);
      const ready = new Set<number>();
      const durations: number[] = [];
      const demands: PoolDemand[] = [];
      const running: { readonly lease: PoolLease; readonly end: number }[] = [];
      const queues = new ReadyQueues(
        10_000,
        { isBefore: (a, b) => a < b, isReady: (job) => ready.has(job) },
        pools,
      );
      const come = ({ threads, gpus, licences }: Amounts, duration: number): void => {
        const job = demands.length;
        const custom = { licence: licences };
        const demand = pools.demandOf(job, { ...SMALL, threads, gpus, custom });
        demands.push(demand);
        durations.push(duration);
        ready.add(job);
        queues.add(job, demand);
      };
      const startAll = (now: number): void => {
        for (let pick = queues.pick(); pick !== undefined; pick = queues.pick()) {
          ready.delete(pick.job);
          const demand = demands[pick.job];
          if (demand === undefined) throw new Error(`no job ${pick.job}`);
          const end = now + (durations[pick.job] ?? 1);
          running.push({ lease: pools.take(demand, pick.pool), end });
        }
      };
      // The big one is number 0, so it comes first; but what runs already is in its way.
      demands.push(pools.demandOf(0, SMALL));
      durations.push(1);
      for (let now = 0; now < 5; now += 1) come(stream.next().value.demand, LONGEST);
      startAll(0);
      const { threads, gpus, licences } = big;
      demands[0] = pools.demandOf(0, { ...SMALL, threads, gpus, custom: { licence: licences } });
      ready.add(0);
      queues.add(0, demands[0]);
      let now = 0;
      for (; ready.has(0) && now <= TICKS; now += 1) {
        for (const done of running.filter(({ end }) => end <= now)) {
          running.splice(running.indexOf(done), 1);
          pools.giveBack(done.lease);
        }
        while (ready.size < 30) {
          const { demand, duration } = stream.next().value;
          come(demand, duration);
        }
        startAll(now);
      }
      expect(now).toBeLessThanOrEqual(TICKS);
    }),
    { numRuns: 400 },
  );
});
