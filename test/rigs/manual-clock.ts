import type { Clock } from '../../src/ports/clock.ts';

/** Time that only the test moves. What is due at once comes in a later turn of the event loop. */
export class ManualClock implements Clock {
  #nowMs = 1000;
  readonly #calls = new Map<number, { readonly atMs: number; readonly call: () => void }>();
  #last = 0;

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, call: () => void): () => void {
    if (delayMs === 0) {
      const immediate = setImmediate(call);
      return () => clearImmediate(immediate);
    }
    this.#last += 1;
    const id = this.#last;
    this.#calls.set(id, { atMs: this.#nowMs + delayMs, call });
    return () => this.#calls.delete(id);
  }

  /** Delays of the calls that are due some time. */
  get delays(): readonly number[] {
    return [...this.#calls.values()].map(({ atMs }) => atMs - this.#nowMs);
  }

  advance(byMs: number): void {
    this.#nowMs += byMs;
    for (const [id, { atMs, call }] of this.#calls) {
      if (atMs > this.#nowMs) continue;
      this.#calls.delete(id);
      call();
    }
  }
}
