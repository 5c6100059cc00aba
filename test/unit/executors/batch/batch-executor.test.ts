import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../../src/executors/batch/batch-system.ts';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { BatchRig, TIMING } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

const RUNNING: Observation = { state: 'running', raw: 'R' };
const QUEUED: Observation = { state: 'queued', raw: 'PD' };
const ENDED: Observation = { state: 'ended', end: { kind: 'exited', code: 0 }, raw: 'CD' };

function job(token: string, changes: Partial<JobSpec> = {}): JobSpec {
  return jobSpec({ token, ...changes });
}

const WITH_OUTPUT: Partial<JobSpec> = {
  verify: { outputs: [{ path: 'a', type: 'file' }], latencyWaitMs: 0 },
};

async function running(changes: Partial<JobSpec> = {}): Promise<BatchRig> {
  const rig = await new BatchRig().begin();
  rig.says('t', RUNNING);
  await rig.launch(job('t', changes));
  return await rig.nodeBegins('t').pass(500);
}

describe('handing over', () => {
  test('what is launched within a moment is handed over together, each once', async () => {
    const rig = await new BatchRig().begin();
    rig.executor.launch([job('a')]);
    await rig.pass(50);
    rig.executor.launch([job('b'), job('c')]);
    await rig.pass(5_000);
    expect(rig.submitted.flat().toSorted()).toEqual(['a', 'b', 'c']);
    expect(rig.submitted.length).toBeLessThan(3);
  });

  test('what is refused fails, and the others go on', async () => {
    const rig = await new BatchRig().begin();
    rig.answer = ({ spec }) =>
      spec.token === 'a'
        ? { kind: 'refused', detail: 'Invalid partition name specified' }
        : { kind: 'accepted', id: '1' };
    await rig.launch(job('a'), job('b'));
    expect(rig.outcome('a')).toEqual({
      kind: 'failed',
      cause: 'start',
      detail: 'batch refused it: Invalid partition name specified',
      exitCode: undefined,
      lastLines: [],
    });
    expect(rig.outcome('b')).toBeUndefined();
  });

  test('where the system is busy, it is tried again, less and less often', async () => {
    const rig = await new BatchRig().begin();
    rig.answer = () => ({ kind: 'busy', detail: 'AssocMaxSubmitJobLimit' });
    await rig.launch(job('t'));
    const after: number[] = [];
    for (let second = 0; second < 16; second += 1) {
      await rig.pass(1_000);
      after.push(rig.submitted.length);
    }
    expect(after.slice(0, 12)).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]);
    expect(rig.outcome('t')).toBeUndefined();
    rig.answer = undefined;
    await rig.pass(4_000);
    await rig.says('t', RUNNING).pass(10_000);
    expect(rig.submitted.length).toBe((after.at(-1) ?? 0) + 1);
  });

  test('a job whose inputs are missing is not handed over', async () => {
    const rig = await new BatchRig().begin();
    const inputs = [{ path: 'gone', isFingerprinted: true, isOptional: false, known: undefined }];
    await rig.launch(job('t', { prepare: { ...jobSpec().prepare, inputs } }));
    expect(rig.submitted).toEqual([]);
    expect(rig.outcome('t')).toMatchObject({ cause: 'start', detail: 'input `gone` is missing' });
  });

  test('spec, script and id are on the disk', async () => {
    const rig = await new BatchRig().begin();
    await rig.launch(job('t'));
    const files = Object.keys(rig.disk.files('.flow/runs/run-1/attempts/0'));
    const names = files.map((path) => path.slice(path.lastIndexOf('/') + 1));
    expect(names.map((name) => name.replace(String(process.pid), 'PID')).toSorted()).toEqual([
      't.ids.PID.1',
      't.json',
      't.sh',
    ]);
  });
});

describe('a submission whose answer was lost', () => {
  test('is found by its token, and not made again', async () => {
    const rig = await new BatchRig().begin();
    rig.failing = 'submit';
    await rig.launch(job('t'));
    rig.known.set('t', '77');
    rig.says('t', RUNNING);
    await rig.pass(20_000);
    expect(rig.submitted).toEqual([['t']]);
    await rig.nodeBegins('t').nodeEnds('t').says('t', ENDED).pass(2_000);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });

  test('is made again only when the system has not had it for a while', async () => {
    const rig = await new BatchRig().begin();
    rig.answer = () => ({ kind: 'ambiguous', detail: 'Socket timed out' });
    await rig.launch(job('t'));
    rig.answer = undefined;
    await rig.says('t', RUNNING).pass(TIMING.ambiguousMs - 500);
    expect(rig.submitted).toHaveLength(1);
    await rig.pass(1_500);
    expect(rig.submitted).toHaveLength(2);
  });

  test('is never made again while the system cannot be asked', async () => {
    const rig = await new BatchRig().begin();
    rig.answer = () => ({ kind: 'ambiguous', detail: 'Socket timed out' });
    await rig.launch(job('t'));
    rig.failing = 'find';
    await rig.pass(60_000);
    expect(rig.submitted).toHaveLength(1);
    expect(rig.ended).toEqual([]);
  });

  test('is not made again if it has begun, though the system has forgotten it', async () => {
    const rig = await new BatchRig().begin();
    rig.answer = () => ({ kind: 'ambiguous', detail: 'Socket timed out' });
    await rig.launch(job('t'));
    await rig.nodeBegins('t').pass(TIMING.ambiguousMs + 1_000);
    expect(rig.submitted).toHaveLength(1);
    await rig.nodeEnds('t').pass(TIMING.confirmMs + 1_000);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });
});

