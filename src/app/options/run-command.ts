import { AMOUNTS } from './amount-flags.ts';
import { CAPACITY } from './capacity-options.ts';
import { EXECUTOR } from './executor-options.ts';
import type { CommandRow, OptionRow } from './option-row.ts';
import { PART } from './part-flags.ts';
import { PLACEMENT } from './placement-flags.ts';
import { FORCE, JSON_OUTPUT, WORKFLOW } from './shared-options.ts';

const DRY_RUN: OptionRow = {
  name: 'dry-run',
  short: 'n',
  help: 'run and write nothing; show each job, its reason and command',
};
const QUIET: OptionRow = { name: 'quiet', short: 'q', help: 'show only what went wrong' };

const RUN: readonly OptionRow[] = [
  DRY_RUN,
  ...CAPACITY,
  ...PLACEMENT,
  ...EXECUTOR,
  { name: 'keep-going', short: 'k', help: 'go on with independent jobs after a failure' },
  {
    name: 'retries',
    value: 'N',
    help: 'try a failed job again N times (0); a rule may say otherwise',
  },
  { name: 'latency-wait', value: 'SECONDS', help: 'wait for outputs to come into sight (5)' },
  { name: 'notemp', help: 'keep temporary files' },
  {
    name: 'keep-incomplete',
    help: 'keep what failed attempts wrote, below `.flow/failed/`, instead of removing it',
  },
  {
    name: 'touch',
    short: 't',
    help: 'run nothing; record what the targets need as done as it lies there, see `flow accept`',
  },
  {
    name: 'rerun-incomplete',
    help: 'run jobs again that a killed run left unfinished; they always are',
  },
  { name: 'printshellcmds', short: 'p', help: 'show the command of each job that starts' },
  QUIET,
];

export const ACCEPT_COMMAND: CommandRow = {
  name: 'accept',
  arguments: '[RULE|FILE...]',
  help: 'take jobs as done as they lie there: edited outputs, and what changed in rules and inputs',
  options: [
    { ...DRY_RUN, help: 'write nothing; show what would be accepted, and why' },
    QUIET,
    ...WORKFLOW,
  ],
};

export const RUN_COMMAND: CommandRow = {
  name: 'run',
  arguments: '[TARGET...]',
  help: 'make the targets: files, or names of rules (this is the default command)',
  options: [...RUN, ...AMOUNTS, ...PART, ...FORCE, ...WORKFLOW, JSON_OUTPUT],
};
