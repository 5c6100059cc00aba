// Where jobs run.

export const EXECUTOR_PAGES = {
  'still-elsewhere': {
    titles: [
      '`…` may still be run by `…`, where an earlier flow has left it',
      '`…`, and … more, may still be run by `…`, where an earlier flow has left them',
    ],
    means:
      'A flow that was killed had handed jobs over to an executor, which may be running them still. Only with the same executor can they be taken on, or ended; until then nobody else may make the same files.',
    remedy: 'Run with the executor that the message names.',
  },
  'held-in-queue': {
    titles: [
      '`…` is held in the queue of …, and does not start by itself',
      '`…`, and … more, are held in the queue of …, and do not start by themselves',
    ],
    means:
      'Somebody, or a rule of the cluster, keeps these jobs from starting, and flow waits for them. The message has the id of the first and the words of the cluster.',
    remedy:
      'Let them start, or cancel them, with the commands of the message; flow goes on either way.',
  },
  'node-avoided': {
    titles: ['jobs fail at once on node `…` of …: this run gives it no more'],
    means:
      'Three jobs, one after another, failed there within ten seconds, while jobs of their rules did well on other nodes. A node that fails everything is free again at once, and would draw all others. Jobs that wait, and those that come, are kept from it until the run ends.',
    remedy:
      'See in the logs of these jobs what is wrong there: a missing disk, a broken driver, a full `/tmp`.',
  },
  'slurm-missing': {
    titles: ["`…` was not found: SLURM's programs are not installed here"],
    means:
      'Jobs are submitted, looked at and ended through `sbatch`, `squeue`, `sacct` and `scancel`, and these are not on the `PATH`.',
    remedy: 'Run flow where they are: on a login node of the cluster.',
  },
  'slurm-unreachable': {
    titles: ['the controller of SLURM does not answer'],
    means: "SLURM's programs are here, but the controller of the cluster could not be asked.",
    remedy: 'See whether `squeue` works, and which cluster `SLURM_CONF` means.',
  },
} as const;
