/** A queue with one reader, who takes all that has come since the last time. */
export class Inbox<Message> {
  #messages: Message[] = [];
  #wake: (() => void) | undefined;

  put(message: Message): void {
    this.#messages.push(message);
    this.#wake?.();
    this.#wake = undefined;
  }

  /** In the order in which they were put in; waits for the first. */
  async takeAll(): Promise<readonly Message[]> {
    if (this.#messages.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }
}
