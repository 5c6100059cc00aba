import { expect, test } from 'vitest';
import { idsOf } from '../../../../src/executors/slurm/slurm-ids.ts';
import {
  parseSacct,
  parseSqueue,
  parseSubmitted,
  SQUEUE_FORMAT,
} from '../../../../src/executors/slurm/slurm-rows.ts';

/** As `squeue -O` pads its columns. */
function squeueLine(...fields: readonly string[]): string {
  const widths = [...SQUEUE_FORMAT.matchAll(/:(\d+)/gu)].map(([, width]) => Number(width));
  return fields.map((field, index) => field.padEnd(widths[index] ?? 0)).join('');
}

test('rows of squeue have code and signal as `wait` tells them', () => {
  const text = [
    squeueLine('10_2', 'PENDING', '0', '', 'part.run.3.1', 'JobArrayTaskLimit'),
    squeueLine('9', 'FAILED', '768', 'gpu2', 'part|odd.run.4.1', 'NonZeroExitCode'),
    squeueLine('8', 'FAILED', '9', 'gpu1', 'part.run.5.1', 'JobLaunchFailure'),
    '',
  ].join('\n');
  expect(parseSqueue(text)).toEqual([
    {
      id: '10_2',
      state: 'PENDING',
      code: 0,
      signal: 0,
      node: '',
      name: 'part.run.3.1',
      reason: 'JobArrayTaskLimit',
    },
    {
      id: '9',
      state: 'FAILED',
      code: 3,
      signal: 0,
      node: 'gpu2',
      name: 'part|odd.run.4.1',
      reason: 'NonZeroExitCode',
    },
    {
      id: '8',
      state: 'FAILED',
      code: 0,
      signal: 9,
      node: 'gpu1',
      name: 'part.run.5.1',
      reason: 'JobLaunchFailure',
    },
  ]);
});

test('rows of sacct have their names last, whatever is in them', () => {
  const text = '24|CANCELLED by 0|0:0|None assigned|a|b\n25_1|FAILED|3:0|gpu1|part.run.1.1\n';
  expect(parseSacct(text)).toEqual([
    {
      id: '24',
      state: 'CANCELLED by 0',
      code: 0,
      signal: 0,
      node: '',
      name: 'a|b',
      reason: '',
    },
    {
      id: '25_1',
      state: 'FAILED',
      code: 3,
      signal: 0,
      node: 'gpu1',
      name: 'part.run.1.1',
      reason: '',
    },
  ]);
});

test.each([
  ['57\n', '57'],
  ['57;cluster\n', '57'],
  ['Welcome to node 7\n*** 12 messages\n57\n', '57'],
  ['Submitted batch job 57 on cluster X\n', undefined],
  ['', undefined],
])('the id in %j is %s', (out, id) => {
  expect(parseSubmitted(out)).toBe(id);
});

test('ids are of one job, of a task, or of several', () => {
  expect(idsOf('57')).toEqual(['57', 'one']);
  expect(idsOf('57_3')).toEqual(['57', new Set([3])]);
  expect(idsOf('57_[0,2-4%2]')).toEqual(['57', new Set([0, 2, 3, 4])]);
  expect(idsOf('lost:run.1.1')).toBeUndefined();
  expect(idsOf('57.batch')).toBeUndefined();
});
