import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import { slurmCall } from '../../src/executors/slurm/slurm-call.ts';
import { slurmExecutor } from '../../src/executors/slurm/slurm-executor.ts';
import type { OpenedExecutor } from '../conformance/executor/executor-rig.ts';
import { describeExecutor } from '../conformance/executor-suite.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';

const slurm = clusterEnvironment('slurm');

/** Everything is near. */
const TIMING: Partial<BatchTiming> = { flushMs: 20, lookMs: 20, longestLookMs: 200, pollMs: 200 };

const NO_USAGE = 'nobody looks at processes on nodes';

describe.skipIf(slurm === undefined)(`SLURM${sayIfSkipped(slurm)}`, () => {
  describeExecutor('slurm', {
    open: openSlurm,
    skip: {
      'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
      'the times of a job and its children are what the job says itself': NO_USAGE,
      'a job that failed tells what it used, too': NO_USAGE,
      'a job sees the cards it was given, and no others': 'SLURM gives out the cards',
      'three hundred, one after another, each see their own': 'they take minutes here',
    },
  });
});

async function openSlurm(): Promise<OpenedExecutor> {
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
      call: slurmCall({ ...process.env, ...slurm }),
    }),
    workingDirectory,
    dispose: async () => {
      await hasher.close();
      await rm(workingDirectory, { recursive: true });
    },
  };
}
