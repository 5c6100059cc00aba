import { dependentsOf } from './graph-views.ts';
import type { JobGraph } from './job-graph.ts';

/**
 * Every job after the jobs that it needs (Kahn, 1962): first those that need none, by number.
 * Shorter than the graph if there is a cycle: what is left out is in one or depends on one.
 */
export function topologicalOrder(
  graph: Pick<JobGraph, 'jobCount' | 'inputStart' | 'inputFile' | 'producer'>,
): Int32Array {
  const { jobCount } = graph;
  const dependents = dependentsOf(graph);
  const missing = new Int32Array(jobCount);
  for (const job of dependents.job) missing[job] = (missing[job] ?? 0) + 1;
  const order = new Int32Array(jobCount);
  let count = 0;
  for (let job = 0; job < jobCount; job++) if (missing[job] === 0) order[count++] = job;
  for (let next = 0; next < count; next++) {
    const job = order[next] ?? 0;
    const end = dependents.start[job + 1] ?? 0;
    for (let at = dependents.start[job] ?? 0; at < end; at++) {
      const dependent = dependents.job[at] ?? 0;
      const left = (missing[dependent] ?? 0) - 1;
      missing[dependent] = left;
      if (left === 0) order[count++] = dependent;
    }
  }
  return order.subarray(0, count);
}
