import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../rigs/wait-until.ts';
import { ExecutorRig, fixture, isAlive, stopGroup, word } from './executor/executor-rig.ts';
import { type LocalChanges, openLocal } from './open-local.ts';

const rigs: ExecutorRig[] = [];

async function openRig(options: LocalChanges = {}): Promise<ExecutorRig> {
  const rig = new ExecutorRig(await openLocal(options));
  rigs.push(rig);
  await rig.open();
  return rig;
}

afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

describe('resident shells', () => {
  test('short commands run in them, one job after another in the same', async () => {
    const rig = await openRig();
    const first = await lingering(rig, 'first.pid');
    await rig.executor.cancel([first.token], 'at-once');
    const second = await lingering(rig, 'second.pid');
    expect(first.launcher).not.toBe(process.pid);
    expect(second.launcher).toBe(first.launcher);
  });

  test('without them, each command has a shell that sees its end', async () => {
    const rig = await openRig({ maxResidentShells: 0 });
    const { launcher } = await lingering(rig, 'pid.txt');
    expect(parentOf(launcher)).toBe(process.pid);
  });

  test('commands that need a shell of their own get one', async () => {
    const rig = await openRig();
    const { launcher } = await lingering(rig, 'pid.txt', 'echo $$;');
    // Of the resident shells it would be the grandchild, and that of us.
    expect(parentOf(launcher)).toBe(process.pid);
  });

  test('there are no more than allowed, and none once the executor is closed', async () => {
    const before = childCount();
    const rig = await openRig({ maxResidentShells: 3 });
    const orders = Array.from({ length: 40 }, () => ({ shell: 'true' }));
    await Promise.all(rig.launchAll(orders).map(({ outcome }) => outcome));
    expect(childCount()).toBeLessThanOrEqual(before + 3);
    await rig.executor.close();
    expect(childCount()).toBe(before);
  });

  test('one that is killed loses its job, and nothing of that lives on', async () => {
    const rig = await openRig();
    rig.write('a', 'old');
    const job = await lingering(rig, 'pid.txt', 'echo part > a;', ['a']);
    process.kill(job.launcher, 'SIGKILL');
    expect(await job.outcome).toEqual({
      kind: 'lost',
      detail: 'the shell that ran it was ended by somebody else (SIGKILL)',
      isDead: true,
    });
    expect(isAlive(job.pid)).toBe(false);
    expect(rig.read('a')).toBe('old');
    expect((await rig.run({ shell: 'true' })).kind).toBe('succeeded');
  });

  test('one that is killed while it has nothing to do is replaced', async () => {
    const rig = await openRig({ maxResidentShells: 1 });
    const { launcher, token } = await lingering(rig, 'pid.txt');
    await rig.executor.cancel([token], 'at-once');
    process.kill(launcher, 'SIGKILL');
    await waitUntil(() => !isAlive(launcher), 'the shell is dead');
    await rig.run({ exec: ['true'] });
    expect((await rig.run({ shell: 'true' })).kind).toBe('succeeded');
  });

  test('where bash is too old for them, each command has a shell that sees its end', async () => {
    const rig = await openRigWithBash('case "$1" in --noprofile) exit 1;; esac; exec bash "$@"');
    const orders = Array.from({ length: 5 }, (_, index) => ({ shell: `exit ${index}` }));
    const outcomes = await Promise.all(rig.launchAll(orders).map(({ outcome }) => outcome));
    const codes = outcomes.map((it) => (it.kind === 'failed' ? it.exitCode : it.kind));
    expect(codes).toEqual(['succeeded', 1, 2, 3, 4]);
  });

  test('a log that cannot be opened is told as a job that could not start', async () => {
    const rig = await openRig();
    const outcome = await rig.run({ shell: 'echo > a', logFile: 'no/a.log', makeDirectories: [] });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: 'start',
      detail: 'its log `no/a.log` could not be opened',
    });
    expect(rig.has('a')).toBe(false);
  });
});

