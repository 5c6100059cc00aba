import type { FileStates } from './file-states.ts';
import { type JobGraph, NO_JOB } from './job-graph.ts';
import type { JobColumns, JobTable } from './job-table.ts';

/** The jobs of a graph, before it is known that each can come after those it needs. */
export type GraphColumns = Pick<
  JobGraph,
  | 'jobCount'
  | 'ruleIndex'
  | 'wildcardValues'
  | 'inputStart'
  | 'inputFile'
  | 'inputEdge'
  | 'inputShape'
  | 'outputStart'
  | 'outputFile'
  | 'producer'
>;

/** Packs the jobs that are kept, given in ascending order, into columns without gaps. */
export function layOutGraph(
  table: JobTable,
  states: FileStates,
  kept: Int32Array,
): GraphColumns & { readonly newId: Int32Array } {
  const jobs = table.columns();
  const jobCount = kept.length;
  const inputStart = starts(kept, jobs.rowStart, jobs.rowEnd);
  const outputStart = starts(kept, jobs.outputStart, jobs.outputEnd);
  const newId = new Int32Array(jobs.jobCount).fill(NO_JOB);
  kept.forEach((job, id) => {
    newId[job] = id;
  });
  const { inputFile, inputEdge } = packInputs(kept, jobs, inputStart);
  const outputFile = packOutputs(kept, jobs, outputStart);
  const producer = states.view().map((state) => (state < 0 ? NO_JOB : (newId[state] ?? NO_JOB)));
  for (let id = 0; id < jobCount; id++) {
    const end = outputStart[id + 1] ?? 0;
    for (let at = outputStart[id] ?? 0; at < end; at++) {
      const file = outputFile[at] ?? 0;
      // The job that had the file was left out. Sources stay sources.
      if (producer[file] === NO_JOB && states.get(file) >= 0) producer[file] = id;
    }
  }
  return {
    jobCount,
    ruleIndex: kept.map((job) => jobs.rule[job] ?? -1),
    wildcardValues: Array.from(kept, (job) => table.wildcardValues[job] ?? []),
    inputStart,
    inputFile,
    inputEdge,
    inputShape: kept.map((job) => jobs.shape[job] ?? -1),
    outputStart,
    outputFile,
    producer,
    newId,
  };
}

/** Where the rows of the jobs start when they lie one after the other. */
function starts(kept: Int32Array, from: Int32Array, to: Int32Array): Int32Array {
  const start = new Int32Array(kept.length + 1);
  let at = 0;
  kept.forEach((job, id) => {
    at += (to[job] ?? 0) - (from[job] ?? 0);
    start[id + 1] = at;
  });
  return start;
}

function packInputs(
  kept: Int32Array,
  jobs: JobColumns,
  inputStart: Int32Array,
): { readonly inputFile: Int32Array; readonly inputEdge: Uint8Array } {
  const inputFile = new Int32Array(inputStart[kept.length] ?? 0);
  const inputEdge = new Uint8Array(inputFile.length);
  kept.forEach((job, id) => {
    const from = (jobs.rowStart[job] ?? 0) - (inputStart[id] ?? 0);
    const end = inputStart[id + 1] ?? 0;
    for (let at = inputStart[id] ?? 0; at < end; at++) {
      inputFile[at] = jobs.inputFile[from + at] ?? 0;
      inputEdge[at] = jobs.inputEdge[from + at] ?? 0;
    }
  });
  return { inputFile, inputEdge };
}

function packOutputs(kept: Int32Array, jobs: JobColumns, outputStart: Int32Array): Int32Array {
  const outputFile = new Int32Array(outputStart[kept.length] ?? 0);
  kept.forEach((job, id) => {
    const from = (jobs.outputStart[job] ?? 0) - (outputStart[id] ?? 0);
    const end = outputStart[id + 1] ?? 0;
    for (let at = outputStart[id] ?? 0; at < end; at++) {
      outputFile[at] = jobs.outputFile[from + at] ?? 0;
    }
  });
  return outputFile;
}
