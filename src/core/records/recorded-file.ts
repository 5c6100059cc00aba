import type { FileId } from '../graph/path-table.ts';
import { FILE_KIND } from '../plan/file-facts.ts';
import type { FileRow } from './journal-entry.ts';
import { NO_DIGEST, type RecordTable } from './record-table.ts';

/** The row that the records have of a file, whatever became of it since; undefined: they have none. */
export function recordedFile(records: RecordTable, file: FileId): FileRow | undefined {
  const kind = records.fileKind(file);
  if (kind === FILE_KIND.absent) return undefined;
  const digest = records.fileDigest(file);
  const manifest = records.manifest(file);
  return {
    path: records.paths.path(file),
    type: kind === FILE_KIND.directory ? 'directory' : 'file',
    size: records.fileSize(file),
    mtimeMs: records.fileMtimeMs(file),
    digest: digest === NO_DIGEST ? undefined : records.digestText(digest),
    isYoung: records.isYoung(file),
    ...(manifest !== undefined && { manifest }),
  };
}
