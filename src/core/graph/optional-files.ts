import type { JobGraph } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** Outputs that a success of their job may leave out. */
export function optionalFiles(graph: JobGraph): ReadonlySet<FileId> {
  const places = graph.rules.map(({ output }) =>
    output
      .flatMap(({ items }) => items)
      .flatMap(({ isOptional }, place) => (isOptional ? [place] : [])),
  );
  const files = new Set<FileId>();
  if (places.every(({ length }) => length === 0)) return files;
  for (let job = 0; job < graph.jobCount; job++) {
    const start = graph.outputStart[job] ?? 0;
    for (const place of places[graph.ruleIndex[job] ?? 0] ?? []) {
      files.add(graph.outputFile[start + place] ?? 0);
    }
  }
  return files;
}
