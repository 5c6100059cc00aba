import { outputsOf } from './graph-views.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import type { GraphColumns } from './lay-out-graph.ts';
import { type FileId, NO_FILE, type PathTable } from './path-table.ts';

/** A job writes below what another job makes, or below a file of its own. */
export interface NestedOutput {
  /** The output on the way to `file`. */
  readonly outer: FileId;
  readonly owner: JobId;
  readonly file: FileId;
  readonly job: JobId;
}

export interface NestedOutputsRequest {
  readonly columns: Pick<GraphColumns, 'jobCount' | 'outputStart' | 'outputFile' | 'producer'>;
  readonly paths: PathTable;
  readonly isDirectory: (job: JobId, file: FileId) => boolean;
}

/** In the order of the jobs, one for each output, with the outermost that it lies below. */
export function nestedOutputs(request: NestedOutputsRequest): NestedOutput[] {
  const { columns, paths } = request;
  const levels = outputLevels(request);
  const nested: NestedOutput[] = [];
  for (let job = 0; job < columns.jobCount; job++) {
    for (const file of outputsOf(columns, job)) {
      const path = paths.path(file);
      const depth = depthOf(path);
      for (const level of levels) {
        if (level.depth >= depth) break;
        const outer = outputAbove(request, level, path);
        if (outer === NO_FILE) continue;
        const owner = columns.producer[outer] ?? NO_JOB;
        // What a job writes into its own directory is part of it.
        if (owner === job && request.isDirectory(job, outer)) continue;
        nested.push({ outer, owner, file, job });
        break;
      }
    }
  }
  return nested;
}

/** A number of slashes that outputs have, with the last prefix of so many that was looked up. */
interface Level {
  readonly depth: number;
  /** With the slash behind it. */
  folder: string;
  outer: FileId;
}

/** Ascending; mostly few, so that most prefixes of a path need no look. */
function outputLevels({ columns, paths }: NestedOutputsRequest): Level[] {
  const depths = new Set<number>();
  for (let job = 0; job < columns.jobCount; job++) {
    for (const file of outputsOf(columns, job)) depths.add(depthOf(paths.path(file)));
  }
  return Array.from(depths)
    .toSorted((a, b) => a - b)
    .map((depth) => ({ depth, folder: '/', outer: NO_FILE }));
}

function outputAbove({ columns, paths }: NestedOutputsRequest, level: Level, path: string): FileId {
  // The folders of neighbours are mostly the same.
  if (level.folder !== '/' && path.startsWith(level.folder)) return level.outer;
  let end = -1;
  for (let slash = 0; slash <= level.depth; slash++) end = path.indexOf('/', end + 1);
  const outer = paths.find(path.slice(0, end));
  level.folder = path.slice(0, end + 1);
  level.outer = (columns.producer[outer] ?? NO_JOB) === NO_JOB ? NO_FILE : outer;
  return level.outer;
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}
