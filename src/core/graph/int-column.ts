/** A column of integers that grows at its end. */
export class IntColumn {
  #items: Int32Array = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#grow(this.#length + 1);
    this.#items[this.#length++] = value;
  }

  append(values: Int32Array): void {
    const end = this.#length + values.length;
    if (end > this.#items.length) this.#grow(end);
    this.#items.set(values, this.#length);
    this.#length = end;
  }

  /** Undefined past the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#items[index] : undefined;
  }

  /** The index must be in use. */
  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  pop(): number | undefined {
    if (this.#length === 0) return undefined;
    this.#length -= 1;
    return this.#items[this.#length];
  }

  /** Makes the column at least so long; new places hold `value`. */
  extend(length: number, value: number): void {
    if (length <= this.#length) return;
    if (length > this.#items.length) this.#grow(length);
    this.#items.fill(value, this.#length, length);
    this.#length = length;
  }

  /** What is in use; good until the column grows. */
  view(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }

  #grow(length: number): void {
    const items = new Int32Array(Math.max(length, this.#items.length * 2));
    items.set(this.#items.subarray(0, this.#length));
    this.#items = items;
  }
}

/** A column of bytes that grows at its end. */
export class ByteColumn {
  #items: Uint8Array = new Uint8Array(64);
  #length = 0;

  append(values: Uint8Array): void {
    const end = this.#length + values.length;
    this.#reserve(end);
    this.#items.set(values, this.#length);
    this.#length = end;
  }

  /** 0 past the end. */
  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  /** Makes the column as long as that takes; new places hold 0. */
  set(index: number, value: number): void {
    this.#reserve(index + 1);
    this.#length = Math.max(this.#length, index + 1);
    this.#items[index] = value;
  }

  /** What is in use; good until the column grows. */
  view(): Uint8Array {
    return this.#items.subarray(0, this.#length);
  }

  #reserve(length: number): void {
    if (length <= this.#items.length) return;
    const items = new Uint8Array(Math.max(length, this.#items.length * 2));
    items.set(this.#items.subarray(0, this.#length));
    this.#items = items;
  }
}
