import { expect, test } from 'vitest';
import { observationOf, type SlurmRow } from '../../../../src/executors/slurm/slurm-state.ts';

function row(state: string, changes: Partial<SlurmRow> = {}): SlurmRow {
  return { id: '1', state, code: 0, signal: 0, node: '', name: 'a.t', reason: 'None', ...changes };
}

function saidOf(state: string, changes: Partial<SlurmRow> = {}): unknown {
  const observation = observationOf(row(state, changes));
  return observation.state === 'ended' ? observation.end : observation.state;
}

test.each<[state: string, changes: Partial<SlurmRow>, said: unknown]>([
  ['COMPLETED', {}, { kind: 'exited', code: 0 }],
  ['FAILED', { code: 3 }, { kind: 'exited', code: 3 }],
  ['FAILED', { signal: 9 }, { kind: 'signalled', signal: 'SIGKILL' }],
  ['FAILED', { signal: 11 }, { kind: 'signalled', signal: 'SIGSEGV' }],
  ['TIMEOUT', {}, { kind: 'timed-out' }],
  ['DEADLINE', {}, { kind: 'timed-out' }],
  ['OUT_OF_MEMORY', { signal: 125 }, { kind: 'out-of-memory' }],
  ['NODE_FAIL', {}, { kind: 'node-failed' }],
  ['BOOT_FAIL', {}, { kind: 'node-failed' }],
  ['PREEMPTED', {}, { kind: 'preempted' }],
  ['CANCELLED', {}, { kind: 'cancelled' }],
  ['REVOKED', {}, { kind: 'cancelled' }],
])('%s %j has ended', (state, changes, said) => {
  expect(saidOf(state, changes)).toEqual(said);
});

test.each([
  ['PENDING', 'queued'],
  ['CONFIGURING', 'queued'],
  ['REQUEUED', 'queued'],
  ['REQUEUE_FED', 'queued'],
  ['RUNNING', 'running'],
  // Its processes may still write.
  ['COMPLETING', 'running'],
  ['SUSPENDED', 'running'],
  ['STAGE_OUT', 'running'],
  ['SPECIAL_EXIT', 'held'],
  ['REQUEUE_HOLD', 'held'],
])('%s has not ended', (state, said) => {
  expect(saidOf(state)).toBe(said);
});

test.each(['CANCELLED by 30065', 'CANCELLED+', 'CANCEL+'])('%s is CANCELLED', (state) => {
  expect(saidOf(state)).toEqual({ kind: 'cancelled' });
});

test('names that were cut off are told by what is left of them', () => {
  expect(saidOf('OUT_OF_ME+')).toEqual({ kind: 'out-of-memory' });
  expect(saidOf('COMPLETI+')).toBe('running');
  expect(saidOf('NODE_FA+')).toEqual({ kind: 'node-failed' });
});

test('a state that nobody has heard of is no end', () => {
  expect(observationOf(row('ENTANGLED', { node: 'n1' }))).toEqual({
    state: 'running',
    raw: 'ENTANGLED',
    node: 'n1',
  });
});

test('a held job says what lets it start, and a job that SLURM itself holds that it does', () => {
  expect(observationOf(row('PENDING', { id: '7_3', reason: 'JobHeldUser' }))).toEqual({
    state: 'held',
    raw: 'PENDING (JobHeldUser)',
    remedy: '`scontrol release 7_3` lets it start, `scancel 7_3` gives it up',
  });
  expect(
    observationOf(row('REQUEUE_HOLD', { reason: 'job requeued in held state' })),
  ).toMatchObject({
    remedy: '`scontrol release 1` lets it start, `scancel 1` gives it up',
  });
  expect(observationOf(row('PENDING', { reason: 'DependencyNeverSatisfied' }))).toMatchObject({
    state: 'held',
    remedy: '`scontrol show job 1` tells more, `scancel 1` gives it up',
  });
  for (const reason of ['launch failed requeued held', 'JobHoldMaxRequeue']) {
    expect(observationOf(row('PENDING', { reason }))).toEqual({
      state: 'held',
      raw: `PENDING (${reason})`,
      bySystem: true,
    });
  }
});

test.each([
  ['JobHeldUser', 'held'],
  ['launch failed requeued held', 'held'],
  ['PartitionTimeLimit', 'held'],
  ['Priority', 'queued'],
  ['AssocGrpGRES', 'queued'],
  ['ReqNodeNotAvail, UnavailableNodes:gpu3', 'queued'],
  ['BeginTime', 'queued'],
])('a job that waits because of %s is %s', (reason, said) => {
  expect(observationOf(row('PENDING', { reason }))).toMatchObject({
    state: said,
    raw: `PENDING (${reason})`,
  });
});