describe('local jobs', () => {
  test('without bash, shell commands cannot start', async () => {
    const rig = await openRigWithBash(undefined);
    expect(await rig.run({ shell: 'true' })).toMatchObject({
      kind: 'failed',
      cause: 'start',
      detail: '`bash` was not found: shell commands need it',
    });
  });

  test('a program that may not be executed cannot start', async () => {
    const rig = await openRig();
    rig.write('run-me', '');
    expect(await rig.run({ exec: ['./run-me'] })).toMatchObject({
      cause: 'start',
      detail: 'program `./run-me` is not executable',
    });
  });

  test('a command with a NUL cannot start', async () => {
    const rig = await openRig();
    const outcome = await rig.run({ shell: 'echo \0' });
    expect(outcome).toMatchObject({ kind: 'failed', cause: 'start' });
  });

  test('where flow gives out the cards, a job that was given none sees none', async () => {
    const rig = await openRig({ managesGpus: true });
    const { spec, outcome } = rig.launch({ shell: 'printenv CUDA_VISIBLE_DEVICES' });
    await outcome;
    expect(rig.read(spec.logFile)).toBe('\n');
  });

  test('jobs of a flow that runs inside of a job are ended with it', async () => {
    const rig = await openRig();
    const inner = 'FLOW_OUTER_JOB_TOKENS="x $FLOW_JOB_TOKEN" FLOW_JOB_TOKEN=inner';
    const { spec, outcome } = rig.launch({
      shell: `${inner} setsid ${fixture('linger.sh', 'pid.txt')} & wait`,
    });
    await waitUntil(() => rig.has('pid.txt'), 'the inner job runs');
    await rig.executor.cancel([spec.token], 'at-once');
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(isAlive(Number(rig.read('pid.txt')))).toBe(false);
  });

  test('hundreds of jobs leave no descriptors and no processes', async () => {
    const descriptors = descriptorCount();
    const children = childCount();
    const rig = await openRig();
    const orders = Array.from({ length: 150 }, (_, index) =>
      index % 2 === 0 ? { shell: `exit ${index % 3}` } : { exec: ['true'] },
    );
    await Promise.all(rig.launchAll(orders).map(({ outcome }) => outcome));
    await rig.executor.close();
    expect(childCount()).toBe(children);
    // Node closes the pipes to processes that have ended in turns of its own.
    await waitUntil(() => descriptorCount() <= descriptors, 'no more descriptors than before');
  });
});

describe('with all the time in the world', () => {
  const graceMs = 3_600_000;

  test('a cancel at once waits for nobody who does not listen', async () => {
    const rig = await openRig({ graceMs });
    const { spec, outcome } = rig.launch({ shell: fixture('linger-deaf.sh', 'pid.txt') });
    await waitUntil(() => rig.has('pid.txt'), 'the job runs');
    const gently = rig.executor.cancel([spec.token], 'gently');
    await rig.executor.cancel([spec.token], 'at-once');
    await gently;
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(isAlive(Number(rig.read('pid.txt')))).toBe(false);
  });

  test('a stopped job hears that it is to end', async () => {
    const rig = await openRig({ graceMs });
    const { token, pid, outcome } = await lingering(rig, 'pid.txt');
    await stopGroup(pid);
    await rig.executor.cancel([token], 'gently');
    expect(await outcome).toEqual({ kind: 'cancelled' });
  });

  test.each(['gently', 'at-once'] as const)(
    'a cancel (%s) does not wait for what a good job has left to end by itself',
    async (how) => {
      const rig = await openRig({ graceMs });
      const { spec, outcome } = rig.launch({
        shell: `${fixture('linger.sh', 'pid.txt')} & ${fixture('wait-for-file.sh', 'pid.txt')}; echo > a`,
        outputs: ['a'],
      });
      await waitUntil(() => rig.has('a'), 'the job is about to end');
      await waitUntil(() => parentOf(Number(rig.read('pid.txt'))) === 1, 'its shell has ended');
      await rig.executor.cancel([spec.token], how);
      // Good, if the executor has heard of the end before the cancel.
      expect((await outcome).kind).toMatch(/^(?:succeeded|cancelled)$/u);
      expect(isAlive(Number(rig.read('pid.txt')))).toBe(false);
    },
  );
});

/** A job whose process has said who it is; `launcher` is the parent of the job's shell. */
async function lingering(
  rig: ExecutorRig,
  pidFile: string,
  before = '',
  outputs: readonly string[] = [],
) {
  const { spec, outcome } = rig.launch({
    shell: `${before} ${fixture('linger.sh', pidFile)}; true`,
    outputs,
  });
  await waitUntil(() => rig.has(pidFile), `${pidFile} is there`);
  const pid = Number(rig.read(pidFile));
  return { token: spec.token, outcome, pid, launcher: parentOf(parentOf(pid)) };
}

/** NaN of a process that is gone. */
function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s*(\d+)/mu.exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}

function descriptorCount(): number {
  return readdirSync('/proc/self/fd').length;
}

function childCount(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && isAlive(Number(name)))
    .filter((name) => parentOf(Number(name)) === process.pid).length;
}

/** An executor for which `bash` is this script of sh, or is not there. */
async function openRigWithBash(script: string | undefined): Promise<ExecutorRig> {
  const path = process.env['PATH'] ?? '';
  const bash = execFileSync('which', ['bash']).toString().trim();
  const { workingDirectory, executor, dispose } = await openLocal();
  const folder = `${workingDirectory}/bin`;
  mkdirSync(folder);
  await executor.close();
  if (script !== undefined) {
    writeFileSync(
      `${folder}/bash`,
      `#!/bin/sh\n${script.replaceAll('exec bash', `exec ${word(bash)}`)}\n`,
    );
    chmodSync(`${folder}/bash`, 0o755);
  }
  process.env['PATH'] = script === undefined ? folder : `${folder}:${path}`;
  try {
    const opened = await openLocal();
    const rig = new ExecutorRig({
      ...opened,
      dispose: async () => {
        await opened.dispose();
        await dispose();
      },
    });
    rigs.push(rig);
    await rig.open();
    return rig;
  } finally {
    process.env['PATH'] = path;
  }
}
