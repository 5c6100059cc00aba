/** What a wait for quiet needs of the world. */
export interface Surroundings {
  /** A text that is another one when the file is another one: its size and time, or its absence. */
  readonly look: (path: string) => string;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Waits until all changed paths have been as they are for `quietMs`, and no other has changed: a
 * file that is still being written grows, or its time moves. `changed` may grow meanwhile.
 */
export async function settle(
  changed: ReadonlySet<string>,
  quietMs: number,
  { look, pause }: Surroundings,
): Promise<void> {
  let before = looks();
  for (;;) {
    await pause(quietMs);
    const now = looks();
    if (now === before) return;
    before = now;
  }

  function looks(): string {
    return [...changed].map((path) => `${path}\n${look(path)}`).join('\n');
  }
}
