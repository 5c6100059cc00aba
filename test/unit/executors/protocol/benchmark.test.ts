import { expect, test } from 'vitest';
import { benchmarkText } from '../../../../src/executors/protocol/benchmark.ts';

test('a benchmark has the columns of Snakemake, in seconds, MiB and percent of a core', () => {
  const usage = { peakRssMib: 12.345, cpuS: 7322.5, readMib: 1, writtenMib: 0.004 };
  expect(benchmarkText({ durationMs: 3_661_250, usage })).toBe(
    's\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n' +
      '3661.2500\t1:01:01\t12.35\tNA\tNA\tNA\t1.00\t0.00\t200.00\t7322.50\n',
  );
});

test('of a job that nobody looked at only the time is known', () => {
  const [, row] = benchmarkText({ durationMs: 59_999.9, usage: undefined }).split('\n');
  expect(row).toBe(`59.9999\t0:00:59${'\tNA'.repeat(8)}`);
  expect(benchmarkText({ durationMs: 0, usage: { cpuS: 0 } }).split('\n')[1]).toBe(
    `0.0000\t0:00:00${'\tNA'.repeat(6)}\tNA\t0.00`,
  );
});
