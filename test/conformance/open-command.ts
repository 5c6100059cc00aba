import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { readCommandConfig } from '../../src/app/executors/read-command-config.ts';
import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import type { CommandLines } from '../../src/executors/command/command-lines.ts';
import { CommandSystem } from '../../src/executors/command/command-system.ts';
import type { OpenedExecutor } from './executor/executor-rig.ts';
import { openBatch, SKIPPED_WITHOUT_USAGE } from './open-batch.ts';

const TIMING: Partial<BatchTiming> = {
  flushMs: 0,
  longestLookMs: 100,
  pollMs: 100,
  longestPollMs: 500,
};

const SLOW = 'each job costs a dozen processes';

/** Tests of the suite that no system which is talked to by commands can pass, or not soon. */
export const SKIPPED_WITH_COMMANDS: Readonly<Record<string, string>> = {
  ...SKIPPED_WITHOUT_USAGE,
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
  const system = new CommandSystem({ lines: readLines(config), clock: systemClock });
  return await openBatch(system, TIMING);
}
