import { type JobGraph, NO_JOB } from '../job-graph.ts';
import type { FileId } from '../path-table.ts';

/** Jobs by the names of their rules, or by files that they make. */
export interface NamedJobs {
  readonly rules: ReadonlySet<string>;
  readonly files: ReadonlySet<FileId>;
}

/** 1 by job: it is named. */
export function markNamed(graph: JobGraph, { rules, files }: NamedJobs): Uint8Array {
  const isNamedRule = graph.rules.map(({ name }) => rules.has(name));
  const isNamed = new Uint8Array(graph.jobCount);
  for (let job = 0; job < graph.jobCount; job++) {
    if (isNamedRule[graph.ruleIndex[job] ?? 0] === true) isNamed[job] = 1;
  }
  for (const file of files) {
    const maker = graph.producer[file] ?? NO_JOB;
    if (maker !== NO_JOB) isNamed[maker] = 1;
  }
  return isNamed;
}
