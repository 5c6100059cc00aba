import { type JobGraph, type JobId, NO_JOB } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** Lists of jobs in a row: those of `n` are `job[start[n] .. start[n + 1]]`. */
export interface JobLists {
  readonly start: Int32Array;
  readonly job: Int32Array;
}

type Inputs = Pick<JobGraph, 'jobCount' | 'inputStart' | 'inputFile' | 'producer'>;

/** The job that makes the file, or `NO_JOB`. */
export function producerOf(graph: Pick<JobGraph, 'producer'>, file: FileId): JobId {
  return graph.producer[file] ?? NO_JOB;
}

/** The files of a job's inputs; a view of the graph's column. */
export function inputsOf(graph: JobGraph, job: JobId): Int32Array {
  return graph.inputFile.subarray(graph.inputStart[job], graph.inputStart[job + 1]);
}

/** A job's output files; a view of the graph's column. */
export function outputsOf(
  graph: Pick<JobGraph, 'outputStart' | 'outputFile'>,
  job: JobId,
): Int32Array {
  return graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]);
}

/** The jobs that make a job's inputs, once for each input. */
export function* makersOf(graph: JobGraph, job: JobId): Generator<JobId> {
  for (const file of inputsOf(graph, job)) {
    const maker = producerOf(graph, file);
    if (maker !== NO_JOB) yield maker;
  }
}

/** By job, the jobs that make its inputs: each once, in the order of the inputs. */
export function dependenciesOf(graph: Inputs): JobLists {
  const start = new Int32Array(graph.jobCount + 1);
  eachDependency(graph, (job) => {
    start[job + 1] = (start[job + 1] ?? 0) + 1;
  });
  sumUp(start);
  const job = new Int32Array(start[graph.jobCount] ?? 0);
  let at = 0;
  eachDependency(graph, (_, needed) => {
    job[at++] = needed;
  });
  return { start, job };
}

/** By job, the jobs that read what it makes: each once, in ascending order. */
export function dependentsOf(graph: Inputs): JobLists {
  const start = new Int32Array(graph.jobCount + 1);
  eachDependency(graph, (_, needed) => {
    start[needed + 1] = (start[needed + 1] ?? 0) + 1;
  });
  sumUp(start);
  const next = start.slice();
  const dependents = new Int32Array(start[graph.jobCount] ?? 0);
  eachDependency(graph, (job, needed) => {
    const at = next[needed] ?? 0;
    dependents[at] = job;
    next[needed] = at + 1;
  });
  return { start, job: dependents };
}

/** By file, the jobs that read it: each once, in ascending order. */
export function readersOf(graph: JobGraph): JobLists {
  const { inputFile } = graph;
  const fileCount = graph.paths.size;
  const start = new Int32Array(fileCount + 1);
  const lastReader = new Int32Array(fileCount).fill(NO_JOB);
  const each = (visit: (file: FileId, job: JobId) => void): void => {
    lastReader.fill(NO_JOB);
    for (let job = 0; job < graph.jobCount; job++) {
      const end = graph.inputStart[job + 1] ?? 0;
      for (let at = graph.inputStart[job] ?? 0; at < end; at++) {
        const file = inputFile[at] ?? 0;
        if (lastReader[file] === job) continue;
        lastReader[file] = job;
        visit(file, job);
      }
    }
  };
  each((file) => {
    start[file + 1] = (start[file + 1] ?? 0) + 1;
  });
  sumUp(start);
  const next = start.slice();
  const readers = new Int32Array(start[fileCount] ?? 0);
  each((file, job) => {
    const at = next[file] ?? 0;
    readers[at] = job;
    next[file] = at + 1;
  });
  return { start, job: readers };
}

/** 1 by file: somebody needs it, a job that reads it or the user who asked for it. */
export function neededFiles(graph: JobGraph): Uint8Array {
  const isNeeded = new Uint8Array(graph.paths.size);
  const inputCount = graph.inputStart[graph.jobCount] ?? 0;
  for (let at = 0; at < inputCount; at++) isNeeded[graph.inputFile[at] ?? 0] = 1;
  for (const file of graph.targetFiles) isNeeded[file] = 1;
  return isNeeded;
}

/**
 * The output that a file made by a job is, or lies in: a job may read `plate/a.tif` of a job
 * whose output is the directory `plate`. Undefined for a log.
 */
export function outputAround(graph: JobGraph, file: FileId): FileId | undefined {
  const job = producerOf(graph, file);
  if (job === NO_JOB) return undefined;
  const outputs = outputsOf(graph, job);
  if (outputs.includes(file)) return file;
  const path = graph.paths.path(file);
  return outputs.find((output) => path.startsWith(`${graph.paths.path(output)}/`));
}

/** Calls for every job and each job that it needs, once, in order. */
function eachDependency(
  { jobCount, inputStart, inputFile, producer }: Inputs,
  visit: (job: JobId, needed: JobId) => void,
): void {
  const lastDependent = new Int32Array(jobCount).fill(NO_JOB);
  for (let job = 0; job < jobCount; job++) {
    const end = inputStart[job + 1] ?? 0;
    for (let at = inputStart[job] ?? 0; at < end; at++) {
      const needed = producer[inputFile[at] ?? -1] ?? NO_JOB;
      if (needed === NO_JOB || lastDependent[needed] === job) continue;
      lastDependent[needed] = job;
      visit(job, needed);
    }
  }
}

function sumUp(counts: Int32Array): void {
  for (let index = 1; index < counts.length; index++) {
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  }
}
