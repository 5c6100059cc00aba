import { type JobGraph, NO_JOB } from '../job-graph.ts';
import type { FileId } from '../path-table.ts';
import type { GraphPart } from './graph-part.ts';

/** What is asked for of a part: what was before, as far as it is left, and further files. */
export function partTargets(
  graph: JobGraph,
  isKept: Uint8Array,
  asked: ReadonlySet<FileId>,
): Pick<GraphPart, 'targetFiles' | 'targetJobs'> {
  const left = graph.targetFiles.filter((file) => {
    const maker = graph.producer[file] ?? NO_JOB;
    return maker === NO_JOB || isKept[maker] === 1;
  });
  return {
    targetFiles: [...new Set([...left, ...asked])],
    targetJobs: graph.targetJobs.filter((job) => isKept[job] === 1),
  };
}
