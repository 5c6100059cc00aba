type Numbers = Uint8Array | Int32Array | Uint32Array | Float64Array;

/**
 * A typed array that grows: one property of many things, by their number.
 *
 * It may begin as a view of bytes that were read from a file; it copies itself when it grows.
 */
export class Column<A extends Numbers> {
  readonly #make: (length: number) => A;
  #values: A;
  #length: number;

  constructor(make: (length: number) => A, start: A = make(0)) {
    this.#make = make;
    this.#values = start;
    this.#length = start.length;
  }

  get length(): number {
    return this.#length;
  }

  /** 0 where nothing was ever set. */
  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? 0) : 0;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  /** Beyond the end too: what lies between is 0. */
  set(index: number, value: number): void {
    if (index >= this.#length) this.#growTo(index + 1);
    this.#values[index] = value;
  }

  /** Forgets all from `length` on. */
  cut(length: number): void {
    this.#values.fill(0, length, this.#length);
    this.#length = Math.min(length, this.#length);
  }

  /** What is in use; a view, valid until the column grows. */
  values(): A {
    // `subarray` of an A is an A, which its type does not say.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return this.#values.subarray(0, this.#length) as A;
  }

  #growTo(length: number): void {
    if (length > this.#values.length) {
      const grown = this.#make(Math.max(length, 2 * this.#values.length, 16));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#length = length;
  }
}

export type ByteColumn = Column<Uint8Array>;
export type IntColumn = Column<Int32Array>;
export type FloatColumn = Column<Float64Array>;

export function byteColumn(start?: Uint8Array): ByteColumn {
  return new Column((length) => new Uint8Array(length), start);
}

export function intColumn(start?: Int32Array): IntColumn {
  return new Column((length) => new Int32Array(length), start);
}

export function floatColumn(start?: Float64Array): FloatColumn {
  return new Column((length) => new Float64Array(length), start);
}
