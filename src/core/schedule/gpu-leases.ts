import { assert } from '../diagnostic.ts';
import { UNIT } from './demand.ts';

/**
 * Which cards are taken, by how much. Amounts are in units of 1/10 000 card.
 *
 * A job leases cards, not a number of cards: whole ones of its own, or a share of a single one.
 */
export class GpuLeases {
  readonly #identities: readonly string[];
  readonly #free: number[];

  constructor(identities: readonly string[]) {
    this.#identities = identities;
    this.#free = identities.map(() => UNIT);
  }

  /**
   * Cards that could be leased now, or undefined. Whole cards: those of lowest index. A share: the
   * fullest card that still has room, so that whole cards stay free for those who need them.
   */
  find(units: number): readonly number[] | undefined {
    if (units < UNIT) return units === 0 ? [] : this.#findShare(units);
    const cards: number[] = [];
    for (const [card, free] of this.#free.entries()) {
      if (free === UNIT) cards.push(card);
      if (cards.length * UNIT === units) return cards;
    }
    return undefined;
  }

  #findShare(units: number): readonly number[] | undefined {
    let best = -1;
    let bestFree = Number.POSITIVE_INFINITY;
    for (const [card, free] of this.#free.entries()) {
      if (free < units || free >= bestFree) continue;
      best = card;
      bestFree = free;
    }
    return best === -1 ? undefined : [best];
  }

  take(cards: readonly number[], units: number): void {
    for (const card of cards) this.#add(card, -Math.min(units, UNIT));
  }

  giveBack(cards: readonly number[], units: number): void {
    for (const card of cards) this.#add(card, Math.min(units, UNIT));
  }

  /** As they go into `CUDA_VISIBLE_DEVICES`. */
  names(cards: readonly number[]): readonly string[] {
    return cards.map((card) => this.#identities[card] ?? '');
  }

  /** Units by card. */
  get free(): readonly number[] {
    return this.#free;
  }

  #add(card: number, units: number): void {
    const free = (this.#free[card] ?? Number.NaN) + units;
    assert(free >= 0 && free <= UNIT, `GpuLeases: card ${card} would have ${free} units`);
    this.#free[card] = free;
  }
}
