import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher, type NodeHasherOptions } from '../../src/adapters/node-hasher.ts';
import type { FileRow } from '../../src/core/records/journal-entry.ts';
import type { Disk } from '../../src/ports/disk.ts';
import type { Hasher } from '../../src/ports/hasher.ts';
import { bundleProgram } from './bundle-program.ts';
import { tempFolder } from './temp-folder.ts';

/** Time of the files that `place` makes. */
export const OLD_MS: number = 1_500_000_000_000;

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Files in a new folder, all of the same old time. */
export function place(files: Readonly<Record<string, string>>): { folder: string; hasher: Hasher } {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, content);
    utimesSync(`${folder}/${path}`, OLD_MS / 1_000, OLD_MS / 1_000);
  }
  return { folder, hasher: hasherFor(folder) };
}

export function hasherFor(folder: string, options: Partial<NodeHasherOptions> = {}): Hasher {
  const disk = nodeDisk(folder);
  const hasher = nodeHasher({ disk, workingDirectory: folder, threads: 2, tickMs: 0, ...options });
  onTestFinished(() => hasher.close());
  return hasher;
}

/** The real disk; `before` is called before each look. */
export function looking(folder: string, before: (path: string) => unknown): Pick<Disk, 'stat'> {
  const disk = nodeDisk(folder);
  return {
    stat: (path) => {
      before(path);
      return disk.stat(path);
    },
  };
}

export async function rowOf(hasher: Hasher, path: string, known?: FileRow): Promise<FileRow> {
  const row = await hasher.fingerprint(path, known);
  if (row === undefined) throw new Error(`no fingerprint of ${path}`);
  return row;
}

/** The worker as the build makes it. */
export function builtWorker(): Promise<string> {
  const source = new URL('../../src/adapters/hash-worker.ts', import.meta.url);
  return bundleProgram(source, tempFolder());
}
