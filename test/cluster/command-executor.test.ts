import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe } from 'vitest';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { readCommandConfig } from '../../src/app/executors/read-command-config.ts';
import { batchExecutor } from '../../src/executors/batch/batch-executor.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import { CommandSystem } from '../../src/executors/command/command-system.ts';
import type { OpenedExecutor } from '../conformance/executor/executor-rig.ts';
import { describeExecutor } from '../conformance/executor-suite.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';

const cluster = clusterEnvironment('gridengine');

/** As users get it, but that this cluster has no cards. */
const CONFIG = resolve(import.meta.dirname, '../../docs/executors/sge.yaml');

const TIMING: Partial<BatchTiming> = {
  flushMs: 0,
  longestLookMs: 100,
  pollMs: 300,
  longestPollMs: 600,
};

const NO_USAGE = 'nobody looks at processes on nodes';
const SLOW = 'a job takes a second there';

describe.skipIf(cluster === undefined)(`Grid Engine, by commands${sayIfSkipped(cluster)}`, () => {
  beforeAll(() => {
    Object.assign(process.env, cluster);
  });

  describeExecutor('command', {
    open: openCommand,
    skip: {
      'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
      'the times of a job and its children are what the job says itself': NO_USAGE,
      'a job that failed tells what it used, too': NO_USAGE,
      'three hundred, one after another, each see their own': SLOW,
      'jobs that fail, and what they leave, do not touch the jobs that follow': SLOW,
    },
  });
});

async function openCommand(): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-command-')));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  const text = readFileSync(CONFIG, 'utf8').replace(/^ +gpus: .*\n/mu, '');
  const { lines } = readCommandConfig(text, CONFIG);
  return {
    executor: batchExecutor({
      system: new CommandSystem({ lines, clock: systemClock }),
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
