import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import type { SlurmCall } from '../../src/executors/slurm/slurm-call.ts';
import { slurmExecutor } from '../../src/executors/slurm/slurm-executor.ts';
import type { OpenedExecutor } from '../conformance/executor/executor-rig.ts';

/** Everything is near, so little has to be waited for. */
const TIMING: Partial<BatchTiming> = {
  flushMs: 20,
  lookMs: 20,
  longestLookMs: 200,
  pollMs: 200,
  recordMs: 1_000,
};

/** An executor for a SLURM of this machine, in an empty directory. */
export async function openSlurm(call: SlurmCall): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-slurm-')));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  return {
    executor: slurmExecutor({
      workingDirectory,
      disk,
      hasher,
      clock: systemClock,
      graceMs: 300,
      timing: TIMING,
      call,
    }),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
