import type { Clock } from '../../ports/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Timers hold no more than 24 days; a job may ask for more. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Calls back once, however long the delay is; the answer takes the call back. */
export function callLater(delayMs: number, call: () => void, clock: Clock): () => void {
  const endMs = clock.now() + delayMs;
  let takeBack: (() => void) | undefined;
  const wait = (): void => {
    const leftMs = endMs - clock.now();
    if (leftMs <= 0) call();
    else takeBack = clock.after(Math.min(leftMs, LONGEST_DELAY_MS), wait);
  };
  wait();
  return () => takeBack?.();
}
