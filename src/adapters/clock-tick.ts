import { closeSync, fstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { diskRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isSystemError } from './error-code.ts';

/** Distinct times in a row that rule out chance on a clock that ticks every few milliseconds. */
const DISTINCT_IN_A_ROW = 4;
const LONGEST_LOOK_MS = 25;
/** A tick that was not seen within the look: whole seconds, or two of them on FAT. */
const ASSUMED_TICK_MS = 2_000;

/**
 * How far apart two writes must be, in milliseconds, for their file times to differ for sure, on
 * the file system of `directory`, which must exist.
 *
 * 0 where the kernel gives each change that follows a look its own time (Linux from 6.13: ext4,
 * xfs, btrfs, tmpfs). Elsewhere the tick of its clock is measured: 4 ms on most kernels; a server
 * whose clock is behind ours adds the difference.
 *
 * @throws FlowError if the disk refuses.
 */
export function clockTickMs(directory: string): number {
  const path = `${directory}/.flow-tick.${process.pid}`;
  try {
    return tickOf(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(diskRefused('write', { path, code: errorCode(error) }), { cause: error });
  }
}

/** Uses a file of that name, which goes again. */
function tickOf(path: string): number {
  const descriptor = openSync(path, 'w');
  try {
    const touch = (): number => {
      writeSync(descriptor, '.');
      return fstatSync(descriptor).mtimeMs;
    };
    return measureTickMs(touch, Date.now);
  } finally {
    closeSync(descriptor);
    unlinkSync(path);
  }
}

/** `touch` changes a file and answers its new time; `now` is our own clock. */
export function measureTickMs(touch: () => number, now: () => number): number {
  const beginMs = now();
  const firstMs = touch();
  const lagMs = Math.max(0, beginMs - firstMs);
  let previousMs = firstMs;
  let isDistinct = true;
  for (let count = 1; count < DISTINCT_IN_A_ROW && isDistinct; count++) {
    const nextMs = touch();
    isDistinct = nextMs !== previousMs;
    previousMs = nextMs;
  }
  if (isDistinct) return 0;

  const changesMs: number[] = [];
  while (changesMs.length < 2 && now() - beginMs <= LONGEST_LOOK_MS) {
    const nextMs = touch();
    if (nextMs !== previousMs) changesMs.push(nextMs);
    previousMs = nextMs;
  }
  const [one, other] = changesMs;
  const tickMs = one === undefined || other === undefined ? ASSUMED_TICK_MS : other - one;
  return Math.ceil(tickMs + lagMs);
}
