/** Numbers, first in, first out. */
export class IntQueue {
  #items: number[] = [];
  #head = 0;

  push(item: number): void {
    this.#items.push(item);
  }

  shift(): number | undefined {
    const item = this.#items[this.#head];
    this.#head += 1;
    if (this.#head >= this.#items.length) this.clear();
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }
}
