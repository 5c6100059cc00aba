import type { OptionRow } from './option-row.ts';

/** What jobs ask for, other than as their rules say. */
export const AMOUNTS: readonly OptionRow[] = [
  {
    name: 'set-threads',
    value: 'RULE=N',
    isRepeatable: true,
    help: 'the threads of a rule, whatever it states',
  },
  {
    name: 'set-resources',
    value: 'RULE:NAME=VALUE',
    joins: ':',
    isRepeatable: true,
    help: 'a resource of a rule, whatever it states: `align:mem=16GB`',
  },
  {
    name: 'default-resources',
    value: 'NAME=VALUE',
    isRepeatable: true,
    help: 'a resource for rules that do not state it: `mem=2GB`',
  },
];
