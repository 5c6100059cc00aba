import type { CommandRow } from './option-row.ts';
import { DIRECTORY, WORKFLOW } from './shared-options.ts';

/** Commands on what lies in the working directory. */
export const FOLDER_COMMANDS: readonly CommandRow[] = [
  {
    name: 'clean',
    arguments: '[RULE|OUTPUT...]',
    help: 'move outputs that flow made to the trash, once nothing needs them any more',
    options: [
      { name: 'all', help: 'all outputs that flow made here' },
      { name: 'temp', help: 'temporary outputs that nothing needs any more' },
      { name: 'runs', value: 'N', help: 'remove the events and logs of all runs but the last N' },
      { name: 'failed', help: 'remove what failed attempts left, where it was kept' },
      { name: 'untracked', help: 'list what lies beside outputs and is in no record' },
      { name: 'restore', value: 'STAMP', help: 'put back what was moved to the trash' },
      { name: 'force', help: 'also what is still needed, or was edited by hand' },
      { name: 'dry-run', short: 'n', help: 'say what would be done, and do nothing' },
      ...WORKFLOW,
    ],
  },
  {
    name: 'unlock',
    arguments: '',
    help: 'remove the lock that a run on another host left behind; reads no workflow',
    options: [DIRECTORY],
  },
];
