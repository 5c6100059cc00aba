// What keeps flow from running jobs on Dask.

export const DASK_PAGES = {
  'dask-missing': {
    titles: [
      '`…` has no package `distributed`, which talks to Dask schedulers',
      '`…` cannot be started: …',
    ],
    means:
      'Dask speaks a protocol of pickled Python, so flow talks to it through a Python process, and that needs the package `distributed` of the environment that your scheduler and workers run in.',
    remedy:
      'Name that Python: `--python ~/miniforge3/envs/dask/bin/python`. Debian has it as `python3-distributed`, conda as `distributed`.',
  },
  'dask-unreachable': {
    titles: ['no Dask scheduler answers at `…`'],
    means: 'Nothing listens at that address, or something that is no Dask scheduler.',
    remedy:
      'See that the scheduler runs, and that its host can be reached from here; give the address that it prints, as in `--scheduler-address tcp://head:8786`. Without one, `--dask-local 4` starts a cluster on this machine.',
  },
  'dask-without-workers': {
    titles: ['the Dask scheduler at `…` has no workers'],
    means: 'The scheduler answers, but nobody is there to run a job, and nobody came for a while.',
    remedy:
      'Start workers, as in `dask worker tcp://head:8786 --nthreads 8 --resources "cores=8 GPU=1"`.',
  },
  'dask-versions': {
    titles: ['Dask cannot run what it is sent: …'],
    means:
      'Scheduler, workers and the Python that flow talks through have to be of the same version of Python: functions travel between them as code.',
    remedy: 'Name the Python that the workers run with: `--python /path/to/python`.',
  },
  'dask-bridge-ended': {
    titles: ['the process that talks to Dask (`…`) has ended by itself'],
    means: 'It was killed, or ended with an error, before it had reached the scheduler.',
    remedy:
      'See whether `python -c "import distributed"` works with that Python, then run the same command again. Jobs that ran on meanwhile are found by their records.',
  },
} as const;
