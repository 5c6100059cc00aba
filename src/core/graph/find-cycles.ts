import { findKnots } from './find-knots.ts';
import { dependenciesOf, type JobLists } from './graph-views.ts';
import { IntColumn } from './int-column.ts';
import { type JobGraph, type JobId, NO_JOB } from './job-graph.ts';

/**
 * One ring of jobs for every knot of jobs that need one another: each job needs the next, the
 * last needs the first. It starts with the knot's smallest number and is the shortest through it.
 * `order` holds the jobs that are in no ring and depend on none.
 */
export function findCycles(
  graph: Pick<JobGraph, 'jobCount' | 'inputStart' | 'inputFile' | 'producer'>,
  order: Int32Array,
): JobId[][] {
  const needs = dependenciesOf(graph);
  const isOrdered = new Uint8Array(graph.jobCount);
  for (const job of order) isOrdered[job] = 1;
  const knot = findKnots(needs, isOrdered);
  const isDone = new Set<number>();
  const rings: JobId[][] = [];
  const askedBy = new Int32Array(graph.jobCount).fill(NO_JOB);
  knot.forEach((number, job) => {
    if (isOrdered[job] === 1 || isDone.has(number)) return;
    isDone.add(number);
    const ring = shortestRing(job, { needs, knot, askedBy });
    if (ring !== undefined) rings.push(ring);
  });
  return rings;
}

interface Knots {
  readonly needs: JobLists;
  readonly knot: Int32Array;
  /** By job, who led there; each knot is searched once, so it needs no clearing. */
  readonly askedBy: Int32Array;
}

/** Undefined for a job that is alone and does not need itself. */
function shortestRing(first: JobId, { needs, knot, askedBy }: Knots): JobId[] | undefined {
  const queue = new IntColumn();
  queue.push(first);
  for (let next = 0; next < queue.length; next++) {
    const job = queue.at(next) ?? NO_JOB;
    const end = needs.start[job + 1] ?? 0;
    for (let at = needs.start[job] ?? 0; at < end; at++) {
      const needed = needs.job[at] ?? NO_JOB;
      if (needed === first) return wayTo(job, first, askedBy);
      if (knot[needed] !== knot[first] || askedBy[needed] !== NO_JOB) continue;
      askedBy[needed] = job;
      queue.push(needed);
    }
  }
  return undefined;
}

function wayTo(last: JobId, first: JobId, askedBy: Int32Array): JobId[] {
  const way = [last];
  for (let job = last; job !== first; ) {
    job = askedBy[job] ?? first;
    way.push(job);
  }
  return way.toReversed();
}
