import type { CommandRow } from './option-row.ts';
import { DIRECTORY } from './shared-options.ts';

/** Commands on what lies in the working directory. */
export const FOLDER_COMMANDS: readonly CommandRow[] = [
  {
    name: 'unlock',
    arguments: '',
    help: 'remove the lock that a run on another host left behind; reads no workflow',
    options: [DIRECTORY],
  },
];
