const EMPTY = -1;

/**
 * Finds numbered things by content without keeping their contents as keys: an open-addressed table
 * of numbers (linear probing, at most half full). Made from nothing in a few nanoseconds a thing,
 * so that it is built only when something new must be found.
 */
export class HashIndex {
  readonly #hashOf: (id: number) => number;
  #slots: Int32Array = new Int32Array(32).fill(EMPTY);
  #count = 0;

  /** `hashOf` must give the same 32 bits for equal contents, and spread them well. */
  constructor(hashOf: (id: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The thing of this hash that `isIt` accepts, or -1. */
  find(hash: number, isIt: (id: number) => boolean): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] ?? EMPTY;
      if (id === EMPTY || isIt(id)) return id;
    }
  }

  add(id: number): void {
    if (2 * (this.#count + 1) > this.#slots.length) this.#resize(2 * this.#slots.length);
    this.#place(id);
    this.#count += 1;
  }

  /** Adds 0 … `count` - 1. */
  addAll(count: number): void {
    let size = this.#slots.length;
    while (size < 2 * (this.#count + count)) size *= 2;
    if (size > this.#slots.length) this.#resize(size);
    for (let id = 0; id < count; id++) this.#place(id);
    this.#count += count;
  }

  #resize(size: number): void {
    const old = this.#slots;
    this.#slots = new Int32Array(size).fill(EMPTY);
    for (const id of old) if (id !== EMPTY) this.#place(id);
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashOf(id) & mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = id;
  }
}

/** Spreads the bits of a hash over all places: the last step of MurmurHash3. */
export function stir(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
