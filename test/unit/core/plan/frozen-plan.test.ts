import { expect, test } from 'vitest';
import {
  type FrozenJob,
  type FrozenPlan,
  planDifferences,
} from '../../../../src/core/plan/frozen-plan.ts';

function job(id: string, change: Partial<FrozenJob> = {}): FrozenJob {
  return {
    id,
    label: `make ${id}`,
    verdict: 'run',
    rule: 'make',
    wildcards: {},
    outputs: [id],
    inputs: [],
    shape: '',
    params: {},
    command: `make ${id}`,
    code: '0',
    env: '',
    reasons: [],
    resources: {},
    needs: [],
    ...change,
  };
}

function plan(
  change: Partial<FrozenPlan> = {},
  head: Partial<FrozenPlan['head']> = {},
): FrozenPlan {
  return {
    head: {
      version: 1,
      workflow: { file: 'flow.yaml', sha256: '0' },
      workingDirectory: '/w',
      targets: ['all'],
      counts: {},
      ...head,
    },
    config: { a: { b: 1 }, c: [1] },
    jobs: [job('x'), job('y')],
    ...change,
  };
}

test('a plan does not differ from itself, nor from what is left of it', () => {
  expect(planDifferences(plan(), plan())).toEqual([]);
  const left = job('y', { verdict: 'conditional', resources: { threads: 2 } });
  expect(planDifferences(plan(), plan({ jobs: [left] }, { counts: { keep: 1 } }))).toEqual([]);
  expect(planDifferences(plan(), plan({ jobs: [] }))).toEqual([]);
});

test('a job that is not in the plan that is kept makes it another one', () => {
  expect(planDifferences(plan(), plan({ jobs: [job('x'), job('z')] }))).toEqual([
    { kind: 'new-job', label: 'make z' },
  ]);
});

test('of a job that changed it is said in what', () => {
  const changed = job('y2', { label: 'make y', outputs: ['y'], inputs: ['s'] });
  expect(planDifferences(plan(), plan({ jobs: [job('x'), changed] }))).toEqual([
    { kind: 'changed-job', label: 'make y', fields: ['inputs', 'command'] },
  ]);
});

test('another workflow, folder, list of targets or config makes it another one, key by key', () => {
  const other = plan(
    { config: { a: { b: 2 }, d: 0 } },
    { workflow: { file: 'flow.yaml', sha256: '1' }, workingDirectory: '/v', targets: [] },
  );
  expect(planDifferences(plan(), other)).toEqual([
    { kind: 'workflow', old: 'flow.yaml', new: 'flow.yaml' },
    { kind: 'directory', old: '/w', new: '/v' },
    { kind: 'targets', old: ['all'], new: [] },
    { kind: 'config', key: 'a.b', old: '1', new: '2' },
    { kind: 'config', key: 'd', old: undefined, new: '0' },
    { kind: 'config', key: 'c', old: '[1]', new: undefined },
  ]);
});
