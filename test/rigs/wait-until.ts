const PAUSE_MS = 5;

/** Waits for what must come about by itself; fails after `deadlineMs`, saying `what` did not. */
export async function waitUntil(
  isSo: () => boolean,
  what: string,
  deadlineMs = 20_000,
): Promise<void> {
  const endMs = performance.now() + deadlineMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
