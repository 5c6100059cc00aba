import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeDisk } from '../adapters/node-disk.ts';
import { nodeHasher } from '../adapters/node-hasher.ts';
import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { Disk } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import { packageFile } from './package-folder.ts';
import type { Arguments } from './parse-arguments.ts';

/** Two readers are as fast as a local disk. */
const HASH_THREADS = 2;

/** Where a command works, and by which means. */
export interface Workspace {
  /** Where flow was called from; paths of the command line are relative to it. */
  readonly calledFrom: string;
  /** Paths of rules are relative to it. The process stands in it. */
  readonly workingDirectory: string;
  readonly disk: Disk;
  /** Throws nothing away and holds threads only once it is used; `close` ends them. */
  hasher(tickMs: number): Hasher;
}

/** Goes to `-d DIR`. Throws a usage error if there is no such directory. */
export function openWorkspace(args: Arguments, calledFrom: string): Workspace {
  const directory = args.value('directory');
  const workingDirectory = resolve(calledFrom, directory ?? '.');
  if (statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new FlowError(
      usageError({
        title: `\`-d ${directory}\` is no directory`,
        hint: 'make it first; flow works in it and does not create it',
      }),
    );
  }
  process.chdir(workingDirectory);
  const disk = nodeDisk(workingDirectory);
  return {
    calledFrom,
    workingDirectory,
    disk,
    hasher: (tickMs) =>
      nodeHasher({
        disk,
        workingDirectory,
        threads: HASH_THREADS,
        tickMs,
        workerFile: packageFile('dist/hash-worker.mjs'),
      }),
  };
}
