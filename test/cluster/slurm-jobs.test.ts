import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { slurmCall } from '../../src/executors/slurm/slurm-call.ts';
import { ExecutorRig } from '../conformance/executor/executor-rig.ts';
import { clusterEnvironment, sayIfSkipped } from '../rigs/cluster.ts';
import { openSlurm } from '../rigs/open-slurm.ts';
import { waitUntil } from '../rigs/wait-until.ts';

// What only a real SLURM can do to jobs.

const slurm = clusterEnvironment('slurm');
const rigs: ExecutorRig[] = [];

async function openRig(call = slurmCall({ ...process.env, ...slurm })): Promise<ExecutorRig> {
  const rig = new ExecutorRig(await openSlurm(call));
  rigs.push(rig);
  await rig.open();
  return rig;
}

function ask(program: string, ...args: readonly string[]): string {
  const env = { ...process.env, ...slurm };
  return execFileSync(program, args, { encoding: 'utf8', env }).trim();
}

/** Ids in the queue of jobs whose names end with this. */
function idsOf(token: string): readonly string[] {
  const rows = ask('squeue', '-h', '-r', '-o', '%i|%j').split('\n');
  return rows.filter((row) => row.endsWith(`.${token}`)).map((row) => row.split('|')[0] ?? '');
}

describe.skipIf(slurm === undefined)(`jobs of SLURM${sayIfSkipped(slurm)}`, () => {
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.close();
  });

  test('hundreds that wait are cancelled together, and are gone from the queue', async () => {
    const rig = await openRig();
    const launched = rig.launchAll(Array.from({ length: 200 }, () => ({ shell: 'sleep 600' })));
    await waitUntil(() => rig.told(launched[0]?.spec.token ?? '').starts > 0, 'the first runs');
    await rig.executor.cancel(
      launched.map(({ spec }) => spec.token),
      'gently',
    );
    const outcomes = await Promise.all(launched.map(({ outcome }) => outcome));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
    expect(idsOf(launched[0]?.spec.token ?? '')).toEqual([]);
  });

  test('a job that somebody else cancels is told so', async () => {
    const rig = await openRig();
    const { spec, outcome } = rig.launch({ shell: 'sleep 600' });
    await waitUntil(() => rig.told(spec.token).starts > 0, 'it runs');
    ask('scancel', ...idsOf(spec.token));
    expect(await outcome).toMatchObject({
      kind: 'failed',
      cause: 'signal',
      detail: 'somebody else ended it, says slurm: CANCELLED',
    });
  });

  test('a job that is put back into the queue runs anew, over what it has left', async () => {
    const rig = await openRig();
    rig.write('a', 'old');
    const { spec, outcome } = rig.launch({
      shell: 'test ! -e a; echo part > a; echo run >> runs; test -e go || sleep 600; echo new > a',
      outputs: ['a'],
    });
    await waitUntil(() => rig.has('a') && rig.has('runs'), 'it has begun');
    const [id = ''] = idsOf(spec.token);
    ask('scontrol', 'requeue', id);
    rig.write('go', '');
    await waitUntil(() => ask('squeue', '-h', '-j', id, '-o', '%T') === 'PENDING', 'it waits');
    // In the second of the requeue a node refuses it: the credentials of its last start are revoked.
    ask('scontrol', 'update', `jobid=${id}`, 'StartTime=now+2');
    expect(await outcome).toMatchObject({ kind: 'succeeded' });
    expect([rig.read('runs'), rig.read('a')]).toEqual(['run\nrun\n', 'new\n']);
    expect(rig.told(spec.token).starts).toBe(1);
  });

  test('a job whose node fails is lost to it, and what it made is gone', async () => {
    const rig = await openRig();
    const { spec, outcome } = rig.launch({
      shell: 'echo part > a; sleep 600',
      outputs: ['a'],
      custom: { slurm_extra: '--no-requeue', slurm_partition: 'h100' },
    });
    await waitUntil(() => rig.has('a'), 'it has begun');
    const [id = ''] = idsOf(spec.token);
    const node = ask('squeue', '-h', '-j', id, '-o', '%N');
    ask('scontrol', 'update', `nodename=${node}`, 'state=down', 'reason=test');
    expect(await outcome).toMatchObject({ kind: 'failed', cause: 'node' });
    expect(rig.has('a')).toBe(false);
  });

  test('a job that takes too much memory is told so, whoever watches the memory', async () => {
    const rig = await openRig();
    const outcome = await rig.run({
      shell: `exec /usr/bin/python3 -c 'x = bytearray(300 << 20); import time; time.sleep(60)'`,
      custom: { slurm_extra: '--mem=50' },
    });
    expect(outcome).toMatchObject({ kind: 'failed', cause: 'oom' });
  });

  test('a node that fails job after job, while others do well, gets no more', async () => {
    const rig = await openRig();
    const good = { shell: 'true', custom: { slurm_extra: '--partition=h100 --nodelist=gpu3' } };
    const bad = { shell: 'exit 1', custom: { slurm_extra: '--partition=h100 --nodelist=gpu2' } };
    const first = rig.launchAll([good, bad, bad, bad]);
    const outcomes = await Promise.all(first.map(({ outcome }) => outcome));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['succeeded', 'failed', 'failed', 'failed']);
    // Otherwise it would go to the first of the two that are free.
    const shell = 'echo $SLURMD_NODENAME > where';
    await rig.run({ shell, custom: { slurm_partition: 'h100' } });
    expect(rig.read('where')).toBe('gpu3\n');
  });

  test('a job that SLURM refuses is told why', async () => {
    const rig = await openRig();
    const outcome = await rig.run({ shell: 'true', custom: { slurm_partition: 'no-such' } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: 'start',
      detail: 'slurm refused it: Invalid partition name specified',
    });
  });

  test('submissions whose answers are lost are found, and nothing runs twice', async () => {
    const call = slurmCall({ ...process.env, ...slurm });
    let lostCount = 0;
    const rig = await openRig(async (program, args, input) => {
      const answer = await call(program, args, input);
      if (program !== 'sbatch') return answer;
      lostCount += 1;
      const err = 'sbatch: error: Batch job submission failed: Socket timed out on send/recv';
      return { code: 1, out: '', err };
    });
    const orders = Array.from({ length: 5 }, (_, index) => ({
      shell: `echo run >> ${index}`,
      outputs: [],
    }));
    const outcomes = await Promise.all(rig.launchAll(orders).map(({ outcome }) => outcome));
    expect(outcomes.map(({ kind }) => kind)).toEqual(orders.map(() => 'succeeded'));
    expect(orders.map((_, index) => rig.read(String(index)))).toEqual(orders.map(() => 'run\n'));
    expect(lostCount).toBe(1);
  });
});
