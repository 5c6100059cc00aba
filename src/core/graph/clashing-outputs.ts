import { type JobId, NO_JOB } from './job-graph.ts';
import type { GraphColumns } from './lay-out-graph.ts';
import type { FileId } from './path-table.ts';

/** A file that several jobs would make. */
export interface ClashingOutput {
  readonly file: FileId;
  /** In ascending order. */
  readonly jobs: readonly JobId[];
}

/** In the order in which they are met. */
export function clashingOutputs(
  { jobCount, outputStart, outputFile }: GraphColumns,
  fileCount: number,
): ClashingOutput[] {
  const firstJob = new Int32Array(fileCount).fill(NO_JOB);
  const clashes = new Map<FileId, JobId[]>();
  for (let job = 0; job < jobCount; job++) {
    const end = outputStart[job + 1] ?? 0;
    for (let at = outputStart[job] ?? 0; at < end; at++) {
      const file = outputFile[at] ?? 0;
      const first = firstJob[file] ?? NO_JOB;
      if (first === NO_JOB) firstJob[file] = job;
      else if (first !== job) clashes.set(file, [...(clashes.get(file) ?? [first]), job]);
    }
  }
  return Array.from(clashes, ([file, jobs]) => ({ file, jobs }));
}
