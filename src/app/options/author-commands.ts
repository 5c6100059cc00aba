import type { CommandRow } from './option-row.ts';
import { DIRECTORY, JSON_OUTPUT, WORKFLOW } from './shared-options.ts';

/** Commands for those who write workflows. */
export const AUTHOR_COMMANDS: readonly CommandRow[] = [
  {
    name: 'init',
    arguments: '[yaml|typescript|kintsugi] [DIR]',
    help: 'begin a workflow in a folder, from a template (yaml); overwrites nothing',
    options: [],
  },
  {
    name: 'lint',
    arguments: '[FILE]',
    help: 'say all that is wrong with a workflow, and what is probably not meant in it',
    options: [...WORKFLOW, JSON_OUTPUT],
  },
  {
    name: 'doctor',
    arguments: '',
    help: 'say whether flow can work on this machine and in this folder, and with what',
    options: [DIRECTORY, JSON_OUTPUT],
  },
  {
    name: 'completion',
    arguments: 'bash|zsh|fish',
    help: 'print a script by which your shell completes commands, flags and names of rules',
    options: [],
  },
  {
    name: 'explain',
    arguments: '[CODE]',
    help: 'say more of an error: what its code means and what to do; without one, list the codes',
    options: [JSON_OUTPUT],
  },
];
