import type { OptionRow } from './option-row.ts';

/** How jobs get into the pools of a run. */
export const PLACEMENT: readonly OptionRow[] = [
  {
    name: 'policy',
    value: 'late|fill-then-round-robin',
    help: 'how jobs get into pools: into one with room when they start (late), or dealt out',
  },
  { name: 'affinity', value: 'WILDCARD', help: 'GPU jobs of one value of it stay in one pool' },
];
