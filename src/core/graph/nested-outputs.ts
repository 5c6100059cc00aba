import { outputsOf } from './graph-views.ts';
import { type JobGraph, type JobId, NO_JOB } from './job-graph.ts';
import type { FileId } from './path-table.ts';

/** A job writes into the directory that another job makes. */
export interface NestedOutput {
  readonly directory: FileId;
  readonly owner: JobId;
  readonly file: FileId;
  readonly job: JobId;
}

/** In the order of the jobs; free where no rule makes directories. */
export function nestedOutputs(
  graph: Pick<
    JobGraph,
    'paths' | 'rules' | 'jobCount' | 'ruleIndex' | 'outputStart' | 'outputFile'
  >,
): NestedOutput[] {
  const ownerOf = directoryOwners(graph);
  if (ownerOf.size === 0) return [];
  const nested: NestedOutput[] = [];
  for (let job = 0; job < graph.jobCount; job++) {
    for (const file of outputsOf(graph, job)) {
      const path = graph.paths.path(file);
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const directory = graph.paths.find(path.slice(0, end));
        const owner = ownerOf.get(directory) ?? NO_JOB;
        if (owner === NO_JOB || owner === job) continue;
        nested.push({ directory, owner, file, job });
        break;
      }
    }
  }
  return nested;
}

function directoryOwners(
  graph: Pick<JobGraph, 'rules' | 'jobCount' | 'ruleIndex' | 'outputStart' | 'outputFile'>,
): Map<FileId, JobId> {
  const owners = new Map<FileId, JobId>();
  const places = graph.rules.map(({ output }) => {
    const items = output.flatMap((group) => group.items);
    return items.flatMap(({ isDirectory }, place) => (isDirectory ? [place] : []));
  });
  if (places.every((each) => each.length === 0)) return owners;
  for (let job = 0; job < graph.jobCount; job++) {
    const outputs = outputsOf(graph, job);
    for (const place of places[graph.ruleIndex[job] ?? -1] ?? []) {
      const file = outputs[place];
      if (file !== undefined) owners.set(file, job);
    }
  }
  return owners;
}
