import { type FileId, NO_FILE, type PathTable } from '../core/graph/path-table.ts';
import { FILE_KIND, type FileFacts } from '../core/plan/file-facts.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import { NO_DIGEST, type RecordTable } from '../core/records/record-table.ts';
import type { KnownFile } from '../ports/job-spec.ts';

/**
 * Contents that are known and need not be read again as long as the stat is the same: those of
 * the facts, and above them what this run has seen.
 */
export class KnownFiles {
  readonly #paths: PathTable;
  readonly #facts: FileFacts;
  readonly #records: Pick<RecordTable, 'digestText'>;
  readonly #seen = new Map<FileId, FileRow>();

  constructor(paths: PathTable, facts: FileFacts, records: Pick<RecordTable, 'digestText'>) {
    this.#paths = paths;
    this.#facts = facts;
    this.#records = records;
  }

  learn(row: FileRow): void {
    const file = this.#paths.find(row.path);
    if (file !== NO_FILE) this.#seen.set(file, row);
  }

  /** The newest row, with or without a digest. */
  row(file: FileId): FileRow | undefined {
    return this.#seen.get(file) ?? this.#found(file);
  }

  known(file: FileId): KnownFile | undefined {
    const row = this.row(file);
    if (row?.digest === undefined) return undefined;
    return { size: row.size, mtimeMs: row.mtimeMs, digest: row.digest };
  }

  #found(file: FileId): FileRow | undefined {
    const { kind, size, mtimeMs, digest } = this.#facts;
    const itsKind = kind[file] ?? FILE_KIND.absent;
    const itsDigest = digest[file] ?? NO_DIGEST;
    if (itsKind === FILE_KIND.absent || itsDigest === NO_DIGEST) return undefined;
    return {
      path: this.#paths.path(file),
      type: itsKind === FILE_KIND.directory ? 'directory' : 'file',
      size: size[file] ?? 0,
      mtimeMs: mtimeMs[file] ?? 0,
      digest: this.#records.digestText(itsDigest),
      isYoung: false,
    };
  }
}
