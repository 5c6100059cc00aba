import { crc32 } from 'node:zlib';
import { encodeHeader } from '../core/records/entry-encoder.ts';
import type { Records } from '../core/records/records.ts';
import { DRAFT_SUFFIX, type FileCalls, placeFile } from './file-calls.ts';
import {
  isSnapshotName,
  JOURNAL,
  type LoadedJournal,
  namesIn,
  snapshotName,
} from './load-records.ts';

/** By length of journal and snapshot, in bytes. Reading a journal costs ten times its snapshot. */
const ALWAYS_FINE = 64 * 1024;
const LARGE = 1024 * 1024;
/** Next to a large snapshot: writing that anew must not cost more than it saves. */
const SHARE_OF_SNAPSHOT = 1 / 16;

interface Folder {
  readonly directory: string;
  readonly calls: FileCalls;
}

export function isWorthCompacting({ goodBytes, snapshotBytes }: LoadedJournal): boolean {
  if (goodBytes <= ALWAYS_FINE) return false;
  const isLongAsSnapshot = goodBytes > snapshotBytes;
  return isLongAsSnapshot || goodBytes > Math.max(LARGE, snapshotBytes * SHARE_OF_SNAPSHOT);
}

/**
 * Puts all records into a new snapshot, and begins an empty journal that goes on from it. The
 * rename of the journal is the moment at which the new ones count; before it, and after it, a death
 * leaves only a stray file.
 */
export function compactJournal(
  folder: Folder,
  { records, journal }: { readonly records: Records; readonly journal: LoadedJournal },
): LoadedJournal {
  const generation = journal.generation + 1;
  const snapshot = records.snapshot(crc32);
  placeFile(
    folder.calls,
    { directory: folder.directory, name: snapshotName(generation) },
    snapshot,
  );
  const created = createJournal(folder, generation);
  removeStrays(folder, generation);
  return { ...created, snapshotBytes: snapshot.length };
}

/** An empty journal, in the place of what is there. */
export function createJournal({ directory, calls }: Folder, generation: number): LoadedJournal {
  const header = Buffer.from(encodeHeader(generation, crc32));
  placeFile(calls, { directory, name: JOURNAL }, header);
  return {
    generation,
    snapshotBytes: 0,
    journalBytes: header.length,
    goodBytes: header.length,
  };
}

/** Removes what a death while compacting left: drafts, and all snapshots but that of `generation`. */
export function removeStrays(folder: Folder, generation: number): void {
  const { directory, calls } = folder;
  for (const name of namesIn(folder)) {
    const isStray =
      (isSnapshotName(name) && name !== snapshotName(generation)) ||
      (name.startsWith(JOURNAL) && name.endsWith(DRAFT_SUFFIX));
    if (isStray) calls.unlinkSync(`${directory}/${name}`);
  }
}
