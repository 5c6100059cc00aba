import type { JobGraph, JobId } from '../core/graph/job-graph.ts';

export function inputPaths(graph: JobGraph, job: JobId): readonly string[] {
  return pathsOf(graph, graph.inputFile.subarray(graph.inputStart[job], graph.inputStart[job + 1]));
}

export function outputPaths(graph: JobGraph, job: JobId): readonly string[] {
  return pathsOf(
    graph,
    graph.outputFile.subarray(graph.outputStart[job], graph.outputStart[job + 1]),
  );
}

function pathsOf({ paths }: JobGraph, files: Int32Array): readonly string[] {
  return Array.from(files, (file) => paths.path(file));
}
