/** A promise that the test keeps when it likes. */
export class Later<T> {
  readonly promise: Promise<T>;
  #resolve: ((value: T) => void) | undefined;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  resolve(value: T): void {
    this.#resolve?.(value);
  }
}
