import { fileReaders } from './file-readers.ts';
import { type FileStates, SOURCE, UNAVAILABLE } from './file-states.ts';
import type { GraphFaults } from './graph-faults.ts';
import { IntColumn } from './int-column.ts';
import type { JobId } from './job-graph.ts';
import type { JobTable } from './job-table.ts';
import type { FileId } from './path-table.ts';
import type { Producers } from './producers.ts';

export interface ExpandedGraph {
  readonly jobs: JobTable;
  readonly states: FileStates;
  readonly faults: GraphFaults;
  readonly producers: Producers;
  readonly fileCount: number;
  readonly targetFiles: ReadonlySet<FileId>;
  /** Jobs whose rule is a target: they are made whether their files are there or not. */
  readonly targetJobs: ReadonlySet<JobId>;
}

/**
 * A file that exists, is not ours by record, and whose only rule cannot be built is a source.
 * A job cannot be built if it has a fault, or if an input is unavailable or comes of such a job.
 */
export function freeSources(graph: ExpandedGraph): void {
  const { jobs, states, faults, producers, targetFiles } = graph;
  const readers = fileReaders(jobs, graph.fileCount);
  const isBroken = new Uint8Array(jobs.jobCount);
  const broken = new IntColumn();
  const breakJob = (job: JobId): void => {
    if (isBroken[job] === 1) return;
    isBroken[job] = 1;
    broken.push(job);
  };
  const breakReaders = (file: FileId): void => {
    const end = readers.start[file + 1] ?? 0;
    for (let at = readers.start[file] ?? 0; at < end; at++) breakJob(readers.job[at] ?? -1);
  };

  for (const { job } of faults.jobs) breakJob(job);
  states.view().forEach((state, file) => {
    if (state === UNAVAILABLE) breakReaders(file);
  });
  for (let next = 0; next < broken.length; next++) {
    const job = broken.at(next) ?? -1;
    for (const file of [...jobs.outputs(job), ...(producers.extraFiles.get(job) ?? [])]) {
      const isAskedFor = targetFiles.has(file) || readers.start[file] !== readers.start[file + 1];
      if (!isAskedFor || states.get(file) !== job) continue;
      const isFree = !graph.targetJobs.has(job) && producers.isFreeSource(file);
      if (isFree) states.set(file, SOURCE);
      else breakReaders(file);
    }
  }
}
