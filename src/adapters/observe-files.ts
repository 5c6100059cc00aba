import { fileNotReadable } from '../core/catalogue/environment.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import type { FileId, PathTable } from '../core/graph/path-table.ts';
import { FILE_KIND, type FileFacts } from '../core/plan/file-facts.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import { NO_DIGEST, type RecordTable } from '../core/records/record-table.ts';
import { recordedFile } from '../core/records/recorded-file.ts';
import type { Disk, DiskStat } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import { errorCode } from './error-code.ts';

export interface ObserveRequest {
  readonly paths: PathTable;
  /** 1 by file: it is looked at. What is not has the facts of an absent file. */
  readonly wanted: Uint8Array;
  /** Files whose content is compared with something else than a record. */
  readonly toCompare?: ReadonlySet<FileId>;
  readonly records: RecordTable;
  readonly disk: Pick<Disk, 'stat' | 'contentStat'>;
  readonly hasher: Pick<Hasher, 'fingerprint'>;
}

export interface Observation {
  readonly facts: FileFacts;
  /** Rows of files that are as recorded in content, but not in stat: to be written to the journal. */
  readonly refreshed: readonly FileRow[];
}

/** Contents that are read at the same time; the hasher has threads for the large ones. */
const READ_AT_ONCE = 32;

/**
 * Looks at each wanted file once. A stat as recorded stands for the recorded content; where it differs,
 * or was taken too soon after a change, the content is read. Recorded directories are walked. What
 * has no row is not read, unless it is asked for: nothing could be compared with it.
 *
 * @throws FlowError with all files that cannot be looked at.
 */
export async function observeFiles(request: ObserveRequest): Promise<Observation> {
  const count = request.wanted.length;
  const facts = {
    kind: new Uint8Array(count),
    size: new Float64Array(count),
    mtimeMs: new Float64Array(count),
    digest: new Int32Array(count).fill(NO_DIGEST),
    isTorn: new Uint8Array(count),
  };
  const toRead = lookAtAll(request, facts);
  const refreshed = await readAll(request, facts, toRead);
  return { facts, refreshed };
}

/** Fills the facts, and answers the files whose content has to be read. */
function lookAtAll(request: ObserveRequest, facts: FileFacts): readonly FileId[] {
  const { wanted, records, toCompare } = request;
  const toRead: FileId[] = [];
  const problems: Diagnostic[] = [];
  for (let file = 0; file < wanted.length; file++) {
    if (wanted[file] !== 1) continue;
    const stat = statOf(request, file, problems);
    if (stat === undefined) continue;
    facts.kind[file] = FILE_KIND[stat.type];
    facts.size[file] = stat.size;
    facts.mtimeMs[file] = stat.mtimeMs;
    if (records.fileKind(file) === FILE_KIND.absent && toCompare?.has(file) !== true) continue;
    if (isKnown(records, file, stat)) facts.digest[file] = records.fileDigest(file);
    else toRead.push(file);
  }
  if (problems.length > 0) throw new FlowError(problems);
  return toRead;
}

function statOf(
  { paths, records, disk }: ObserveRequest,
  file: FileId,
  problems: Diagnostic[],
): DiskStat | undefined {
  const path = paths.path(file);
  try {
    const stat = disk.stat(path);
    // The contents of a directory that is not recorded are not read, but its members have times.
    const isWalked = stat?.type === 'directory' && records.fileKind(file) === FILE_KIND.absent;
    return isWalked ? disk.contentStat(path) : stat;
  } catch (error) {
    problems.push(fileNotReadable({ path, code: errorCode(error) }));
    return undefined;
  }
}

/** Is the recorded digest that of the content, as the stat tells? Of a directory it tells nothing. */
function isKnown(records: RecordTable, file: FileId, stat: DiskStat): boolean {
  return (
    stat.type !== 'directory' &&
    records.fileKind(file) === FILE_KIND.file &&
    records.fileSize(file) === stat.size &&
    records.fileMtimeMs(file) === stat.mtimeMs &&
    !records.isYoung(file) &&
    records.fileDigest(file) !== NO_DIGEST
  );
}

async function readAll(
  request: ObserveRequest,
  facts: FileFacts,
  toRead: readonly FileId[],
): Promise<readonly FileRow[]> {
  const refreshed: FileRow[] = [];
  const problems: Diagnostic[] = [];
  let next = 0;
  const readSome = async (): Promise<void> => {
    for (let file = toRead[next++]; file !== undefined; file = toRead[next++]) {
      try {
        const row = await readOne(request, facts, file);
        if (row !== undefined) refreshed.push(row);
      } catch (error) {
        if (!(error instanceof FlowError)) throw error;
        problems.push(...error.diagnostics);
      }
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readSome));
  if (problems.length > 0) throw new FlowError(problems);
  return refreshed;
}

/** Fills in the content's facts; answers the row if it is to be kept in the place of the old one. */
async function readOne(
  { records, hasher }: ObserveRequest,
  facts: FileFacts,
  file: FileId,
): Promise<FileRow | undefined> {
  const known = recordedFile(records, file);
  const row = await hasher.fingerprint(records.paths.path(file), known);
  if (row?.digest === undefined) return undefined;
  if (facts.kind[file] !== FILE_KIND.other) facts.kind[file] = FILE_KIND[row.type];
  facts.size[file] = row.size;
  facts.mtimeMs[file] = row.mtimeMs;
  facts.digest[file] = records.internDigest(row.digest);
  if (known === undefined) return undefined;
  facts.isTorn[file] = lacksMembers(row, known) ? 1 : 0;
  return isNews(row, known) ? row : undefined;
}

/** The content is the recorded one, or is now known at last, and something else is new. */
function isNews(row: FileRow, known: FileRow): boolean {
  const isSameStat =
    row.type === known.type && row.size === known.size && row.mtimeMs === known.mtimeMs;
  if (known.digest === undefined) return isSameStat;
  if (row.digest !== known.digest) return false;
  // The hasher hands the recorded manifest back if all members are as they were.
  return !isSameStat || row.isYoung !== known.isYoung || row.manifest !== known.manifest;
}

/** A file in the place of a directory is no directory that lacks something. */
function lacksMembers(row: FileRow, known: FileRow): boolean {
  if (row.type !== 'directory') return false;
  if (known.manifest === undefined || known.manifest === row.manifest) return false;
  const names = new Set(row.manifest?.members.map(({ name }) => name));
  return known.manifest.members.some(({ name }) => !names.has(name));
}
