import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether small disks can be made here, which takes a privilege. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'flow-mount-'));
  const isMounted = mount(['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (isMounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return isMounted;
}

/** Puts an empty disk of that size at an empty folder until the end of the test. */
export function putDisk(folder: string, kib: number): void {
  if (!mount(['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder])) {
    throw new Error(`nothing could be mounted at ${folder}`);
  }
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
}

export function makeReadOnly(folder: string): void {
  if (!mount(['-o', 'remount,ro', folder])) throw new Error(`${folder} stays writable`);
}

function mount(words: readonly string[]): boolean {
  return spawnSync('mount', words).status === 0;
}

/** Fills the disk of a folder up to so many pages; the answer makes room again. */
export function fillDisk(folder: string, freePages: number): () => void {
  const { bavail, bsize } = statfsSync(folder);
  const filler = join(folder, '.filler');
  writeFileSync(filler, new Uint8Array(Math.max(0, (bavail - freePages) * bsize)));
  return () => rmSync(filler);
}
