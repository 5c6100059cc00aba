import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { localExecutor, type LocalOptions } from '../../src/executors/local/local-executor.ts';
import type { Disk } from '../../src/ports/disk.ts';
import type { OpenedExecutor } from './executor/executor-rig.ts';

export interface LocalChanges extends Partial<Omit<LocalOptions, 'disk' | 'hasher'>> {
  /** Puts something between the executor and its disk. */
  readonly disk?: (disk: Disk) => Disk;
}

/** A local executor in an empty directory, with a short time of grace. */
export async function openLocal({
  disk: changed = (disk) => disk,
  ...options
}: LocalChanges = {}): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-local-')));
  const disk = changed(nodeDisk(workingDirectory));
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  return {
    executor: localExecutor({
      workingDirectory,
      disk,
      hasher,
      clock: systemClock,
      graceMs: 300,
      ...options,
    }),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
