import type { FileStates } from './file-states.ts';
import { type JobGraph, NO_JOB } from './job-graph.ts';
import type { JobTable } from './job-table.ts';

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

export interface LayOut {
  readonly columns: GraphColumns;
  /** By job of the table: its number in the columns, or `NO_JOB` if it was left out. */
  readonly newId: Int32Array;
}

/** Packs the jobs that are needed, in the order of the table. */
export function layOutGraph(jobs: JobTable, states: FileStates, isNeeded: Uint8Array): LayOut {
  const { newId, jobCount, inputCount, outputCount } = count(jobs, isNeeded);
  const ruleIndex = new Int32Array(jobCount);
  const wildcardValues: (readonly string[])[] = [];
  const inputStart = new Int32Array(jobCount + 1);
  const inputFile = new Int32Array(inputCount);
  const inputEdge = new Uint8Array(inputCount);
  const inputShape = new Int32Array(jobCount);
  const outputStart = new Int32Array(jobCount + 1);
  const outputFile = new Int32Array(outputCount);
  const producer = states.view().map((state) => (state < 0 ? NO_JOB : (newId[state] ?? NO_JOB)));

  newId.forEach((id, job) => {
    if (id === NO_JOB) return;
    const inputs = jobs.inputs(job);
    const outputs = jobs.outputs(job);
    const inputAt = inputStart[id] ?? 0;
    const outputAt = outputStart[id] ?? 0;
    ruleIndex[id] = jobs.rule(job);
    wildcardValues.push(jobs.wildcardValues[job] ?? []);
    inputShape[id] = jobs.shape(job);
    inputFile.set(inputs, inputAt);
    inputEdge.set(jobs.inputEdges(job), inputAt);
    outputFile.set(outputs, outputAt);
    inputStart[id + 1] = inputAt + inputs.length;
    outputStart[id + 1] = outputAt + outputs.length;
    // Another job, since left out, may have claimed the file first.
    for (const file of outputs) if (producer[file] === NO_JOB) producer[file] = id;
  });
  return {
    columns: {
      jobCount,
      ruleIndex,
      wildcardValues,
      inputStart,
      inputFile,
      inputEdge,
      inputShape,
      outputStart,
      outputFile,
      producer,
    },
    newId,
  };
}

function count(
  jobs: JobTable,
  isNeeded: Uint8Array,
): {
  readonly newId: Int32Array;
  readonly jobCount: number;
  readonly inputCount: number;
  readonly outputCount: number;
} {
  const newId = new Int32Array(jobs.jobCount).fill(NO_JOB);
  let jobCount = 0;
  let inputCount = 0;
  let outputCount = 0;
  for (let job = 0; job < jobs.jobCount; job++) {
    if (isNeeded[job] !== 1) continue;
    newId[job] = jobCount++;
    inputCount += jobs.inputs(job).length;
    outputCount += jobs.outputs(job).length;
  }
  return { newId, jobCount, inputCount, outputCount };
}
