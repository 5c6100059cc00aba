/** A binary heap of numbers: the least of them, by the given order, is at hand. */
export class Heap {
  readonly #isBefore: (a: number, b: number) => boolean;
  readonly #items: number[] = [];

  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The least, or undefined if there is none. */
  peek(): number | undefined {
    return this.#items[0];
  }

  push(item: number): void {
    const items = this.#items;
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#at(parent);
      if (!this.#isBefore(item, above)) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  /** Takes the least out. */
  pop(): number | undefined {
    const least = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return least;
  }

  /** Puts an item where the root was taken from, and lets it down to its place. */
  #sink(item: number): void {
    const items = this.#items;
    const end = items.length;
    let hole = 0;
    for (let child = 1; child < end; child = 2 * hole + 1) {
      const right = child + 1;
      const less = right < end && this.#isBefore(this.#at(right), this.#at(child)) ? right : child;
      const below = this.#at(less);
      if (!this.#isBefore(below, item)) break;
      items[hole] = below;
      hole = less;
    }
    items[hole] = item;
  }

  #at(index: number): number {
    const item = this.#items[index];
    if (item === undefined) throw new Error(`Heap: nothing at ${index}`);
    return item;
  }
}
