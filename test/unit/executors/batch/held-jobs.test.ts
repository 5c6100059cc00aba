import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../../src/executors/batch/batch-system.ts';
import { BatchRig, ENDED, QUEUED, RUNNING, TIMING } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

const BY_SYSTEM: Observation = { state: 'held', raw: 'PD (launch failed)', bySystem: true };
const BY_PERSON: Observation = { state: 'held', raw: 'PD (held)', remedy: '`let t go` starts it' };
const GONE: Observation = { state: 'ended', end: { kind: 'cancelled' }, raw: 'CA' };

async function heldRig(said: Observation, tokens = ['t']): Promise<BatchRig> {
  const rig = await new BatchRig().begin();
  for (const token of tokens) rig.says(token, said);
  return await rig.launch(...tokens.map((token) => jobSpec({ token, label: `align ${token}` })));
}

describe('a job that the system could not start, and holds', () => {
  test('is waited for a while, then given up, and is a failure of the machine', async () => {
    const rig = await heldRig(BY_SYSTEM);
    await rig.pass(TIMING.heldMs - 500);
    expect(rig.cancelled).toEqual([]);
    await rig.pass(1_000);
    expect(rig.cancelled).toEqual([{ ids: ['id t'], how: 'at-once' }]);
    expect(rig.ended, 'it may begin until its end is confirmed').toEqual([]);
    await rig.says('t', GONE).pass(500);
    expect(rig.outcome('t')).toMatchObject({
      kind: 'failed',
      cause: 'node',
      detail: 'batch could not start it, and held it in its queue: PD (launch failed)',
    });
    expect(rig.warned).toEqual([]);
  });

  test('is given up, too, where the system no longer knows it then', async () => {
    const rig = await heldRig(BY_SYSTEM);
    await rig.pass(TIMING.heldMs + 500);
    rig.states.clear();
    await rig.pass(500);
    expect(rig.outcome('t')).toMatchObject({ kind: 'failed', cause: 'node' });
  });

  test('and is let go in time goes on', async () => {
    const rig = await heldRig(BY_SYSTEM);
    await rig.pass(TIMING.heldMs - 500);
    await rig.says('t', RUNNING).nodeBegins('t').pass(TIMING.heldMs);
    await rig.nodeEnds('t').says('t', ENDED).pass(500);
    expect(rig.outcome('t')?.kind).toBe('succeeded');
    expect(rig.cancelled).toEqual([]);
  });

  test('is cancelled where the user wants that meanwhile', async () => {
    const rig = await heldRig(BY_SYSTEM);
    await rig.pass(TIMING.heldMs + 500);
    void rig.executor.cancel(['t'], 'gently');
    await rig.says('t', GONE).pass(500);
    expect(rig.outcome('t')).toEqual({ kind: 'cancelled' });
  });
});

describe('jobs that a person holds', () => {
  test('are waited for, and told once: together, where the same is said of them', async () => {
    const rig = await heldRig(BY_PERSON, ['t', 'u', 'v']);
    await rig.pass(10 * TIMING.heldMs);
    expect([rig.cancelled, rig.ended]).toEqual([[], []]);
    expect(rig.warned).toEqual([
      {
        code: 'held-in-queue',
        kind: 'environment',
        severity: 'warning',
        title:
          '`align t`, and 2 more, are held in the queue of batch, and do not start by themselves',
        spans: [],
        facts: [
          ['job', 'id t'],
          ['batch says', 'PD (held)'],
        ],
        hint: '`let t go` starts it',
      },
    ]);
  });

  test('are told what the system says of them, and nothing when they run', async () => {
    const rig = await heldRig(BY_PERSON);
    await rig.pass(500);
    expect(rig.executor.whyQueued?.('t')).toBe('PD (held)');
    expect(rig.warned.map(({ title }) => title)).toEqual([
      '`align t` is held in the queue of batch, and does not start by itself',
    ]);
    await rig.says('t', QUEUED).pass(500);
    expect(rig.executor.whyQueued?.('t')).toBe('PD');
    await rig.says('t', RUNNING).pass(500);
    expect(rig.executor.whyQueued?.('t')).toBeUndefined();
    expect(rig.executor.whyQueued?.('no such')).toBeUndefined();
  });
});
