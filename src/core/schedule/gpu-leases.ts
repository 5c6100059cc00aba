import { assert } from '../diagnostic.ts';
import type { Capacity } from './capacity.ts';
import { type GpuDemand, UNIT } from './demand.ts';
import type { Shortage } from './shortage.ts';

type Cards = Pick<Capacity, 'gpus' | 'gpuFreeMib' | 'jobsPerGpu'>;

/**
 * Which cards are taken, by how much. Amounts are in units of 1/10 000 card.
 *
 * A job leases cards, not a number of cards: whole ones of its own, or a share of a single one. What
 * it asks of a card's memory is counted where it is known how much of that there is.
 */
export class GpuLeases {
  readonly #identities: readonly string[];
  readonly #memMib: readonly number[];
  readonly #isShared: boolean;
  readonly #free: number[];
  readonly #freeMib: number[];

  constructor({ gpus, gpuFreeMib = [], jobsPerGpu = 1 }: Cards) {
    this.#identities = gpus;
    this.#memMib = gpus.map((_, card) => gpuFreeMib[card] ?? Number.POSITIVE_INFINITY);
    this.#isShared = jobsPerGpu > 1;
    this.#free = gpus.map(() => UNIT);
    this.#freeMib = [...this.#memMib];
  }

  /**
   * Cards that could be leased now, or undefined. Whole cards: those of lowest index. A share: the
   * fullest card that still has room, so that whole cards stay free for those who need them. Where
   * jobs share cards anyhow, the emptiest ones. But those that are wished for by name, if all of
   * them have the room.
   */
  find(
    { cards: count, units, memMib }: GpuDemand,
    wished: readonly string[] = [],
  ): readonly number[] | undefined {
    if (count === 0) return [];
    const roomy = this.#roomy({ units, memMib });
    if (roomy.length < count) return undefined;
    const named = roomy.filter((card) => wished.includes(this.#identities[card] ?? ''));
    if (named.length === count) return named;
    if (units === UNIT) return roomy.slice(0, count);
    const sign = this.#isShared ? -1 : 1;
    const freeOf = (card: number): number => this.#free[card] ?? 0;
    return roomy.toSorted((a, b) => sign * (freeOf(a) - freeOf(b)) || a - b).slice(0, count);
  }

  /** For a demand that finds no cards. `free`: how many of them have the room. */
  shortage({ cards, units, memMib }: GpuDemand): Shortage {
    return {
      resource: 'gpus',
      asked: cards === 1 ? units / UNIT : cards,
      free: this.#roomy({ units, memMib }).length,
      has: this.#free.length,
      ...(memMib === 0 ? {} : { gpuMemMib: memMib }),
    };
  }

  #roomy({ units, memMib }: Omit<GpuDemand, 'cards'>): number[] {
    const roomy: number[] = [];
    for (const [card, free] of this.#free.entries()) {
      if (free >= units && (this.#freeMib[card] ?? 0) >= memMib) roomy.push(card);
    }
    return roomy;
  }

  take(cards: readonly number[], demand: GpuDemand): void {
    for (const card of cards) this.#add(card, demand, -1);
  }

  giveBack(cards: readonly number[], demand: GpuDemand): void {
    for (const card of cards) this.#add(card, demand, 1);
  }

  /** As they go into `CUDA_VISIBLE_DEVICES`. */
  names(cards: readonly number[]): readonly string[] {
    return cards.map((card) => this.#identities[card] ?? '');
  }

  /** Recounts the slow way what is free beside the given leases. */
  check(
    leases: readonly { readonly cards: readonly number[]; readonly demand: GpuDemand }[],
  ): void {
    for (const [card, free] of this.#free.entries()) {
      const shares = leases.filter(({ cards }) => cards.includes(card));
      const units = shares.reduce((sum, { demand }) => sum + demand.units, 0);
      const memMib = shares.reduce((sum, { demand }) => sum + demand.memMib, 0);
      const has = this.#memMib[card] ?? 0;
      assert(units <= UNIT && memMib <= has, 'GpuLeases: more of a card is leased than there is');
      assert(UNIT - units === free, 'GpuLeases: cards are miscounted');
      assert(has - memMib === this.#freeMib[card], 'GpuLeases: memory is miscounted');
    }
    for (const { cards, demand } of leases) {
      assert(new Set(cards).size === demand.cards, 'GpuLeases: a job has one card twice');
    }
  }

  #add(card: number, { units, memMib }: GpuDemand, sign: 1 | -1): void {
    const free = (this.#free[card] ?? Number.NaN) + sign * units;
    assert(free >= 0 && free <= UNIT, `GpuLeases: card ${card} would have ${free} units`);
    this.#free[card] = free;
    this.#freeMib[card] = (this.#freeMib[card] ?? 0) + sign * memMib;
  }
}
