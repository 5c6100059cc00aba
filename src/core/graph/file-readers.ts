import type { JobColumns } from './job-table.ts';

/** The jobs that read file `f`: `job[start[f] .. start[f + 1]]`, in ascending order. */
export interface FileReaders {
  readonly start: Int32Array;
  readonly job: Int32Array;
}

/** A job that reads a file twice stands there twice. */
export function fileReaders(jobs: JobColumns, fileCount: number): FileReaders {
  const { jobCount, rowStart, rowEnd, inputFile } = jobs;
  const start = new Int32Array(fileCount + 1);
  for (let job = 0; job < jobCount; job++) {
    const end = rowEnd[job] ?? 0;
    for (let at = rowStart[job] ?? 0; at < end; at++) {
      const file = inputFile[at] ?? 0;
      start[file + 1] = (start[file + 1] ?? 0) + 1;
    }
  }
  for (let file = 0; file < fileCount; file++) {
    start[file + 1] = (start[file + 1] ?? 0) + (start[file] ?? 0);
  }
  const next = start.slice();
  const readers = new Int32Array(start[fileCount] ?? 0);
  for (let job = 0; job < jobCount; job++) {
    const end = rowEnd[job] ?? 0;
    for (let at = rowStart[job] ?? 0; at < end; at++) {
      const file = inputFile[at] ?? 0;
      const place = next[file] ?? 0;
      readers[place] = job;
      next[file] = place + 1;
    }
  }
  return { start, job: readers };
}
