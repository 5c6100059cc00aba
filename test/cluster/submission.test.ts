import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobId } from '../../src/core/graph/job-graph.ts';
import { compileSubmission } from '../../src/core/submit/compile-submission.ts';
import type { Submission } from '../../src/core/submit/submission.ts';
import { arrayText } from '../../src/executors/slurm/submit/array-text.ts';
import { dependencyText } from '../../src/executors/slurm/submit/dependency-text.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { worldOf } from '../rigs/run-rig.ts';
import { type Fate, playSubmission } from '../rigs/submission-model.ts';
import { waitUntil } from '../rigs/wait-until.ts';

// Dependencies mean to a real SLURM what the compiler of submissions and its model take them to mean.

const slurm = clusterEnvironment('slurm');
const submitted: string[] = [];

function ask(command: string, ...args: readonly string[]): string {
  const env = { ...process.env, ...slurm };
  return execFileSync(command, args, { encoding: 'utf8', env }).trim();
}

/** Submits all arrays, held until the last is there; answers the id of each. */
function submitAll({ arrays }: Submission, fails: (job: JobId) => boolean): readonly string[] {
  const ids: string[] = [];
  for (const { tasks, dependencies } of arrays) {
    const failing = tasks.filter(({ job }) => fails(job)).map(({ index }) => index);
    const isFailing = failing.map((index) => `[ "\${SLURM_ARRAY_TASK_ID:-0}" = ${index} ]`);
    const script = failing.length === 0 ? 'true' : `! { ${isFailing.join(' || ')}; }`;
    const indices = tasks.map(({ index }) => index);
    const waits = dependencyText(dependencies, (array) => ids[array] ?? '');
    const options = [
      '--output=/dev/null',
      '--kill-on-invalid-dep=yes',
      ...(waits === '' ? ['--hold'] : [`--dependency=${waits}`]),
      ...(tasks.length > 1 ? [`--array=${arrayText(indices)}`] : []),
    ];
    const id = ask('sbatch', '--parsable', ...options, '--wrap', script);
    ids.push(id);
    submitted.push(id);
  }
  const first = ids.filter((_, array) => arrays[array]?.dependencies.length === 0);
  ask('scontrol', 'release', ...first);
  return ids;
}

const FATES: Readonly<Record<string, Fate>> = {
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'ended-unstarted',
};

/** By job; undefined as long as one of them has not ended. */
function fatesOf(
  { arrays }: Submission,
  ids: readonly string[],
): ReadonlyMap<JobId, Fate> | undefined {
  const rows = ask('squeue', '-h', '-r', '-t', 'all', '-j', ids.join(','), '-o', '%F %K %T');
  const states = new Map<string, string>();
  for (const row of rows.split('\n')) {
    const [id = '', index = '', state = ''] = row.split(' ');
    states.set(`${id} ${index === 'N/A' ? 0 : index}`, state);
  }
  const fates = new Map<JobId, Fate>();
  for (const [array, { tasks }] of arrays.entries()) {
    for (const { index, job } of tasks) {
      const fate = FATES[states.get(`${ids[array]} ${tasks.length > 1 ? index : 0}`) ?? ''];
      if (fate === undefined) return undefined;
      fates.set(job, fate);
    }
  }
  return fates;
}

/** In twos and threes, one to one, of parts, of all, and of ends. */
const LINES = [
  ...[0, 1, 2, 3].map((at) => `stitch.${at} <- raw`),
  ...[0, 1, 2, 3].map((at) => `decon.${at} <- stitch.${at}`),
  ...[0, 1].map((at) => `pair.${at} <- decon.${2 * at} decon.${2 * at + 1}`),
  ...[0, 1, 2, 3].map((at) => `look.${at} <- stitch.${at} decon.${at}`),
  'all <- decon.0 decon.1 decon.2 decon.3',
  'table <- final(decon.0) final(decon.1) final(decon.2) final(decon.3)',
  'page <- final(decon.1) table',
  'last <- final(all) pair.1',
];

const MORE = [[[]], [['decon.1']]];

describe.skipIf(slurm === undefined)(`Dependencies${sayIfSkipped(slurm)}`, () => {
  afterEach(() => {
    if (submitted.length > 0) ask('scancel', ...submitted.splice(0));
  });

  const isWhole = process.env['CLUSTER_TESTS'] === 'all';
  it.each([[['stitch.0', 'look.3']], [['decon.2', 'table']], ...(isWhole ? MORE : [])])(
    'run what the model of submissions says where %j fail',
    async (failing: readonly string[]) => {
      const world = worldOf(LINES);
      const { graph } = world;
      const submission = compileSubmission({
        graph,
        isSubmitted: () => true,
        stageOf: (job) => world.name(job).replace(/\..*$/u, ''),
        maxArraySize: 1000,
        maxDependencies: 4,
      });
      const fails = (job: JobId): boolean => failing.includes(world.name(job));
      const ids = submitAll(submission, fails);
      let fates: ReadonlyMap<JobId, Fate> | undefined;
      await waitUntil(
        () => (fates = fatesOf(submission, ids)) !== undefined,
        'the end of all jobs',
        60_000,
      );
      expect(fates).toEqual(playSubmission(submission, fails));
    },
  );
});
