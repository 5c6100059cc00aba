import { assert } from '../core/diagnostic.ts';
import { type FileId, NO_FILE } from '../core/graph/path-table.ts';
import type { JobOutcome } from '../ports/executor.ts';
import type { JobColumns } from './job-columns.ts';

/** Digests of files that were just made, or `absent`; undefined: not known, or not yet. */
export type MadeFiles = ReadonlyMap<FileId, string | undefined>;

type Success = Pick<Extract<JobOutcome, { kind: 'succeeded' }>, 'outputs' | 'leftOut'>;

/** The outputs of a success by number. From now on they are on the disk, or left out. */
export function madeFiles({ outputs, leftOut = [] }: Success, columns: JobColumns): MadeFiles {
  const made = new Map<FileId, string | undefined>();
  const fileOf = (path: string): FileId => {
    const file = columns.graph.paths.find(path);
    assert(file !== NO_FILE, `\`${path}\` is no file of the graph`);
    return file;
  };
  for (const { path, digest } of outputs) {
    const file = fileOf(path);
    made.set(file, digest);
    columns.absent[file] = 0;
  }
  for (const path of leftOut) {
    const file = fileOf(path);
    made.set(file, 'absent');
    columns.absent[file] = 1;
  }
  return made;
}
