import { crc32 } from 'node:zlib';
import { fileNotReadable, journalMissing, snapshotMissing } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { PathTable } from '../core/graph/path-table.ts';
import { journalGeneration, readJournal } from '../core/records/read-journal.ts';
import { Records } from '../core/records/records.ts';
import { errorCode, isAbsence, isSystemError } from './error-code.ts';
import { type FileCalls, nodeFileCalls } from './file-calls.ts';

export const JOURNAL = 'journal';
/** A writer may compact while we read; it does so once a run. */
const READ_ATTEMPTS = 5;

export interface LoadedRecords {
  readonly records: Records;
  /** Undefined: there is no journal yet. */
  readonly journal: LoadedJournal | undefined;
}

export interface LoadedJournal {
  /** Of the snapshot that the journal goes on from; 0: none. */
  readonly generation: number;
  readonly snapshotBytes: number;
  readonly journalBytes: number;
  /** What comes after it is the torn end that a death while writing left. */
  readonly goodBytes: number;
}

/** Where records lie: `.flow`, and by which calls they are reached. */
export interface RecordFolder {
  readonly directory: string;
  readonly calls?: FileCalls;
}

/**
 * All records, or none if there is no `.flow`. Writes nothing, needs no lock, and may read beside
 * a writer. Numbers all recorded paths in `paths`.
 *
 * @throws FlowError if they are damaged, of a newer version, or cannot be read.
 */
export function loadRecords(folder: RecordFolder, paths: PathTable): Records {
  return readRecords(folder, paths).records;
}

/** `loadRecords`, and what is to know about the files. */
export function readRecords(folder: RecordFolder, paths: PathTable): LoadedRecords {
  const { directory, calls = nodeFileCalls } = folder;
  const file = `${directory}/${JOURNAL}`;
  let last: number | undefined;
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
    const bytes = readWhole(calls, file);
    if (bytes === undefined) return withoutJournal(folder, paths);
    const journal = { bytes, file, crc32 };
    const generation = journalGeneration(journal);
    const snapshot = `${directory}/${snapshotName(generation)}`;
    const snapshotBytes = generation === 0 ? undefined : readWhole(calls, snapshot);
    if (generation !== 0 && snapshotBytes === undefined) {
      if (generation === last) throw new FlowError(snapshotMissing(file, snapshot));
      last = generation;
      continue;
    }
    const records =
      snapshotBytes === undefined
        ? new Records(paths)
        : Records.fromSnapshot({ bytes: snapshotBytes, file: snapshot, crc32 }, paths);
    const { goodLength } = readJournal(journal, (entry) => records.apply(entry));
    return {
      records,
      journal: {
        generation,
        snapshotBytes: snapshotBytes?.length ?? 0,
        journalBytes: bytes.length,
        goodBytes: goodLength,
      },
    };
  }
  throw new FlowError(snapshotMissing(file, `${directory}/${snapshotName(last ?? 0)}`));
}

export function snapshotName(generation: number): string {
  return `journal.snapshot-${generation}`;
}

/** Names of the files that lie there; none if there is no such folder. */
export function namesIn({ directory, calls = nodeFileCalls }: RecordFolder): readonly string[] {
  try {
    return calls.readdirSync(directory);
  } catch (error) {
    return absentOr(error, directory) ?? [];
  }
}

export function isSnapshotName(name: string): boolean {
  return /^journal\.snapshot-\d+$/.test(name);
}

function withoutJournal(folder: RecordFolder, paths: PathTable): LoadedRecords {
  const snapshot = namesIn(folder).find(isSnapshotName);
  if (snapshot !== undefined) {
    const { directory } = folder;
    throw new FlowError(journalMissing(`${directory}/${JOURNAL}`, `${directory}/${snapshot}`));
  }
  return { records: new Records(paths), journal: undefined };
}

function readWhole(calls: FileCalls, path: string): Uint8Array | undefined {
  try {
    return calls.readFileSync(path);
  } catch (error) {
    return absentOr(error, path);
  }
}

function absentOr(error: unknown, path: string): undefined {
  if (isAbsence(error)) return undefined;
  if (!isSystemError(error)) throw error;
  throw new FlowError(fileNotReadable({ path, code: errorCode(error) }), { cause: error });
}
