import { UNAVAILABLE } from './file-states.ts';
import type { ExpandedGraph } from './free-sources.ts';
import { IntColumn } from './int-column.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** What the targets need, once it is settled which files are sources. */
export interface Reach {
  /** 1 by job. */
  readonly isNeeded: Uint8Array;
  /** By job, the job that asks for it on the shortest way to a target, or `NO_JOB`. */
  readonly askedBy: Int32Array;
  /** Each file once, nearest to the targets first. */
  readonly unavailable: readonly UnavailableFile[];
}

export interface UnavailableFile {
  readonly file: FileId;
  /** Who asks for it first; `NO_JOB`: it is a target. */
  readonly job: JobId;
  /** Its place among the job's inputs. */
  readonly input: number;
}

export function reach({ jobs, states, fileCount, targetFiles, targetJobs }: ExpandedGraph): Reach {
  const { jobCount, rowStart, rowEnd, inputFile } = jobs.columns();
  const isNeeded = new Uint8Array(jobCount);
  const askedBy = new Int32Array(jobCount).fill(NO_JOB);
  const isSeen = new Uint8Array(fileCount);
  const unavailable: UnavailableFile[] = [];
  const needed = new IntColumn();
  const need = (job: JobId, asker: JobId): void => {
    if (isNeeded[job] === 1) return;
    isNeeded[job] = 1;
    askedBy[job] = asker;
    needed.push(job);
  };
  const ask = (file: FileId, job: JobId, input: number): void => {
    if (isSeen[file] === 1) return;
    isSeen[file] = 1;
    const state = states.get(file);
    if (state >= 0) need(state, job);
    else if (state === UNAVAILABLE) unavailable.push({ file, job, input });
  };

  for (const job of targetJobs) need(job, NO_JOB);
  for (const file of targetFiles) ask(file, NO_JOB, 0);
  for (let next = 0; next < needed.length; next++) {
    const job = needed.at(next) ?? NO_JOB;
    const start = rowStart[job] ?? 0;
    const end = rowEnd[job] ?? 0;
    for (let at = start; at < end; at++) ask(inputFile[at] ?? 0, job, at - start);
  }
  return { isNeeded, askedBy, unavailable };
}
