import type { JobLists } from './graph-views.ts';
import { IntColumn } from './int-column.ts';

const NO_KNOT = -1;

/**
 * Numbers the strongly connected components of the jobs that are not left out (-1 for those; Tarjan, 1972, with
 * a stack of its own): jobs with the same number need one another, directly or not.
 */
export function findKnots(needs: JobLists, isLeftOut: Uint8Array): Int32Array {
  const jobCount = isLeftOut.length;
  const knot = new Int32Array(jobCount).fill(NO_KNOT);
  /** When a job was first met, from 1; and the earliest open job that it leads to. */
  const met = new Int32Array(jobCount);
  const low = new Int32Array(jobCount);
  const nextEdge = needs.start.slice(0, jobCount);
  const open = new IntColumn();
  const path = new IntColumn();
  let time = 0;
  let knotCount = 0;

  const enter = (job: number): void => {
    time += 1;
    met[job] = time;
    low[job] = time;
    open.push(job);
    path.push(job);
  };
  const lower = (job: number, to: number): void => {
    low[job] = Math.min(low[job] ?? 0, to);
  };
  const leave = (job: number): void => {
    path.pop();
    const parent = path.at(path.length - 1);
    if (parent !== undefined) lower(parent, low[job] ?? 0);
    if (low[job] !== met[job]) return;
    let member = open.pop();
    while (member !== undefined) {
      knot[member] = knotCount;
      if (member === job) break;
      member = open.pop();
    }
    knotCount += 1;
  };

  for (let root = 0; root < jobCount; root++) {
    if (met[root] !== 0 || isLeftOut[root] === 1) continue;
    enter(root);
    for (let job = path.at(0); job !== undefined; job = path.at(path.length - 1)) {
      const at = nextEdge[job] ?? 0;
      if (at === needs.start[job + 1]) {
        leave(job);
        continue;
      }
      nextEdge[job] = at + 1;
      const needed = needs.job[at] ?? 0;
      if (isLeftOut[needed] === 1) continue;
      if (met[needed] === 0) enter(needed);
      else if (knot[needed] === NO_KNOT) lower(job, met[needed] ?? 0);
    }
  }
  return knot;
}
