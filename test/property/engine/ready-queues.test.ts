import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ONE_POOL } from '../../../src/core/schedule/placement.ts';
import { type PoolDemand, type PoolLease, Pools } from '../../../src/core/schedule/pools.ts';
import { ReadyQueues } from '../../../src/engine/ready-queues.ts';
import { SMALL } from '../../rigs/run-rig.ts';

// Goal: whatever comes, goes and comes back with another demand, the queues hand out the first job
// that fits, and lose none.
// Method: beside a plain list of what is ready, looked through from the start each time.

const JOBS = 6;

const anyMove = fc.oneof(
  fc.record({
    what: fc.constant('come' as const),
    job: fc.nat(JOBS - 1),
    threads: fc.integer({ min: 1, max: 4 }),
    gpus: fc.constantFrom(0, 0, 0.5, 1, 2),
    licences: fc.constantFrom(0, 0, 1, 2),
  }),
  fc.record({ what: fc.constant('go' as const), job: fc.nat(JOBS - 1) }),
  fc.record({ what: fc.constant('pick' as const) }),
  fc.record({ what: fc.constant('end' as const), which: fc.nat() }),
);

test('the first job that fits is handed out, whatever came and went before', () => {
  fc.assert(
    fc.property(
      fc.array(anyMove, { minLength: 10, maxLength: 30 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: JOBS }),
      (moves, ranks) => {
        const capacity = {
          cores: 4,
          jobs: undefined,
          memMib: undefined,
          diskMib: undefined,
          gpus: ['0', '1'],
          custom: { licence: 2 },
        };
        const pools = new Pools([{ name: '', capacity }], ONE_POOL);
        const ready = new Map<number, PoolDemand>();
        const leases: PoolLease[] = [];
        const isBefore = (a: number, b: number): boolean => (ranks[a] ?? 0) < (ranks[b] ?? 0);
        const order = { isBefore, isReady: (job: number) => ready.has(job) };
        const queues = new ReadyQueues(JOBS, order, pools);
        for (const move of moves) {
          if (move.what === 'go') ready.delete(move.job);
          if (move.what === 'come' && !ready.has(move.job)) {
            const { threads, gpus, licences } = move;
            const custom = { licence: licences };
            const demand = pools.demandOf(move.job, { ...SMALL, threads, gpus, custom });
            ready.set(move.job, demand);
            queues.add(move.job, demand);
          }
          if (move.what === 'end') {
            const [lease] = leases.splice(move.which % Math.max(leases.length, 1), 1);
            if (lease !== undefined) pools.giveBack(lease);
          }
          if (move.what !== 'pick') continue;
          const [first] = [...ready.keys()]
            .filter((job) => pools.find(ready.get(job) ?? pools.demandOf(job, SMALL)) !== undefined)
            .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
          expect(queues.pick()?.job).toBe(first);
          const demand = first === undefined ? undefined : ready.get(first);
          if (demand !== undefined) leases.push(pools.take(demand, 0));
          if (first !== undefined) ready.delete(first);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
