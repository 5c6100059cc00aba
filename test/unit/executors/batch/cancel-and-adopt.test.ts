import { describe, expect, test } from 'vitest';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { BatchRig, ENDED, QUEUED, RUNNING, runningRig, TIMING } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

function job(token: string, changes: Partial<JobSpec> = {}): JobSpec {
  return jobSpec({ token, ...changes });
}

async function running(changes: Partial<JobSpec> = {}): Promise<BatchRig> {
  return await runningRig(job('t', changes));
}

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
    rig
      .says('t', ENDED)
      .nodeBegins('t')
      .nodeEnds('t', { lines: ['code 9'] });
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
  await rig
    .nodeEnds('t', { lines: ['code 143', 'interrupted TERM'] })
    .says('t', { state: 'ended', end, raw: 'CA' })
    .pass(1_000);
  expect(isClosed).toBe(true);
  expect(rig.broken).toEqual([]);
});
