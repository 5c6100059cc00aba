import type { JobTable } from './job-table.ts';

/** The jobs that read file `f`: `job[start[f] .. start[f + 1]]`, in ascending order. */
export interface FileReaders {
  readonly start: Int32Array;
  readonly job: Int32Array;
}

/** A job that reads a file twice stands there twice. */
export function fileReaders(jobs: JobTable, fileCount: number): FileReaders {
  const start = new Int32Array(fileCount + 1);
  for (let job = 0; job < jobs.jobCount; job++) {
    for (const file of jobs.inputs(job)) start[file + 1] = (start[file + 1] ?? 0) + 1;
  }
  for (let file = 0; file < fileCount; file++) {
    start[file + 1] = (start[file + 1] ?? 0) + (start[file] ?? 0);
  }
  const next = start.slice();
  const readers = new Int32Array(start[fileCount] ?? 0);
  for (let job = 0; job < jobs.jobCount; job++) {
    for (const file of jobs.inputs(job)) {
      const at = next[file] ?? 0;
      readers[at] = job;
      next[file] = at + 1;
    }
  }
  return { start, job: readers };
}
