import type { CommandRow } from './option-row.ts';
import { RUN_COMMAND } from './run-command.ts';

/** They would say the same again at every run. */
const ONCE = new Set(['dry-run', 'forceall', 'force', 'forcerun']);

export const WATCH_COMMAND: CommandRow = {
  name: 'watch',
  arguments: '[TARGET...]',
  help: 'make the targets, and again whenever something changes that they are made from',
  options: [
    {
      name: 'settle',
      value: 'SECONDS',
      help: 'wait until what changed has been left alone for so long (1)',
    },
    ...RUN_COMMAND.options.filter(({ name }) => !ONCE.has(name)),
  ],
};
