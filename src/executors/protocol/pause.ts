import type { Clock } from '../../ports/clock.ts';

export function pause(delayMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
