import { type JobGraph, type JobId, NO_JOB } from '../job-graph.ts';
import { type FileId, NO_FILE } from '../path-table.ts';

/** Which jobs of a graph stay, and what they are for. */
export interface GraphPart {
  /** 1 by job. What a job makes that does not stay is a source for those that do. */
  readonly isKept: Uint8Array;
  /** Made by jobs that stay, or by none. */
  readonly targetFiles: readonly FileId[];
  /** Those that stay, by their old numbers. */
  readonly targetJobs: readonly JobId[];
}

/** The graph of the jobs that stay, with new numbers, in their old order. */
export function graphOfPart(graph: JobGraph, part: GraphPart): JobGraph {
  const kept = keptJobs(graph, part.isKept);
  const newId = new Int32Array(graph.jobCount).fill(NO_JOB);
  kept.forEach((job, id) => {
    newId[job] = id;
  });
  const inputs = starts(kept, graph.inputStart);
  const outputs = starts(kept, graph.outputStart);
  const idOf = (job: JobId): JobId => (job === NO_JOB ? NO_JOB : (newId[job] ?? NO_JOB));
  return {
    paths: graph.paths,
    rules: graph.rules,
    jobCount: kept.length,
    ruleIndex: kept.map((job) => graph.ruleIndex[job] ?? 0),
    wildcardValues: Array.from(kept, (job) => graph.wildcardValues[job] ?? []),
    inputStart: inputs,
    inputFile: Int32Array.from(rows(kept, graph.inputStart, graph.inputFile)),
    inputEdge: Uint8Array.from(rows(kept, graph.inputStart, graph.inputEdge)),
    inputShape: kept.map((job) => graph.inputShape[job] ?? 0),
    shapes: graph.shapes,
    outputStart: outputs,
    outputFile: Int32Array.from(rows(kept, graph.outputStart, graph.outputFile)),
    producer: graph.producer.map(idOf),
    order: graph.order
      .subarray(0, graph.jobCount)
      .filter((job) => part.isKept[job] === 1)
      .map(idOf),
    targetFiles: part.targetFiles,
    targetJobs: part.targetJobs.map(idOf),
  };
}

function keptJobs({ jobCount }: JobGraph, isKept: Uint8Array): Int32Array {
  const kept = new Int32Array(jobCount);
  let count = 0;
  for (let job = 0; job < jobCount; job++) if (isKept[job] === 1) kept[count++] = job;
  return kept.subarray(0, count);
}

function starts(kept: Int32Array, start: Int32Array): Int32Array {
  const packed = new Int32Array(kept.length + 1);
  let at = 0;
  kept.forEach((job, id) => {
    at += (start[job + 1] ?? 0) - (start[job] ?? 0);
    packed[id + 1] = at;
  });
  return packed;
}

function* rows(
  kept: Int32Array,
  start: Int32Array,
  column: Int32Array | Uint8Array,
): Generator<number> {
  for (const job of kept) {
    const end = start[job + 1] ?? 0;
    for (let at = start[job] ?? 0; at < end; at++) yield column[at] ?? NO_FILE;
  }
}
