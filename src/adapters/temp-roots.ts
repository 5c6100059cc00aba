import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { errorCode } from './error-code.ts';

/** In `.flow`: what the run that goes on made elsewhere, a line each, written before it was made. */
const LIST = 'temp-folders';
/** Short, because sockets have names of a hundred characters at most. */
const NAME = /^flow-[0-9a-z]{8}$/u;

/**
 * Makes a folder that only we may look into, for what the jobs of a run throw away; below `base`, or
 * where the system has such. Throws what Node throws.
 */
export function makeTempRoot(flowFolder: string, base: string = tmpdir()): string {
  if (base !== tmpdir()) mkdirSync(base, { recursive: true });
  for (;;) {
    const path = join(base, `flow-${randomName()}`);
    appendFileSync(join(flowFolder, LIST), `${path}\n`);
    try {
      mkdirSync(path, { mode: 0o700 });
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Removes what a run has left of these; it was the last, and none of its processes may live. */
export function removeTempRoots(flowFolder: string): void {
  const paths = listed(flowFolder);
  if (paths.length === 0) return;
  for (const path of paths) {
    if (!isAbsolute(path) || !NAME.test(basename(path))) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Somebody else's by now, or the disk refuses: nobody needs it, and nobody needs it gone.
    }
  }
  rmSync(join(flowFolder, LIST), { force: true });
}

function listed(flowFolder: string): readonly string[] {
  try {
    return readFileSync(join(flowFolder, LIST), 'utf8').split('\n').slice(0, -1);
  } catch {
    return []; // It made none.
  }
}

function randomName(): string {
  return BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(8, '0')
    .slice(-8);
}
