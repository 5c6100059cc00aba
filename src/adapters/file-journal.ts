import { crc32 } from 'node:zlib';
import { journalNotWritten } from '../core/catalogue/environment.ts';
import { assert, FlowError } from '../core/diagnostic.ts';
import { PathTable } from '../core/graph/path-table.ts';
import { EntryEncoder } from '../core/records/entry-encoder.ts';
import type { JournalEntry } from '../core/records/journal-entry.ts';
import type { Records } from '../core/records/records.ts';
import type { JournalWriter } from '../ports/journal.ts';
import {
  compactJournal,
  createJournal,
  isWorthCompacting,
  removeStrays,
} from './compact-journal.ts';
import { errorCode, isSystemError } from './error-code.ts';
import { nodeFileCalls, withDescriptor, writeWhole } from './file-calls.ts';
import { JOURNAL, type LoadedJournal, type RecordFolder, readRecords } from './load-records.ts';

/** What a power cut may lose is what was appended within this time: those jobs run again. */
const SYNC_EVERY_MS = 1_000;

export interface OpenedJournal {
  /** As they are on disk. Not changed by what is appended. */
  readonly records: Records;
  readonly journal: JournalWriter;
}

/**
 * Reads the records and makes the journal ready for more: cuts off what a death while writing left,
 * compacts where that pays, removes strays. Only for the holder of the lock; the folder must exist.
 *
 * @throws FlowError if the records are damaged, or cannot be read or written.
 */
export function openJournal(folder: RecordFolder, paths: PathTable): OpenedJournal {
  const { directory, calls = nodeFileCalls } = folder;
  const path = `${directory}/${JOURNAL}`;
  const loaded = readRecords(folder, paths);
  try {
    const journal = makeReady({ directory, calls }, loaded);
    return { records: loaded.records, journal: new FileJournal({ directory, calls }, journal) };
  } catch (error) {
    if (error instanceof FlowError) throw error;
    throw refused(path, error);
  }
}

type Folder = Required<RecordFolder>;

function makeReady(
  folder: Folder,
  { records, journal }: { records: Records; journal: LoadedJournal | undefined },
): LoadedJournal {
  if (journal === undefined) return createJournal(folder, 0);
  removeStrays(folder, journal.generation);
  if (isWorthCompacting(journal)) return compactJournal(folder, { records, journal });
  if (journal.goodBytes === journal.journalBytes) return journal;
  withDescriptor(
    folder.calls,
    { path: `${folder.directory}/${JOURNAL}`, flags: 'r+' },
    (descriptor) => {
      folder.calls.ftruncateSync(descriptor, journal.goodBytes);
      folder.calls.fsyncSync(descriptor);
    },
  );
  return { ...journal, journalBytes: journal.goodBytes };
}

class FileJournal implements JournalWriter {
  readonly #folder: Folder;
  readonly #path: string;
  readonly #descriptor: number;
  readonly #encoder = new EntryEncoder(crc32);
  #journal: LoadedJournal;
  /** Set when a batch that failed could not be cut off. */
  #tornBy: FlowError | undefined;
  /** Set when the kernel could not put entries on the disk. */
  #unsyncedBy: FlowError | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: Folder, journal: LoadedJournal) {
    this.#folder = folder;
    this.#journal = journal;
    this.#path = `${folder.directory}/${JOURNAL}`;
    this.#descriptor = folder.calls.openSync(this.#path, 'a');
  }

  append(entries: readonly JournalEntry[]): void {
    assert(!this.#isClosed, 'journal: append after close');
    if (entries.length === 0) return;
    const refusal = this.#tornBy ?? this.#unsyncedBy;
    if (refusal !== undefined) throw refusal;
    const lines = Buffer.from(this.#encoder.encode(entries));
    try {
      writeWhole(this.#folder.calls, this.#descriptor, lines);
    } catch (error) {
      throw this.#takeBack(refused(this.#path, error));
    }
    const length = this.#journal.goodBytes + lines.length;
    this.#journal = { ...this.#journal, goodBytes: length, journalBytes: length };
    this.#syncTimer ??= setTimeout(() => this.#sync(), SYNC_EVERY_MS).unref();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#syncTimer !== undefined) this.#sync();
    try {
      this.#folder.calls.closeSync(this.#descriptor);
    } catch (error) {
      this.#unsyncedBy ??= refused(this.#path, error);
    }
    if (this.#unsyncedBy !== undefined) throw this.#unsyncedBy;
    if (isWorthCompacting(this.#journal)) this.#compact();
  }

  /** A batch that was not written whole is cut off, so that later ones follow good lines. */
  #takeBack(refusal: FlowError): FlowError {
    this.#encoder.forget();
    try {
      this.#folder.calls.ftruncateSync(this.#descriptor, this.#journal.goodBytes);
    } catch {
      // What lies at the end stays a torn end, if nothing follows it.
      this.#tornBy = refusal;
    }
    return refusal;
  }

  #sync(): void {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    try {
      this.#folder.calls.fsyncSync(this.#descriptor);
    } catch (error) {
      this.#unsyncedBy ??= refused(this.#path, error);
    }
  }

  /** From the files, so that nothing depends on what was done to the records in memory. */
  #compact(): void {
    try {
      const { records, journal } = readRecords(this.#folder, new PathTable());
      if (journal !== undefined) compactJournal(this.#folder, { records, journal });
    } catch {
      // The journal is whole without it, and the next run tries again.
    }
  }
}

/** What is no refusal of the disk is thrown as it is. */
function refused(path: string, error: unknown): FlowError {
  if (!isSystemError(error)) throw error;
  return new FlowError(journalNotWritten({ path, code: errorCode(error) }), { cause: error });
}
