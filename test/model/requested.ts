import type { JobSpec, RunStep } from './history.ts';
import type { World } from './world.ts';

/** What a run is asked for, and the jobs that it takes. */
export interface Requested {
  readonly files: readonly string[];
  /** Jobs without outputs, which no file can stand for. */
  readonly jobs: readonly JobSpec[];
  /** Each after those that make its inputs. */
  readonly needed: readonly JobSpec[];
  /** The rule that `force` names. */
  readonly forcedRule: string | undefined;
}

export function requestedBy({ targets, force }: RunStep, { jobs }: World): Requested {
  const outputs = jobs.flatMap((job) => job.outputs.map(({ file }) => file));
  const read = new Set(jobs.flatMap((job) => job.inputs.map(({ file }) => file)));
  const isAll = targets.length === 0 || outputs.length === 0;
  const files = isAll
    ? outputs.filter((file) => !read.has(file))
    : new Set(targets.map((number) => outputs[number % outputs.length] ?? ''));
  const targetJobs = isAll ? jobs.filter((job) => job.outputs.length === 0) : [];
  const needed = neededFor(jobs, new Set(files), new Set(targetJobs));
  const forced = typeof force === 'object' ? jobs[force.job % jobs.length] : undefined;
  return { files: [...files], jobs: targetJobs, needed, forcedRule: forced?.name };
}

function neededFor(
  jobs: readonly JobSpec[],
  files: Set<string>,
  targetJobs: ReadonlySet<JobSpec>,
): JobSpec[] {
  return jobs
    .toReversed()
    .filter((job) => {
      const isNeeded = targetJobs.has(job) || job.outputs.some(({ file }) => files.has(file));
      if (isNeeded) for (const { file } of job.inputs) files.add(file);
      return isNeeded;
    })
    .toReversed();
}
