import type { Clock } from '../ports/clock.ts';

/** Longer delays overflow what Node's timers can count. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, call) {
    const endMs = performance.now() + delayMs;
    let timer: NodeJS.Timeout;
    // A timer may fire a little early, or be one of several that make up a long delay.
    const wait = (): void => {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) call();
      else timer = setTimeout(wait, Math.min(Math.ceil(leftMs), LONGEST_DELAY_MS));
    };
    timer = setTimeout(wait, Math.min(Math.max(Math.ceil(delayMs), 0), LONGEST_DELAY_MS));
    return () => clearTimeout(timer);
  },
};