describe('the end of an attempt', () => {
  test('is told when there is a record, and the system confirms it', async () => {
    const rig = await running(WITH_OUTPUT);
    rig.disk.write({ a: 'made' });
    await rig.nodeEnds('t').pass(1_000);
    expect(rig.outcome('t')).toBeUndefined();
    await rig.says('t', ENDED).pass(500);
    expect(rig.outcome('t')).toMatchObject({ kind: 'succeeded', outputs: [{ path: 'a', size: 4 }] });
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

  test('is not told by questions that fail, however many', async () => {
    const rig = await running();
    rig.failing = 'poll';
    await rig.pass(300_000);
    expect(rig.ended).toEqual([]);
    // They become rare.
    expect(rig.pollCount).toBeLessThan(200);
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
    await rig.nodeEnds('t', { lines: ['code 1'] }).nodeBegins('t', 1).pass(TIMING.confirmMs + 500);
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

describe('cancelling', () => {
  test('keeps what was not handed over from being so', async () => {
    const rig = await new BatchRig().begin();
    rig.executor.launch([job('t')]);
    void rig.executor.cancel(['t'], 'gently');
    await rig.pass(1_000);
    expect(rig.submitted).toEqual([]);
    expect(rig.outcome('t')).toEqual({ kind: 'cancelled' });
  });

  test('is told when the system confirms it, and not before', async () => {
    const rig = await running();
    void rig.executor.cancel(['t'], 'gently');
    await rig.pass(1_000);
    expect(rig.cancelled).toEqual([{ ids: ['id t'], how: 'gently' }]);
    expect(rig.ended).toEqual([]);
    await rig.nodeEnds('t', { lines: ['code 143', 'interrupted TERM'] }).pass(500);
    expect(rig.ended).toEqual([]);
    const end = { kind: 'cancelled' } as const;
    await rig.says('t', { state: 'ended', end, raw: 'CANCELLED' }).pass(500);
    expect(rig.outcome('t')).toEqual({ kind: 'cancelled' });
  });

  test('is asked for again where nothing says that it was heard', async () => {
    const rig = await running();
    rig.failing = 'cancel';
    void rig.executor.cancel(['t'], 'gently');
    await rig.pass(3 * TIMING.cancelAgainMs);
    expect(rig.cancelled.length).toBeGreaterThanOrEqual(3);
  });

  test('of a job that had ended well by then is its success', async () => {
    const rig = await running();
    rig.nodeEnds('t');
    void rig.executor.cancel(['t'], 'gently');
    await rig.says('t', ENDED).pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
  });

  test('of a job that waits is over when the system has dropped it', async () => {
    const rig = await new BatchRig().begin();
    await rig.says('t', QUEUED).launch(job('t'));
    void rig.executor.cancel(['t'], 'gently');
    await rig.pass(500);
    expect(rig.ended).toEqual([]);
    rig.states.clear();
    await rig.pass(500);
    expect(rig.outcome('t')).toEqual({ kind: 'cancelled' });
  });
});

describe('what an earlier flow has left', () => {
  test('goes on under the id that it had', async () => {
    const before = await new BatchRig().begin();
    await before.says('t', RUNNING).launch(job('t'));
    const ids = before.disk.files('.flow');
    const rig = await new BatchRig().begin();
    rig.disk.write(ids);
    rig.executor.adopt?.([rig.frozen(job('t'))]);
    await rig.says('t', RUNNING).nodeBegins('t').pass(30_000);
    expect([rig.submitted, rig.ended]).toEqual([[], []]);
    await rig.nodeEnds('t').says('t', ENDED).pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
    expect(rig.submitted).toEqual([]);
  });

  test('is told as it has ended meanwhile', async () => {
    const rig = await new BatchRig().begin();
    rig.known.set('t', '7');
    rig.says('t', ENDED).nodeBegins('t').nodeEnds('t', { lines: ['code 9'] });
    rig.executor.adopt?.([rig.frozen(job('t'))]);
    await rig.pass(1_000);
    expect(rig.outcome('t')).toMatchObject({ kind: 'failed', exitCode: 9 });
    expect(rig.submitted).toEqual([]);
  });

  test('is handed over if it certainly never was', async () => {
    const rig = await new BatchRig().begin();
    rig.executor.adopt?.([rig.frozen(job('t'))]);
    await rig.pass(TIMING.ambiguousMs - 500);
    expect(rig.submitted).toEqual([]);
    await rig.says('t', RUNNING).pass(30_000);
    expect(rig.submitted).toEqual([['t']]);
  });

  test('can be cancelled', async () => {
    const rig = await new BatchRig().begin();
    rig.known.set('t', '7');
    rig.says('t', RUNNING).nodeBegins('t');
    rig.executor.adopt?.([rig.frozen(job('t'))]);
    void rig.executor.cancel(['t'], 'gently');
    await rig.pass(1_000);
    expect(rig.cancelled).toEqual([{ ids: ['7'], how: 'gently' }]);
  });
});

test('closing waits until everything is confirmed', async () => {
  const rig = await running();
  let isClosed = false;
  void rig.executor.close().then(() => {
    isClosed = true;
  });
  await rig.pass(1_000);
  expect(isClosed).toBe(false);
  const end = { kind: 'cancelled' } as const;
  await rig.nodeEnds('t', { lines: ['code 143', 'interrupted TERM'] }).says('t', { state: 'ended', end, raw: 'CA' }).pass(1_000);
  expect(isClosed).toBe(true);
  expect(rig.broken).toEqual([]);
});
