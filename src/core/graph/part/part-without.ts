import { inputsOf, makersOf } from '../graph-views.ts';
import { type JobGraph, NO_JOB } from '../job-graph.ts';
import type { FileId } from '../path-table.ts';
import type { GraphPart } from './graph-part.ts';
import { markNamed, type NamedJobs } from './named-jobs.ts';
import { partTargets } from './part-targets.ts';

/**
 * `--omit-from`: all but the named jobs and those that need them, directly or not. What is left
 * out would have read some files; those of them that can be made are asked for then.
 */
export function partWithout(graph: JobGraph, named: NamedJobs): GraphPart {
  const isLeftOut = markNamed(graph, named);
  const order = graph.order.subarray(0, graph.jobCount);
  for (const job of order) {
    for (const maker of makersOf(graph, job)) if (isLeftOut[maker] === 1) isLeftOut[job] = 1;
  }
  const isKept = isLeftOut.map((each) => 1 - each);
  const asked = new Set<FileId>();
  for (const job of order) {
    if (isKept[job] === 1) continue;
    for (const file of inputsOf(graph, job)) {
      const maker = graph.producer[file] ?? NO_JOB;
      if (maker !== NO_JOB && isKept[maker] === 1) asked.add(file);
    }
  }
  return { isKept, ...partTargets(graph, isKept, asked) };
}
