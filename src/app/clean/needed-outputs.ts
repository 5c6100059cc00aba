import type { NeededOutput } from '../../core/catalogue/clean.ts';
import { type JobGraph, type JobId, NO_JOB } from '../../core/graph/job-graph.ts';
import type { FileId } from '../../core/graph/path-table.ts';
import { jobLabel } from '../../core/job/job-of.ts';
import { type Plan, VERDICT } from '../../core/plan/plan.ts';
import type { Rule } from '../../core/rule/rule.ts';
import type { MadeOutput } from './made-outputs.ts';

/** Those of the files that some job of the plan reads which is not done, with one such job each. */
export function neededOutputs(
  { graph, verdict }: Plan,
  files: ReadonlySet<FileId>,
): ReadonlyMap<FileId, NeededOutput> {
  const needed = new Map<FileId, NeededOutput>();
  for (let job = 0; job < graph.jobCount; job++) {
    if (verdict[job] === VERDICT.keep) continue;
    for (const input of rangeOf(graph.inputFile, graph.inputStart, job)) {
      const file = outputWith(graph, input);
      if (!files.has(file) || needed.has(file)) continue;
      needed.set(file, { path: graph.paths.path(file), job: jobLabel(graph, job) });
    }
  }
  return needed;
}

/** Does its rule, as it is now, call the output temporary? */
export function isTemporary({ rule, path }: MadeOutput, rules: readonly Rule[]): boolean {
  const output = rules.find(({ name }) => name === rule)?.output ?? [];
  return output.some(({ items }) =>
    items.some(({ isTemp, pattern }) => isTemp && pattern.match(path) !== undefined),
  );
}

/** What a file lies in: an output that is a directory; else the file itself. */
function outputWith(graph: JobGraph, file: FileId): FileId {
  const producer = graph.producer[file] ?? NO_JOB;
  if (producer === NO_JOB) return file;
  const path = graph.paths.path(file);
  const outputs = rangeOf(graph.outputFile, graph.outputStart, producer);
  return outputs.find((output) => path.startsWith(`${graph.paths.path(output)}/`)) ?? file;
}

function rangeOf(column: Int32Array, start: Int32Array, job: JobId): Int32Array {
  return column.subarray(start[job], start[job + 1]);
}
