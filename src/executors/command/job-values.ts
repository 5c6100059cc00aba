import { createHash } from 'node:crypto';
import type { JobSpec } from '../../ports/job-spec.ts';
import type { BatchJob } from '../batch/batch-system.ts';
import type { CommandLines } from './command-lines.ts';
import type { LineValues } from './line-template.ts';

/** The command that hands a job over. */
export function submitLine({ spec, script }: BatchJob, lines: CommandLines): string {
  const values = valuesOf(spec, script);
  const parts = Array.from(lines.options, ([name, template]) =>
    asksFor(name, spec) ? [template.render({ ...customOf(spec), ...values })] : [],
  );
  return lines.submit.render({ ...values, options: { raw: parts.flat().join(' ') } });
}

/** What the system calls the job: 15 characters, as some take no more, and of this attempt alone. */
export function jobName(token: string): string {
  const digest = createHash('sha256').update(token).digest('hex').slice(0, 10);
  return `flow-${digest}`;
}

function valuesOf(spec: JobSpec, script: string): LineValues {
  const { threads, gpus, memMib, diskMib, gpuMemMib, timeS } = spec.resources;
  const seconds = timeS === undefined ? undefined : Math.ceil(timeS);
  return {
    script,
    name: jobName(spec.token),
    output: script.replace(/\.sh$/u, '.out'),
    directory: spec.workingDirectory,
    label: spec.label,
    rule: spec.rule,
    threads: whole(Math.max(1, threads)),
    gpus: String(gpus),
    mem_mib: whole(memMib),
    disk_mib: whole(diskMib),
    gpu_mem_mib: whole(gpuMemMib),
    time_s: whole(seconds),
    time_min: whole(seconds === undefined ? undefined : seconds / 60),
    time_hms: seconds === undefined ? '' : hms(seconds),
  };
}

function customOf({ resources: { custom } }: JobSpec): LineValues {
  return Object.fromEntries(Object.entries(custom).map(([name, it]) => [name, String(it)]));
}

function asksFor(name: string, { resources }: JobSpec): boolean {
  switch (name) {
    case 'threads':
      return resources.threads > 1;
    case 'gpus':
      return resources.gpus > 0;
    case 'mem':
      return resources.memMib !== undefined;
    case 'disk':
      return resources.diskMib !== undefined;
    case 'gpuMem':
      return resources.gpuMemMib !== undefined;
    case 'time':
      return resources.timeS !== undefined;
    default:
      return Object.hasOwn(resources.custom, name);
  }
}

function whole(amount: number | undefined): string {
  return amount === undefined ? '' : String(Math.ceil(amount));
}

function two(count: number): string {
  return String(count).padStart(2, '0');
}

function hms(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return [two(hours), two(Math.floor(seconds / 60) % 60), two(seconds % 60)].join(':');
}
