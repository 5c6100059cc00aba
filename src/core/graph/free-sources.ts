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
  /** Jobs whose rule is a target: they are needed whether their files are there or not. */
  readonly targetJobs: ReadonlySet<JobId>;
}

/**
 * A file that exists, is not ours by record, and whose only rule cannot be built is a source.
 *
 * A job cannot be built if an input is not there and cannot be made, or if its input function
 * refuses. What is wrong with the workflow itself (contending rules, wrong pins, bad answers)
 * makes no file a source: it is reported wherever it is needed.
 */
export function freeSources(graph: ExpandedGraph): void {
  const { states, producers } = graph;
  rescueFiles(graph, (file) => {
    const isSource = producers.isFreeSource(file);
    if (isSource) states.settle(file, SOURCE);
    return isSource;
  });
}

/** Files of jobs that cannot be built, and that another rule may make instead. */
export function filesToFallBack(graph: ExpandedGraph): FileId[] {
  const { producers } = graph;
  const files: FileId[] = [];
  rescueFiles(graph, (file) => {
    if (producers.hasFallback(file)) files.push(file);
    return producers.hasFallback(file) || producers.isFreeSource(file);
  });
  return files;
}

/**
 * Asks of each file that is needed and whose job cannot be built whether it comes from elsewhere;
 * if it does not, the jobs that read it cannot be built either.
 */
function rescueFiles(graph: ExpandedGraph, isRescued: (file: FileId) => boolean): void {
  const { states, faults, producers, targetFiles } = graph;
  const jobs = graph.jobs.columns();
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

  for (const fault of faults.jobs) {
    if (fault.kind === 'no-inputs' && fault.isRefusal) breakJob(fault.job);
  }
  states.view().forEach((state, file) => {
    const isAbsent = state === UNAVAILABLE && faults.files.get(file)?.kind !== 'ambiguous';
    if (isAbsent) breakReaders(file);
  });
  for (let next = 0; next < broken.length; next++) {
    const job = broken.at(next) ?? -1;
    const outputs = jobs.outputFile.subarray(jobs.outputStart[job], jobs.outputEnd[job]);
    for (const file of [...outputs, ...(producers.extraFiles.get(job) ?? [])]) {
      const isAskedFor = targetFiles.has(file) || readers.start[file] !== readers.start[file + 1];
      if (!isAskedFor || states.get(file) !== job) continue;
      if (!isRescued(file)) breakReaders(file);
    }
  }
}
