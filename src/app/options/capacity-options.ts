import type { OptionRow } from './option-row.ts';

/** What a run may use. */
export const CAPACITY: readonly OptionRow[] = [
  {
    name: 'cores',
    short: 'c',
    value: 'N',
    help: 'use N cores at most (all that this process may use)',
  },
  { name: 'jobs', short: 'j', value: 'N', help: 'run N jobs at once at most (as many as fit)' },
  {
    name: 'gpus',
    value: 'auto|all|none|0,1',
    help: 'the GPUs that jobs may lease (auto: those with 1 GiB free; `auto:8GB`: with 8 GB)',
  },
  {
    name: 'jobs-per-gpu',
    value: 'N',
    help: 'let N jobs that ask for a whole GPU share one (1)',
  },
  {
    name: 'resources',
    value: 'NAME=N',
    isRepeatable: true,
    help: 'how much of a resource there is: `mem=16GB`, or a name of your own',
  },
  { name: 'clamp', help: 'give a job that asks for more than there is what there is' },
];
