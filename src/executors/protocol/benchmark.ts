import type { Disk } from '../../ports/disk.ts';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { ResourceUsage } from '../../ports/resource-usage.ts';
import * as detail from './outcome-details.ts';
import type { Verdict } from './settle.ts';

/** What a command took, as far as it was seen. */
export interface Took {
  readonly durationMs: number;
  readonly usage: ResourceUsage | undefined;
}

/** Writes the benchmark of a success, if the rule asks for one; without it there is no success. */
export function writeBenchmark(
  { benchmarkFile }: JobSpec,
  took: Took,
  disk: Pick<Disk, 'replace'>,
): Verdict | undefined {
  if (benchmarkFile === undefined) return undefined;
  try {
    disk.replace(benchmarkFile, benchmarkText(took));
    return undefined;
  } catch (error) {
    return { kind: 'bad', cause: 'node', detail: detail.notWritten(error), exitCode: 0 };
  }
}

/**
 * A table of one row with the columns of Snakemake: seconds, MiB, and percent of one core. What
 * nobody has looked at, as in a job that is over in a moment, or does not measure, is `NA`.
 */
export function benchmarkText({ durationMs, usage }: Took): string {
  const seconds = durationMs / 1000;
  const { cpuS } = usage ?? {};
  const load = cpuS === undefined || seconds === 0 ? undefined : (100 * cpuS) / seconds;
  const columns: readonly (readonly [name: string, value: string])[] = [
    ['s', seconds.toFixed(4)],
    ['h:m:s', clockText(seconds)],
    ['max_rss', amount(usage?.peakRssMib)],
    ['max_vms', 'NA'],
    ['max_uss', 'NA'],
    ['max_pss', 'NA'],
    ['io_in', amount(usage?.readMib)],
    ['io_out', amount(usage?.writtenMib)],
    ['mean_load', amount(load)],
    ['cpu_time', amount(cpuS)],
  ];
  const lines = [columns.map(([name]) => name), columns.map(([, value]) => value)];
  return lines.map((fields) => `${fields.join('\t')}\n`).join('');
}

function amount(value: number | undefined): string {
  return value === undefined ? 'NA' : value.toFixed(2);
}

/** `0:01:05` */
function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes)}:${twoDigits(whole)}`;
}

function twoDigits(part: number): string {
  return String(part % 60).padStart(2, '0');
}
