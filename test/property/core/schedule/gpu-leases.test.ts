import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type GpuDemand, UNIT } from '../../../../src/core/schedule/demand.ts';
import { GpuLeases } from '../../../../src/core/schedule/gpu-leases.ts';

// Goal: whatever is asked for, given back, and forgotten in a crash, no card is leased beyond what it
// has, and nobody waits for cards that are there.
// Method: beside a plain list of who holds what, from which all is added up anew each time.

const anyCards = fc.integer({ min: 0, max: 4 }).chain((count) =>
  fc.record({
    gpus: fc.constant(Array.from({ length: count }, (_, card) => `card-${card}`)),
    gpuFreeMib: fc.array(fc.option(fc.integer({ min: 4, max: 12 }), { nil: undefined }), {
      minLength: count,
      maxLength: count,
    }),
    jobsPerGpu: fc.constantFrom(1, 1, 2, 3),
  }),
);

const anyMove = fc.oneof(
  fc.record({
    what: fc.constant('ask' as const),
    gpus: fc.constantFrom(0, 0.1, 0.25, 0.5, 0.9, 1, 1, 2, 3),
    memMib: fc.constantFrom(0, 0, 1, 4, 7, 12),
  }),
  fc.record({ what: fc.constant('end' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('end' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('crash' as const) }),
);

interface Held {
  readonly cards: readonly number[];
  readonly demand: GpuDemand;
}

test('cards are leased as long as there is room on them, and never beyond', () => {
  fc.assert(
    fc.property(anyCards, fc.array(anyMove, { maxLength: 40 }), (machine, moves) => {
      let leases = new GpuLeases(machine);
      let held: Held[] = [];
      const taken = (card: number, amount: (demand: GpuDemand) => number): number =>
        held
          .filter(({ cards }) => cards.includes(card))
          .reduce((sum, { demand }) => sum + amount(demand), 0);
      const hasRoom = (card: number, { units, memMib }: GpuDemand): boolean =>
        taken(card, (it) => it.units) + units <= UNIT &&
        taken(card, (it) => it.memMib) + memMib <= (machine.gpuFreeMib[card] ?? Infinity);
      for (const move of moves) {
        if (move.what === 'crash') {
          leases = new GpuLeases(machine);
          held = [];
        }
        if (move.what === 'end') {
          const [lease] = held.splice(move.which % Math.max(held.length, 1), 1);
          if (lease !== undefined) leases.giveBack(lease.cards, lease.demand);
        }
        if (move.what === 'ask') {
          const demand = demandOf(move.gpus, move.memMib, machine.jobsPerGpu);
          const roomy = machine.gpus.map((_, card) => card).filter((card) => hasRoom(card, demand));
          const cards = leases.find(demand);
          assert.equal(cards === undefined, roomy.length < demand.cards);
          if (cards === undefined) continue;
          assert.equal(new Set(cards).size, demand.cards);
          assert.ok(cards.every((card) => roomy.includes(card)));
          leases.take(cards, demand);
          held.push({ cards, demand });
        }
        leases.check(held);
      }
      for (const { cards, demand } of held) {
        const isAlone = machine.jobsPerGpu === 1 && demand.units === UNIT;
        assert.ok(!isAlone || cards.every((card) => taken(card, () => 1) === 1));
      }
    }),
    { numRuns: 3000 },
  );
});

function demandOf(gpus: number, memMib: number, jobsPerGpu: number): GpuDemand {
  if (gpus === 0) return { cards: 0, units: 0, memMib: 0 };
  if (gpus < 1) return { cards: 1, units: gpus * UNIT, memMib };
  return { cards: gpus, units: Math.floor(UNIT / jobsPerGpu), memMib };
}
