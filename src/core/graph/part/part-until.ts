import { makersOf } from '../graph-views.ts';
import { type JobGraph, NO_JOB } from '../job-graph.ts';
import type { FileId } from '../path-table.ts';
import type { GraphPart } from './graph-part.ts';
import { markNamed, type NamedJobs } from './named-jobs.ts';
import { partTargets } from './part-targets.ts';

/**
 * `--until`: the named jobs and what they need, directly or not. What they make, as far as the
 * whole graph needs it, is what is asked for then.
 */
export function partUntil(graph: JobGraph, named: NamedJobs): GraphPart {
  const isNamed = markNamed(graph, named);
  const isKept = isNamed.slice();
  for (let place = graph.jobCount - 1; place >= 0; place--) {
    const job = graph.order[place] ?? 0;
    if (isKept[job] !== 1) continue;
    for (const maker of makersOf(graph, job)) isKept[maker] = 1;
  }
  const asked = new Set<FileId>();
  for (const file of graph.inputFile.subarray(0, graph.inputStart[graph.jobCount])) {
    const maker = graph.producer[file] ?? NO_JOB;
    if (maker !== NO_JOB && isNamed[maker] === 1) asked.add(file);
  }
  return { isKept, ...partTargets(graph, isKept, asked) };
}
