import { describe, expect, test } from 'vitest';
import type { JobSpec } from '../../../../src/ports/job-spec.ts';
import { BatchRig, ENDED, RUNNING, TIMING } from '../../../rigs/batch-rig.ts';
import { jobSpec } from '../job-spec.ts';

function job(token: string, changes: Partial<JobSpec> = {}): JobSpec {
  return jobSpec({ token, ...changes });
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
