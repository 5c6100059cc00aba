import type { OptionRow } from './option-row.ts';

/** Where jobs run. */
export const EXECUTOR: readonly OptionRow[] = [
  {
    name: 'executor',
    short: 'e',
    value: 'local|slurm|dask|command',
    help: 'where jobs run: on this machine (local), SLURM, Dask, or a batch system by commands',
  },
  {
    name: 'scheduler-address',
    value: 'ADDRESS',
    help: 'the scheduler of `--executor dask`: `tcp://head:8786`',
  },
  {
    name: 'dask-local',
    value: 'N',
    help: 'with `--executor dask`: a cluster of N cores on this machine, for this run',
  },
  {
    name: 'python',
    value: 'PATH',
    help: 'with `--executor dask`: the Python that has the package `distributed` (python3)',
  },
  {
    name: 'executor-config',
    value: 'FILE',
    isPath: true,
    help: 'the commands of `--executor command`, in YAML: how to submit, list and cancel jobs',
  },
];
