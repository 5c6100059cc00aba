/** New numbers for those of many things that are still needed, in the order of asking. */
export class Renumbering {
  readonly #to: Int32Array;
  /** The old numbers, by the new. */
  readonly kept: number[] = [];

  /** Old numbers are below `count`. */
  constructor(count: number) {
    this.#to = new Int32Array(count).fill(-1);
  }

  /** Negative numbers stand for nothing and stay. */
  readonly of = (old: number): number => {
    if (old < 0) return old;
    const known = this.#to[old] ?? -1;
    if (known >= 0) return known;
    this.#to[old] = this.kept.length;
    return this.kept.push(old) - 1;
  };
}
