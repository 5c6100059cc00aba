import { expect, test } from 'vitest';
import type { BatchJob } from '../../../../src/executors/batch/batch-system.ts';
import { LotFiles } from '../../../../src/executors/slurm/lot-files.ts';
import type { SlurmAnswer } from '../../../../src/executors/slurm/slurm-call.ts';
import { SQUEUE_FORMAT } from '../../../../src/executors/slurm/slurm-rows.ts';
import { SlurmSystem } from '../../../../src/executors/slurm/slurm-system.ts';
import { ManualClock } from '../../../rigs/manual-clock.ts';
import { MemoryDisk } from '../../../rigs/memory-disk.ts';
import { jobSpec } from '../job-spec.ts';

const FOLDER = '.flow/runs/run-1/attempts/0';
const CONFIG = 'MaxArraySize            = 1001\n';

interface Call {
  readonly program: string;
  readonly args: readonly string[];
}

/** Programs of SLURM that say what the test wants, and what was asked of them. */
class Programs {
  readonly calls: Call[] = [];
  readonly clock = new ManualClock();
  readonly disk: MemoryDisk;
  readonly system: SlurmSystem;
  readonly answers = new Map<string, (call: Call) => Partial<SlurmAnswer>>([
    ['scontrol', () => ({ out: CONFIG })],
  ]);

  constructor(disk = new MemoryDisk()) {
    disk.makeDirectory(FOLDER);
    this.disk = disk;
    this.system = new SlurmSystem({
      clock: this.clock,
      files: new LotFiles('/project/here', disk),
      seatOf: () => ({}),
      call: (program, args) => {
        const call = { program, args };
        this.calls.push(call);
        const answer = this.answers.get(program)?.(call);
        return Promise.resolve({ code: 0, out: '', err: '', ...answer });
      },
    });
  }

  async opened(): Promise<this> {
    await this.system.open();
    return this;
  }

  asked(program: string): readonly string[] {
    return this.calls.filter((it) => it.program === program).map(({ args }) => args.join(' '));
  }
}

function jobs(count: number): readonly BatchJob[] {
  return Array.from({ length: count }, (_, index) => ({
    spec: jobSpec({ token: `run-1.${index}.1`, rule: 'part' }),
    script: `/project/here/${FOLDER}/run-1.${index}.1.sh`,
  }));
}

function submittedAs(token: string, id: string) {
  return { token, id, submittedAtMs: 0 };
}

/** As `squeue -O` prints it. */
function queue(...rows: readonly (readonly [id: string, state: string, name: string])[]): string {
  const widths = [...SQUEUE_FORMAT.matchAll(/:(\d+)/gu)].map(([, width]) => Number(width));
  return rows
    .map(([id, state, name]) =>
      [id, state, '0', 'n1', name, 'None']
        .map((field, index) => field.padEnd(widths[index] ?? 0))
        .join(''),
    )
    .join('\n');
}

test('jobs of a rule are submitted as one array, and each has its task', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('sbatch', () => ({ out: '57\n' }));
  expect(await programs.system.submit(jobs(3))).toEqual([
    { kind: 'accepted', id: '57_0' },
    { kind: 'accepted', id: '57_1' },
    { kind: 'accepted', id: '57_2' },
  ]);
  expect(programs.asked('sbatch')).toEqual([
    `--parsable --job-name=part.run-1.0.1 --output=/project/here/${FOLDER}/slurm-%A_%a.out --open-mode=append --array=0-2 --nodes=1 --ntasks=1 --cpus-per-task=1 --chdir=/project/here`,
  ]);
});

test('where a limit is reached, as many are submitted as fit', async () => {
  const programs = await new Programs().opened();
  let room = 3;
  programs.answers.set('sbatch', ({ args }) => {
    const last = args
      .find((it) => it.startsWith('--array='))
      ?.split('-')
      .at(-1);
    const count = last === undefined ? 1 : Number(last) + 1;
    if (count > room) {
      const err =
        'sbatch: error: AssocMaxSubmitJobLimit\nsbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit)\n';
      return { code: 1, err };
    }
    room -= count;
    return { out: `${100 + room}\n` };
  });
  const answers = await programs.system.submit(jobs(8));
  expect(answers.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 3 }, () => 'accepted'),
    ...Array.from({ length: 5 }, () => 'busy'),
  ]);
});

test('a number that nobody can read leaves open whether the job was taken', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('sbatch', () => ({ out: 'Submitted batch job 57 on cluster X\n' }));
  expect(await programs.system.submit(jobs(1))).toMatchObject([{ kind: 'ambiguous' }]);
});

test('one question tells of all, and the accounting of those that are forgotten', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('squeue', () => ({
    out: queue(['57', 'RUNNING', 'part.run-1.0.1'], ['58', 'COMPLETED', 'part.run-1.1.1']),
  }));
  programs.answers.set('sacct', () => ({ out: '59|TIMEOUT|0:0|n1|part.run-1.2.1\n' }));
  const asked = ['57', '58', '59'].map((id, index) => submittedAs(`run-1.${index}.1`, id));
  const said = await programs.system.poll(asked);
  expect([...said].map(([id, { state }]) => [id, state])).toEqual([
    ['57', 'running'],
    ['58', 'ended'],
    ['59', 'ended'],
  ]);
  expect(programs.asked('squeue')).toHaveLength(1);
  await programs.system.poll(asked);
  expect(programs.asked('sacct'), 'it is asked rarely').toHaveLength(1);
});

