import { describe } from 'vitest';
import { slurmCall } from '../../src/executors/slurm/slurm-call.ts';
import { describeExecutor } from '../conformance/executor-suite.ts';
import { SKIPPED_WITHOUT_USAGE } from '../conformance/open-batch.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { openSlurm } from '../rigs/open-slurm.ts';

const slurm = clusterEnvironment('slurm');

/** What hangs on SLURM; the rest is decided by the script, which the batch executor tries out. */
const QUICK = [
  'a job that has done its work has succeeded',
  'the exit code and the last lines of a failed job are told',
  'a job whose own shell was killed is told so',
  'a job that runs longer than its time is ended',
  'a program that is not there is told as a job that could not start',
  'outputs that come into sight late are waited for',
  'old outputs are back when the job has failed, and partial ones are gone',
  'a job has the environment of its spec, and its marks',
  'a process that a failed job left behind is ended, wherever it went',
  'a cancel asks the job to end, and lets it',
  'a job that does not listen is killed after the time of grace',
  'a cancel (gently) ends all that the job has started, wherever it went',
  'a cancel (at-once) ends all that the job has started, wherever it went',
  'the old outputs of a cancelled job are back',
  'a job that is cancelled before it starts does nothing',
  'closing ends everything, and tells it',
  'two hundred at once are kept apart',
];

describe.skipIf(slurm === undefined)(`SLURM${sayIfSkipped(slurm)}`, () => {
  const isWhole = process.env['CLUSTER_TESTS'] === 'all';
  describeExecutor('slurm', {
    open: () => openSlurm(slurmCall({ ...process.env, ...slurm })),
    ...(isWhole ? {} : { only: { names: QUICK, why: 'CLUSTER_TESTS=all runs it, too' } }),
    skip: {
      ...SKIPPED_WITHOUT_USAGE,
      'a job sees the cards it was given, and no others': 'SLURM gives out the cards',
      'two hundred at once are cancelled together':
        'the job beside them would wait for all of them',
      'three hundred, one after another, each see their own': 'they take minutes here',
    },
  });
});
