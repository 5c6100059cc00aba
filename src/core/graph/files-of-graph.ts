import type { JobGraph } from './job-graph.ts';

/** 1 by file: the inputs, outputs and targets of a graph. The path table may hold many others. */
export function filesOfGraph(graph: JobGraph): Uint8Array {
  const { paths, jobCount, inputStart, inputFile, outputStart, outputFile, targetFiles } = graph;
  const isOfGraph = new Uint8Array(paths.size);
  for (const file of inputFile.subarray(0, inputStart[jobCount])) isOfGraph[file] = 1;
  for (const file of outputFile.subarray(0, outputStart[jobCount])) isOfGraph[file] = 1;
  for (const file of targetFiles) isOfGraph[file] = 1;
  return isOfGraph;
}
