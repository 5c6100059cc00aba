import { describe, expect, test } from 'vitest';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { BatchRig, ENDED, QUEUED, RUNNING, runningRig, TIMING } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

function job(token: string, changes: Partial<JobSpec> = {}): JobSpec {
  return jobSpec({ token, ...changes });
}

const WITH_OUTPUT: Partial<JobSpec> = {
  verify: { outputs: [{ path: 'a', type: 'file' }], latencyWaitMs: 0 },
};

async function running(changes: Partial<JobSpec> = {}): Promise<BatchRig> {
  return await runningRig(job('t', changes));
}

describe('the end of an attempt', () => {
  test('is told when there is a record, and the system confirms it', async () => {
    const rig = await running(WITH_OUTPUT);
    rig.disk.write({ a: 'made' });
    await rig.nodeEnds('t').pass(1_000);
    expect(rig.outcome('t')).toBeUndefined();
    await rig.says('t', ENDED).pass(500);
    expect(rig.outcome('t')).toMatchObject({
      kind: 'succeeded',
      outputs: [{ path: 'a', size: 4 }],
    });
    expect(rig.started).toEqual(['t']);
  });

  test('is believed on the record alone after a while', async () => {
    const rig = await running();
    rig.failing = 'poll';
    await rig.nodeEnds('t').pass(TIMING.confirmMs - 500);
    expect(rig.ended).toEqual([]);
    await rig.pass(1_000);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });

  test('that is told from the record alone leaves nothing in the queue', async () => {
    const rig = await running();
    rig.says('t', { state: 'held', raw: 'PENDING (launch failed requeued held)' });
    rig.failing = 'cancel';
    await rig.nodeEnds('t').pass(TIMING.confirmMs + 500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
    expect(rig.cancelled.length).toBeGreaterThan(1);
    rig.failing = undefined;
    await rig.pass(TIMING.longestPollMs);
    expect(rig.cancelled.at(-1)).toEqual({ ids: ['id t'], how: 'at-once' });
    const count = rig.cancelled.length;
    await rig.pass(60_000);
    expect(rig.cancelled.length, 'once it was heard, it is not asked again').toBe(count);
  });

  test('that the system confirms leaves nothing to be ended', async () => {
    const rig = await running();
    await rig.nodeEnds('t').says('t', ENDED).pass(5_000);
    expect(rig.cancelled).toEqual([]);
  });

  test('leaves nothing in the queue either where flow ends at once after it', async () => {
    const rig = await running();
    rig.failing = 'poll';
    await rig.nodeEnds('t').pass(TIMING.confirmMs - 100);
    while (rig.ended.length === 0) await rig.pass(50);
    await rig.executor.close();
    expect(rig.cancelled).toEqual([{ ids: ['id t'], how: 'at-once' }]);
  });

  test('is not told by questions that fail, however many', async () => {
    const rig = await running();
    rig.failing = 'poll';
    await rig.pass(300_000);
    expect(rig.ended).toEqual([]);
    // They become rare.
    expect(rig.pollCount).toBeLessThan(200);
  });

  test('waits for no record of what the system says has never begun', async () => {
    const rig = await new BatchRig().begin();
    const end = { kind: 'node-failed', neverBegan: true } as const;
    await rig.says('t', QUEUED).launch(job('t'));
    await rig.says('t', { state: 'ended', end, raw: 'lost' }).pass(500);
    expect(rig.outcome('t')).toMatchObject({ kind: 'failed', cause: 'node' });
  });

  test('waits for the record, too, where the node knows better than the system', async () => {
    const rig = await running();
    const end = { kind: 'node-failed', neverBegan: true } as const;
    await rig.says('t', { state: 'ended', end, raw: 'lost' }).pass(TIMING.recordMs - 500);
    expect(rig.ended).toEqual([]);
    await rig.nodeEnds('t').pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });

  test('waits for a record that a network file system hides', async () => {
    const rig = await running();
    await rig.says('t', ENDED).pass(TIMING.recordMs - 500);
    expect(rig.ended).toEqual([]);
    await rig.nodeEnds('t', { lines: ['code 3'] }).pass(500);
    expect(rig.outcome('t')).toMatchObject({ cause: 'exit', exitCode: 3 });
  });

  test('without a record after a while is blamed on the node', async () => {
    const rig = await running(WITH_OUTPUT);
    rig.disk.write({ a: 'part' });
    await rig.says('t', ENDED).pass(TIMING.recordMs + 500);
    expect(rig.outcome('t')).toMatchObject({
      kind: 'failed',
      cause: 'node',
      detail: 'it left no exit record within 4 s after batch said `CD`',
    });
    expect(rig.disk.files()).not.toHaveProperty('a');
  });

  test('is not told by a record of another attempt, or by half of one', async () => {
    const rig = await running();
    await rig.nodeEnds('t', { of: 'other' }).says('t', ENDED).pass(1_000);
    expect(rig.ended).toEqual([]);
    const file = '.flow/runs/run-1/attempts/0/t.exit.0';
    rig.disk.write({ [file]: 'flow-exit 1\ntoken t\ncode 0\n' });
    await rig.pass(1_000);
    expect(rig.ended).toEqual([]);
    await rig.nodeEnds('t', { lines: ['code 5'] }).pass(500);
    expect(rig.outcome('t')).toMatchObject({ exitCode: 5 });
  });

  test('by want of memory is no success, whatever the script says', async () => {
    const rig = await running(WITH_OUTPUT);
    rig.disk.write({ a: 'made by half' });
    const end = { kind: 'out-of-memory' } as const;
    await rig.nodeEnds('t').says('t', { state: 'ended', end, raw: 'OUT_OF_MEMORY' }).pass(500);
    expect(rig.outcome('t')).toMatchObject({ kind: 'failed', cause: 'oom' });
    expect(rig.disk.files()).not.toHaveProperty('a');
  });

  test.each([
    ['timed-out', 'timeout', 'batch ended it: its time was over'],
    ['preempted', 'preempted', 'batch ended it to make place for another job'],
    ['node-failed', 'node', 'its node failed, says batch: WORD'],
    ['cancelled', 'signal', 'somebody else ended it, says batch: WORD'],
  ] as const)('%s is told as the system says it', async (kind, cause, detail) => {
    const rig = await running();
    await rig.says('t', { state: 'ended', end: { kind }, raw: 'WORD' }).pass(TIMING.recordMs + 500);
    expect(rig.outcome('t')).toMatchObject({ kind: 'failed', cause, detail });
  });

  test('of a script that was told to end is not the end while the job waits again', async () => {
    const rig = await running(WITH_OUTPUT);
    await rig
      .nodeEnds('t', { lines: ['code 143', 'interrupted TERM'] })
      .says('t', QUEUED)
      .pass(60_000);
    expect(rig.ended).toEqual([]);
    await rig.nodeBegins('t', 1).says('t', RUNNING).pass(1_000);
    rig.disk.write({ a: 'made' });
    await rig.nodeEnds('t', { start: 1 }).says('t', ENDED).pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
    expect(rig.started).toEqual(['t']);
  });

  test('of an earlier start does not count once there is a later one', async () => {
    const rig = await running();
    await rig
      .nodeEnds('t', { lines: ['code 1'] })
      .nodeBegins('t', 1)
      .pass(TIMING.confirmMs + 500);
    expect(rig.ended).toEqual([]);
  });

  test('puts old outputs back where the node could not', async () => {
    const rig = await new BatchRig().begin();
    rig.disk.write({ a: 'old' });
    const moveAside = [{ from: 'a', to: '.flow-t-a' }];
    const prepare = { ...jobSpec().prepare, moveAside };
    await rig.says('t', RUNNING).launch(job('t', { ...WITH_OUTPUT, prepare }));
    rig.disk.rename('a', '.flow-t-a');
    rig.disk.write({ a: 'part' });
    const end = { kind: 'node-failed' } as const;
    await rig.nodeBegins('t').says('t', { state: 'ended', end, raw: 'NODE_FAIL' }).pass(5_000);
    expect(rig.outcome('t')).toMatchObject({ cause: 'node' });
    expect(rig.disk.files()).toMatchObject({ a: 'old' });
    expect(rig.disk.files()).not.toHaveProperty('.flow-t-a');
  });

  test('waits until a file is as long here as it was there', async () => {
    const outputs = [{ path: 'a', type: 'file' }] as const;
    const rig = await running({ verify: { outputs, latencyWaitMs: 2_000 } });
    rig.disk.write({ a: '' });
    const lines = ['code 0', 'places 0', 'output 4 101.5'];
    await rig.nodeEnds('t', { lines }).says('t', ENDED).pass(1_000);
    expect(rig.ended).toEqual([]);
    rig.disk.write({ a: 'made' });
    await rig.pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });

  test('is a failure of the machine if the file stays shorter', async () => {
    const outputs = [{ path: 'a', type: 'file' }] as const;
    const rig = await running({ verify: { outputs, latencyWaitMs: 2_000 } });
    rig.disk.write({ a: '' });
    const lines = ['code 0', 'places 0', 'output 4 101.5'];
    await rig.nodeEnds('t', { lines }).says('t', ENDED).pass(4_000);
    expect(rig.outcome('t')).toMatchObject({
      cause: 'node',
      detail: 'output `a` has 0 bytes here, and had 4 where it was made',
    });
  });
});

describe('a job that the system does not know', () => {
  test('is waited for, since it may not have heard of it yet', async () => {
    const rig = await new BatchRig().begin();
    await rig.launch(job('t'));
    await rig.pass(TIMING.unknownMs - 1_000);
    expect(rig.ended).toEqual([]);
    await rig.says('t', RUNNING).pass(60_000);
    expect(rig.ended).toEqual([]);
  });

  test('and that never began, is lost and dead', async () => {
    const rig = await new BatchRig().begin();
    await rig.launch(job('t'));
    await rig.pass(TIMING.unknownMs + 1_000);
    expect(rig.outcome('t')).toEqual({
      kind: 'lost',
      detail: 'batch no longer knows it, and it never began',
      isDead: true,
    });
  });

  test('and that began, is lost and may live', async () => {
    const rig = await running();
    rig.states.clear();
    await rig.pass(TIMING.unknownMs + 1_000);
    expect(rig.outcome('t')).toEqual({
      kind: 'lost',
      detail: 'batch no longer knows it, though it began: it may still run',
      isDead: false,
    });
  });
});
