import { AMOUNTS } from './amount-flags.ts';
import { CAPACITY } from './capacity-options.ts';
import type { CommandRow, OptionRow } from './option-row.ts';
import { PART } from './part-flags.ts';
import { FORCE, JSON_OUTPUT, WORKFLOW } from './shared-options.ts';

const RUN: readonly OptionRow[] = [
  {
    name: 'dry-run',
    short: 'n',
    help: 'run and write nothing; show each job, its reason and command',
  },
  ...CAPACITY,
  { name: 'keep-going', short: 'k', help: 'go on with independent jobs after a failure' },
  {
    name: 'retries',
    value: 'N',
    help: 'try a failed job again N times (0); a rule may say otherwise',
  },
  { name: 'latency-wait', value: 'SECONDS', help: 'wait for outputs to come into sight (5)' },
  { name: 'notemp', help: 'keep temporary files' },
  { name: 'printshellcmds', short: 'p', help: 'show the command of each job that starts' },
  { name: 'quiet', short: 'q', help: 'show only what went wrong' },
];

export const RUN_COMMAND: CommandRow = {
  name: 'run',
  arguments: '[TARGET...]',
  help: 'make the targets: files, or names of rules (this is the default command)',
  options: [...RUN, ...AMOUNTS, ...PART, ...FORCE, ...WORKFLOW, JSON_OUTPUT],
};
