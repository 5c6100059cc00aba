import { expect, test } from 'vitest';
import {
  jobEnvironment,
  ownEnvironment,
} from '../../../../src/executors/protocol/job-environment.ts';
import { jobSpec } from '../job-spec.ts';

test('a job has its marks, whatever its spec says', () => {
  const environment = { FLOW_JOB_TOKEN: 'mine', FLOW_RUN_ID: 'mine', A: 'a' };
  expect(jobEnvironment(jobSpec({ environment }), { hidesGpus: false })).toMatchObject({
    FLOW_JOB_TOKEN: 'token-1',
    FLOW_RUN_ID: 'run-1',
    A: 'a',
  });
});

test.each([
  [3, '3'],
  [2.5, '2'],
  [0.5, '1'],
  [0, '1'],
])('with %d threads, libraries start %s', (threads, count) => {
  const { resources } = jobSpec();
  const environment = jobEnvironment(jobSpec({ resources: { ...resources, threads } }), {
    hidesGpus: false,
  });
  expect(environment).toMatchObject({ OMP_NUM_THREADS: count, OPENBLAS_NUM_THREADS: count });
});

test('cards are named only to jobs that were given some, or hidden where flow gives them out', () => {
  const given = jobEnvironment(jobSpec({ gpus: ['0', '3'] }), { hidesGpus: true });
  expect(given).toMatchObject({ CUDA_VISIBLE_DEVICES: '0,3', CUDA_DEVICE_ORDER: 'PCI_BUS_ID' });
  expect(jobEnvironment(jobSpec(), { hidesGpus: true })).toHaveProperty('CUDA_VISIBLE_DEVICES', '');
  expect(jobEnvironment(jobSpec(), { hidesGpus: false })).not.toHaveProperty(
    'CUDA_VISIBLE_DEVICES',
  );
});

test('where flow runs inside of a job, its jobs bear the tokens of all jobs around them', () => {
  expect(ownEnvironment({ A: 'a', B: undefined })).toEqual({ A: 'a' });
  const inner = ownEnvironment({ FLOW_JOB_TOKEN: 'one' });
  expect(inner['FLOW_OUTER_JOB_TOKENS']).toBe('one');
  const innermost = ownEnvironment({ ...inner, FLOW_JOB_TOKEN: 'two' });
  expect(innermost['FLOW_OUTER_JOB_TOKENS']).toBe('one two');
});