test('a kill for memory is told from others by what SLURM wrote under the job', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('squeue', () => ({ code: 1, err: 'Invalid job id' }));
  programs.answers.set('sacct', () => ({
    out: '57_0|FAILED|0:9|n1|part.run-1.0.1\n57_1|FAILED|0:9|n1|part.run-1.0.1\n58|FAILED|3:0|n1|part.run-1.2.1\n',
  }));
  programs.answers.set('sbatch', () => ({ out: '57\n' }));
  await programs.system.submit(jobs(2));
  const over =
    'slurmstepd-n1: error: StepId=57_0.batch exceeded memory limit (329949184 > 104857600), being killed\n';
  programs.disk.write({
    [`${FOLDER}/slurm-57_0.out`]: `slurmstepd: error: a line before\n${over}`,
    [`${FOLDER}/slurm-57_1.out`]: 'slurmstepd: error: *** JOB 57 CANCELLED ***\n',
    [`${FOLDER}/slurm-58.out`]: over,
  });
  const said = await programs.system.poll([
    submittedAs('run-1.0.1', '57_0'),
    submittedAs('run-1.1.1', '57_1'),
    submittedAs('run-1.2.1', '58'),
  ]);
  expect([...said].map(([id, it]) => [id, it.state === 'ended' && it.end])).toEqual([
    ['57_0', { kind: 'out-of-memory' }],
    ['57_1', { kind: 'signalled', signal: 'SIGKILL' }],
    ['58', { kind: 'exited', code: 3 }],
  ]);
});

test('an id that was given out again is not the job', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('squeue', () => ({ out: queue(['85', 'COMPLETED', 'other.run-2.7.1']) }));
  programs.answers.set('sacct', () => ({ out: '85|COMPLETED|0:0|n1|old\n' }));
  expect(await programs.system.poll([submittedAs('run-1.0.1', '85')])).toEqual(new Map());
});

test('the first rows of the accounting, and jobs that it believes to run, tell nothing', async () => {
  const programs = await new Programs().opened();
  const err = 'slurm_load_jobs error: Invalid job id specified';
  programs.answers.set('squeue', () => ({ code: 1, err }));
  programs.answers.set('sacct', () => ({
    out: '85|PENDING|0:0||allocation\n85|RUNNING|0:0|n1|part.run-1.0.1\n',
  }));
  expect(await programs.system.poll([submittedAs('run-1.0.1', '85')])).toEqual(new Map());
});

test('a controller that does not answer tells nothing', async () => {
  const programs = await new Programs().opened();
  const err = 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)';
  programs.answers.set('squeue', () => ({ code: 1, err }));
  await expect(programs.system.poll([submittedAs('run-1.0.1', '85')])).rejects.toThrow(err);
});

test('only what bears our names is cancelled, an array in one word', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('sbatch', () => ({ out: '57\n' }));
  await programs.system.submit(jobs(3));
  programs.answers.set('squeue', () => ({
    out: queue(
      ['57_0', 'RUNNING', 'part.run-1.0.1'],
      ['57_1', 'COMPLETED', 'part.run-1.0.1'],
      ['57_2', 'PENDING', 'part.run-1.0.1'],
      ['85', 'RUNNING', 'of-somebody-else'],
    ),
  }));
  await programs.system.cancel([
    ...[0, 1, 2].map((index) => submittedAs(`run-1.${index}.1`, `57_${index}`)),
    submittedAs('run-1.9.1', '85'),
  ]);
  expect(programs.asked('scancel')).toEqual(['57_[0,2]']);
});

test('from nodes that are avoided both what waits and what comes is kept', async () => {
  const programs = await new Programs().opened();
  programs.answers.set('sbatch', () => ({ out: '57\n' }));
  const some = jobs(3);
  const spec = jobSpec({
    resources: { ...jobSpec().resources, custom: { slurm_extra: '-x n1 --exclude=n2,n3' } },
  });
  await programs.system.avoid(
    ['n7'],
    [
      ...some.slice(1).map((it, index) => ({
        job: submittedAs(it.spec.token, `57_${index + 1}`),
        spec: it.spec,
      })),
      { job: submittedAs('run-1.9.1', '85'), spec },
    ],
  );
  expect(programs.asked('scontrol').slice(1)).toEqual([
    'update JobId=57_[1,2] ExcNodeList=n7',
    'update JobId=85 ExcNodeList=n2,n3,n7',
  ]);
  await programs.system.avoid(['n8'], []);
  await programs.system.submit([...jobs(1), { spec, script: some[1]?.script ?? '' }]);
  const excluded = programs
    .asked('sbatch')
    .map((line) => line.split(' ').findLast((word) => word.startsWith('--exclude')));
  expect(excluded, 'of two flags the last counts').toEqual([
    '--exclude=n7,n8',
    '--exclude=n2,n3,n7,n8',
  ]);
});

test('tasks of an array that an earlier flow submitted are found by their tokens', async () => {
  const before = await new Programs().opened();
  before.answers.set('sbatch', () => ({ code: undefined }));
  await before.system.submit(jobs(3));
  const programs = await new Programs(before.disk).opened();
  programs.answers.set('squeue', () => ({
    out: queue(['57_1', 'RUNNING', 'part.run-1.0.1'], ['9', 'RUNNING', 'unrelated.job']),
  }));
  programs.answers.set('sacct', () => ({ out: '57_2|COMPLETED|0:0|n1|part.run-1.0.1\n' }));
  const found = await programs.system.find(['run-1.1.1', 'run-1.2.1', 'run-1.8.1'], 0);
  expect(found).toEqual(
    new Map([
      ['run-1.1.1', '57_1'],
      ['run-1.2.1', '57_2'],
    ]),
  );
});

test('without its programs, or its controller, SLURM cannot be used', async () => {
  const programs = new Programs();
  programs.answers.set('scontrol', () => ({ code: 1, err: 'slurm_load_ctl_conf error' }));
  await expect(programs.system.open()).rejects.toThrow('the controller of SLURM does not answer');
});
