import { type JobGraph, type JobId, NO_JOB } from '../graph/job-graph.ts';

/** How long jobs are thought to take, by job; any unit. */
export type Durations = Float64Array;

/**
 * How long it takes, at the least, from the start of a job to the end of all that waits for it:
 * its longest path through the graph, by job. Only jobs that count make a path longer, and only
 * theirs mean anything.
 *
 * The usual priority of list scheduling (Graham 1969; "critical path" or "HLF" rule).
 */
export function longestPaths(
  graph: JobGraph,
  durations: Durations,
  counts: (job: JobId) => boolean,
): Float64Array {
  const { order, inputStart, inputFile, producer, jobCount } = graph;
  const paths = new Float64Array(jobCount);
  for (let place = jobCount - 1; place >= 0; place -= 1) {
    const job = order[place] ?? NO_JOB;
    if (!counts(job)) continue;
    // What waits for the job stands after it in the order, and has left its path here.
    const path = (paths[job] ?? 0) + (durations[job] ?? 0);
    paths[job] = path;
    const end = inputStart[job + 1] ?? 0;
    for (let at = inputStart[job] ?? 0; at < end; at += 1) {
      const maker = producer[inputFile[at] ?? 0] ?? NO_JOB;
      if (maker !== NO_JOB && path > (paths[maker] ?? 0)) paths[maker] = path;
    }
  }
  return paths;
}
