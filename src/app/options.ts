import { AUTHOR_COMMANDS } from './options/author-commands.ts';
import { FOLDER_COMMANDS } from './options/folder-commands.ts';
import type { CommandRow } from './options/option-row.ts';
import { QUERY_COMMANDS } from './options/query-commands.ts';
import { ACCEPT_COMMAND, RUN_COMMAND } from './options/run-command.ts';
import { WATCH_COMMAND } from './options/watch-command.ts';

/** All commands, in the order of the help. Parser, help and reference are made from their rows. */
export const COMMANDS: readonly CommandRow[] = [
  RUN_COMMAND,
  ACCEPT_COMMAND,
  WATCH_COMMAND,
  ...QUERY_COMMANDS,
  ...FOLDER_COMMANDS,
  ...AUTHOR_COMMANDS,
];

export const DEFAULT_COMMAND = 'run';
