import { assert } from '../core/diagnostic.ts';
import { type FileId, NO_FILE } from '../core/graph/path-table.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import type { JobColumns } from './job-columns.ts';

/** Digests of files that were just made; undefined: not known, or not yet. */
export type MadeFiles = ReadonlyMap<FileId, string | undefined>;

/** The outputs of a success by number. They are on the disk from now on. */
export function madeFiles(rows: readonly FileRow[], columns: JobColumns): MadeFiles {
  const made = new Map<FileId, string | undefined>();
  for (const { path, digest } of rows) {
    const file = columns.graph.paths.find(path);
    assert(file !== NO_FILE, `\`${path}\` is no file of the graph`);
    made.set(file, digest);
    columns.absent[file] = 0;
  }
  return made;
}
