import type { OptionRow } from './option-row.ts';

/** Less than all that the targets need. */
export const PART: readonly OptionRow[] = [
  {
    name: 'until',
    short: 'U',
    value: 'RULE|FILE',
    isRepeatable: true,
    help: 'make only what this rule makes, or this file, and what they need',
  },
  {
    name: 'omit-from',
    short: 'O',
    value: 'RULE|FILE',
    isRepeatable: true,
    help: 'leave out this rule, or the maker of this file, and all that needs them',
  },
  {
    name: 'only',
    value: 'NAME=VALUES',
    isRepeatable: true,
    help: 'only jobs with these values of a wildcard: `cycle=1-3`, `t=::10`, `well=A1,B2`',
  },
];
