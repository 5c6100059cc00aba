import type { JobId } from '../../src/core/graph/job-graph.ts';
import type { Dependency, Submission, SubmittedArray } from '../../src/core/submit/submission.ts';

/** What became of a job: it succeeded, failed, or could never start. */
export type Fate = 'succeeded' | 'failed' | 'ended-unstarted';

/**
 * What a batch system makes of a submission, task by task: a task starts when its dependencies hold, and
 * is ended when they never can. `fails` says of which jobs the command fails.
 */
export function playSubmission(
  { arrays }: Submission,
  fails: (job: JobId) => boolean,
): ReadonlyMap<JobId, Fate> {
  const fates = new Map<JobId, Fate>();
  // By array, then by index; a join has the index 0 alone.
  const byTask: Map<number, Fate>[] = [];
  for (const array of arrays) {
    const own = new Map<number, Fate>();
    for (const { index, job } of tasksOf(array)) {
      const canStart = array.dependencies.every((it) => holds(it, index, byTask));
      const isFailing = job !== undefined && fails(job);
      const fate = canStart ? (isFailing ? 'failed' : 'succeeded') : 'ended-unstarted';
      own.set(index, fate);
      if (job !== undefined) fates.set(job, fate);
    }
    byTask.push(own);
  }
  return fates;
}

/** Everything that is waited for stands before, so it has a fate. */
function holds(
  dependency: Dependency,
  index: number,
  byTask: readonly ReadonlyMap<number, Fate>[],
): boolean {
  const tasks = byTask[dependency.array];
  if (tasks === undefined) throw new Error('waits for what is not submitted yet');
  const at = dependency.kind === 'aftercorr' ? index : dependency.index;
  const fates = at === undefined ? Array.from(tasks.values()) : [tasks.get(at)];
  if (fates.length === 0 || fates.includes(undefined)) throw new Error('waits for no task');
  return dependency.kind === 'afterany' || fates.every((fate) => fate === 'succeeded');
}

function tasksOf({ tasks }: SubmittedArray): readonly { index: number; job: JobId | undefined }[] {
  return tasks.length === 0 ? [{ index: 0, job: undefined }] : tasks;
}
