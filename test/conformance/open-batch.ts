import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { batchExecutor } from '../../src/executors/batch/batch-executor.ts';
import type { BatchSystem } from '../../src/executors/batch/batch-system.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import type { OpenedExecutor } from './executor/executor-rig.ts';

const NO_USAGE = 'nobody looks at processes on nodes';

/** Tests of the suite that need who runs a job to look at its processes. */
export const SKIPPED_WITHOUT_USAGE: Readonly<Record<string, string>> = {
  'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
  'the times of a job and its children are what the job says itself': NO_USAGE,
  'a job that failed tells what it used, too': NO_USAGE,
};

/** The executor over a batch system of this machine, in a folder of its own. */
export async function openBatch(
  system: BatchSystem,
  timing: Partial<BatchTiming>,
): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), `flow-${system.name}-`)));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  return {
    executor: batchExecutor({
      system,
      workingDirectory,
      disk,
      hasher,
      clock: systemClock,
      graceMs: 300,
      timing,
    }),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
