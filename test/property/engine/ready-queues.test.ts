import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Demand } from '../../../src/core/schedule/demand.ts';
import { ResourcePool } from '../../../src/core/schedule/resource-pool.ts';
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
        const pool = new ResourcePool({
          cores: 4,
          jobs: undefined,
          memMib: undefined,
          diskMib: undefined,
          gpus: [],
          custom: {},
        });
        const ready = new Map<number, Demand>();
        const leases: ReturnType<ResourcePool['take']>[] = [];
        const isBefore = (a: number, b: number): boolean => (ranks[a] ?? 0) < (ranks[b] ?? 0);
        const order = { isBefore, isReady: (job: number) => ready.has(job) };
        const queues = new ReadyQueues(JOBS, order, pool);
        for (const move of moves) {
          if (move.what === 'go') ready.delete(move.job);
          if (move.what === 'come' && !ready.has(move.job)) {
            const demand = pool.demandOf({ ...SMALL, threads: move.threads });
            ready.set(move.job, demand);
            queues.add(move.job, demand);
          }
          if (move.what === 'end') {
            const [lease] = leases.splice(move.which % Math.max(leases.length, 1), 1);
            if (lease !== undefined) pool.giveBack(lease);
          }
          if (move.what !== 'pick') continue;
          const [first] = [...ready.keys()]
            .filter((job) => pool.fits(ready.get(job) ?? pool.demandOf(SMALL)))
            .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
          expect(queues.pick()).toBe(first);
          const demand = first === undefined ? undefined : ready.get(first);
          if (demand !== undefined) leases.push(pool.take(demand));
          if (first !== undefined) ready.delete(first);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
