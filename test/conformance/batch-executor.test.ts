import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { batchExecutor } from '../../src/executors/batch/batch-executor.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import { processSystem } from '../rigs/process-system.ts';
import type { OpenedExecutor } from './executor/executor-rig.ts';
import { describeExecutor } from './executor-suite.ts';

/** Everything is near, so nothing has to be waited for. */
const TIMING: Partial<BatchTiming> = { flushMs: 0, lookMs: 5, longestLookMs: 50, pollMs: 20 };

const NO_USAGE = 'nobody looks at processes on nodes';

describeExecutor('batch', {
  open: openBatch,
  skip: {
    'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
    'the times of a job and its children are what the job says itself': NO_USAGE,
    'a job that failed tells what it used, too': NO_USAGE,
  },
});

async function openBatch(): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-batch-')));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  return {
    executor: batchExecutor({
      system: processSystem(),
      workingDirectory,
      disk,
      hasher,
      clock: systemClock,
      graceMs: 300,
      timing: TIMING,
    }),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
