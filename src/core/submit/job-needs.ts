import { FINAL_EDGE, type JobGraph, type JobId, NO_JOB } from '../graph/job-graph.ts';

/** What a job waits for among the jobs that are submitted. */
export interface JobNeeds {
  /** Have to succeed. */
  readonly ok: readonly JobId[];
  /** Have to end, in whatever way. */
  readonly any: readonly JobId[];
}

/** Each need once, in ascending order; one that has to succeed is not also one that has to end. */
export function needsOf(graph: JobGraph, job: JobId, isSubmitted: IsSubmitted): JobNeeds {
  const { inputStart, inputFile, inputEdge, producer } = graph;
  const ok = new Set<JobId>();
  const any = new Set<JobId>();
  const end = inputStart[job + 1] ?? 0;
  for (let at = inputStart[job] ?? 0; at < end; at += 1) {
    const maker = producer[inputFile[at] ?? 0] ?? NO_JOB;
    if (maker === NO_JOB || maker === job || !isSubmitted(maker)) continue;
    (inputEdge[at] === FINAL_EDGE ? any : ok).add(maker);
  }
  return { ok: inOrder(ok), any: inOrder(any).filter((need) => !ok.has(need)) };
}

function inOrder(jobs: Iterable<JobId>): JobId[] {
  return Array.from(jobs).toSorted((a, b) => a - b);
}

export type IsSubmitted = (job: JobId) => boolean;

/** Submitted jobs by the length of the longest chain of submitted jobs before them. */
export function jobsByLevel(graph: JobGraph, isSubmitted: IsSubmitted): readonly JobId[][] {
  const levelOf = new Int32Array(graph.jobCount);
  const levels: JobId[][] = [];
  for (let place = 0; place < graph.jobCount; place += 1) {
    const job = graph.order[place] ?? NO_JOB;
    if (!isSubmitted(job)) continue;
    let level = 0;
    const { ok, any } = needsOf(graph, job, isSubmitted);
    for (const need of ok) level = Math.max(level, (levelOf[need] ?? 0) + 1);
    for (const need of any) level = Math.max(level, (levelOf[need] ?? 0) + 1);
    levelOf[job] = level;
    (levels[level] ??= []).push(job);
  }
  return levels;
}
