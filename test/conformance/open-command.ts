import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clockTickMs } from '../../src/adapters/clock-tick.ts';
import { nodeDisk } from '../../src/adapters/node-disk.ts';
import { nodeHasher } from '../../src/adapters/node-hasher.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { readCommandConfig } from '../../src/app/executors/read-command-config.ts';
import { batchExecutor } from '../../src/executors/batch/batch-executor.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import type { CommandLines } from '../../src/executors/command/command-lines.ts';
import { CommandSystem } from '../../src/executors/command/command-system.ts';
import type { OpenedExecutor } from './executor/executor-rig.ts';

const TIMING: Partial<BatchTiming> = {
  flushMs: 0,
  longestLookMs: 100,
  pollMs: 100,
  longestPollMs: 500,
};

const NO_USAGE = 'nobody looks at processes on nodes';
const SLOW = 'each job costs a dozen processes';

/** Tests of the suite that no system which is talked to by commands can pass, or not soon. */
export const SKIPPED_WITH_COMMANDS: Readonly<Record<string, string>> = {
  'the memory of all processes of a job is seen, also of those that left its group': NO_USAGE,
  'the times of a job and its children are what the job says itself': NO_USAGE,
  'a job that failed tells what it used, too': NO_USAGE,
  'three hundred, one after another, each see their own': SLOW,
  'jobs that fail, and what they leave, do not touch the jobs that follow': SLOW,
};

/** What a file in `docs/executors/` says, without its line for cards: none are there. */
export function readLines(config: string): CommandLines {
  const file = resolve(import.meta.dirname, '../../docs/executors', config);
  const text = readFileSync(file, 'utf8').replace(/^ +gpus: .*\n/mu, '');
  return readCommandConfig(text, file).lines;
}

/** The executor that such a file makes. */
export async function openCommand(config: string): Promise<OpenedExecutor> {
  const workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'flow-command-')));
  const disk = nodeDisk(workingDirectory);
  const tickMs = clockTickMs(workingDirectory);
  const hasher = nodeHasher({ disk, workingDirectory, threads: 1, tickMs });
  return {
    executor: batchExecutor({
      system: new CommandSystem({ lines: readLines(config), clock: systemClock }),
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
