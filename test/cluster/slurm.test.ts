import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { tempFolder } from '../rigs/temp-folder.ts';
import { waitUntil } from '../rigs/wait-until.ts';

// The cluster itself does what the tests of executors count on.

const slurm = clusterEnvironment('slurm');
const submitted: string[] = [];

function ask(command: string, ...args: readonly string[]): string {
  const env = { ...process.env, ...slurm };
  return execFileSync(command, args, { encoding: 'utf8', env }).trim();
}

/** The id of a job that runs `script`. What it prints is in `FOLDER/ID.out`. */
function submit(script: string, ...options: readonly string[]): string {
  const id = ask('sbatch', '--parsable', '--output=/dev/null', ...options, '--wrap', script);
  submitted.push(id);
  return id;
}

/** `STATE REASON`, as the controller has it. */
function stateOf(id: string): string {
  return ask('squeue', '-h', '-t', 'all', '-j', id, '-o', '%T %r');
}

/** What is said of it then. */
async function onceEnded(id: string): Promise<string> {
  await waitUntil(
    () => !/^(?:PENDING|CONFIGURING|RUNNING|COMPLETING)/u.test(stateOf(id)),
    'its end',
  );
  return stateOf(id);
}

async function untilState(id: string, state: RegExp): Promise<void> {
  await waitUntil(() => state.test(stateOf(id)), `${id} is ${state.source}`);
}

describe.skipIf(slurm === undefined)(`SLURM${sayIfSkipped(slurm)}`, () => {
  afterEach(() => {
    if (submitted.length > 0) ask('scancel', ...submitted.splice(0));
  });

  it('tells how jobs end, and remembers it in the accounting', async () => {
    const [good, bad] = [submit('exit 0'), submit('exit 3')];
    expect(await onceEnded(good)).toBe('COMPLETED None');
    expect(await onceEnded(bad)).toBe('FAILED NonZeroExitCode');
    const recorded = (): string => ask('sacct', '-nXP', '-j', bad, '-o', 'state,exitcode');
    await waitUntil(() => recorded() === 'FAILED|3:0', 'the accounting has the exit code');
  });

  it('runs the tasks of an array, each with its own index', async () => {
    const array = submit('exit $((SLURM_ARRAY_TASK_ID == 2))', '--array=0-3%2');
    const tasks = (): string => ask('squeue', '-h', '-r', '-t', 'all', '-j', array, '-o', '%K %T');
    await waitUntil(() => !/PENDING|RUNNING|COMPLETING/u.test(tasks()), 'the end of all tasks');
    expect(tasks().split('\n').toSorted()).toEqual([
      '0 COMPLETED',
      '1 COMPLETED',
      '2 FAILED',
      '3 COMPLETED',
    ]);
  });

  it('leases cards: jobs on one node get different ones', async () => {
    const folder = tempFolder();
    // The first holds its cards until the second has told of its own.
    const wait = `until [ -s ${folder}/second ]; do sleep 0.1; done`;
    const tell = (name: string): string => `echo $CUDA_VISIBLE_DEVICES > ${folder}/${name}`;
    const gpus = ['--account=lab_b', '--partition=a100', '--gres=gpu:2'];
    const first = submit(`${tell('first')}; ${wait}`, ...gpus);
    await untilState(first, /^RUNNING/u);
    await untilState(submit(tell('second'), ...gpus), /^COMPLETED/u);
    await untilState(first, /^COMPLETED/u);
    const told = ['first', 'second'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(told).toEqual(['0,1\n', '2,3\n']);
  });

  it('holds an account to its cards', async () => {
    const gpu = ['--account=lab_a', '--partition=h100', '--gres=gpu:1'];
    const [first, second, third] = [0, 1, 2].map(() => submit('sleep 60', ...gpu));
    await untilState(third ?? '', /^PENDING AssocGrpGRES$/u);
    expect([first, second].map((id) => stateOf(id ?? ''))).toEqual([
      'RUNNING None',
      'RUNNING None',
    ]);
    ask('scancel', first ?? '');
    await untilState(third ?? '', /^RUNNING/u);
  });

  it('takes cards from preemptible jobs, and puts these back into the queue', async () => {
    const allCards = ['--nodelist=gpu1', '--gres=gpu:4'];
    const preemptible = submit('sleep 60', '--account=lab_b', '--partition=spot', ...allCards);
    await untilState(preemptible, /^RUNNING/u);
    const other = submit('true', '--account=lab_a', '--partition=a100', '--gres=gpu:1');
    await untilState(other, /^COMPLETED/u);
    expect(stateOf(preemptible)).toMatch(/^PENDING/u);
    expect(ask('scontrol', 'show', 'job', '-o', preemptible)).toMatch(/ Restarts=1 /u);
  });

  it('ends a job that takes too much memory', async () => {
    const hungry = 'x = bytearray(200 << 20); import time; time.sleep(60)';
    const id = submit(`exec /usr/bin/python3 -c '${hungry}'`, '--mem=50');
    const isLimited = /^ProctrackType *= proctrack\/cgroup$/mu.test(
      ask('scontrol', 'show', 'config'),
    );
    expect(await onceEnded(id)).toMatch(isLimited ? /^OUT_OF_MEMORY/u : /^FAILED/u);
  });

  it('refuses an account that is none', () => {
    const env = { ...process.env, ...slurm };
    const { status, stderr } = spawnSync('sbatch', ['--account=nobody', '--wrap', 'true'], {
      encoding: 'utf8',
      env,
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified\n',
    );
  });
});
