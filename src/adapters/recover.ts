import { basename, dirname } from 'node:path';
import { recoveryRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { FILE_KIND } from '../core/plan/file-facts.ts';
import type { JournalEntry, StartedEntry } from '../core/records/journal-entry.ts';
import type { Records } from '../core/records/records.ts';
import type { Disk } from '../ports/disk.ts';
import type { Move } from '../ports/job-spec.ts';
import type { JournalWriter } from '../ports/journal.ts';
import { errorCode, isSystemError } from './error-code.ts';

export interface RecoverRequest {
  readonly records: Records;
  readonly disk: Disk;
  readonly journal: JournalWriter;
  /** If absent, all that is partial is removed. */
  readonly aside?: Aside;
  /** Tokens of attempts that may go on: they are left alone, and stay open. */
  readonly spared?: ReadonlySet<string>;
}

/** What may be the work of a person, who found a partial output and went on with it, is kept. */
export interface Aside {
  /** Where, relative to the working directory; of this recovery alone. */
  readonly folder: string;
  /** Later than this, no process of the run that died can have written. Milliseconds since 1970. */
  readonly lastWriteMs: number;
}

/** Bytes. What somebody writes within seconds of a death, nobody can tell from a torso; it is small. */
const SMALL = 1 << 20;

export interface Recovery {
  /** Partial outputs that were kept: what they were called, and where they are. */
  readonly kept: readonly Move[];
  /** Attempts whose outputs are as they were before them. */
  readonly undone: readonly StartedEntry[];
  /** Attempts that stay open: nobody can say whether these outputs are whole. */
  readonly unclear: readonly {
    readonly attempt: StartedEntry;
    readonly outputs: readonly string[];
  }[];
}

/**
 * Undoes the attempts of a run that died: partial outputs go, or are put aside where they may be
 * somebody's work, and old ones come back to their place.
 * Only once nothing of that run can write any more. Should we die too, it is simply repeated.
 *
 * An output whose moved-aside sibling is not there is the old one, not moved yet or put back
 * already, if it is as recorded. Otherwise it may be whole or partial, and is left as it is; its
 * attempt stays open, so that its job counts as incomplete and runs again. If it was protected by
 * then, that is taken back, since the old one was not, or no attempt could have begun.
 *
 * @throws FlowError if the disk refuses.
 */
export function recover(request: RecoverRequest): Recovery {
  const kept: Move[] = [];
  const undone: StartedEntry[] = [];
  const unclear: Recovery['unclear'][number][] = [];
  for (const attempt of request.records.openAttempts()) {
    if (request.spared?.has(attempt.token) === true) continue;
    const outputs = undo(announceReturns(attempt, request), { ...request, kept });
    if (outputs.length === 0) undone.push(attempt);
    else unclear.push({ attempt, outputs });
  }
  write(
    undone.map(({ token }) => ({ kind: 'ended', token })),
    request,
  );
  return { kept, undone, unclear };
}

/**
 * An old output that is not as recorded could not be told from a new one once it is back. So it is
 * first taken off the attempt's outputs: a move of what is no output is certain to be of an old one.
 */
function announceReturns(attempt: StartedEntry, request: RecoverRequest): StartedEntry {
  const { disk } = request;
  const doubtful = new Set<string>();
  for (const { from, to } of attempt.moves) {
    orRefused(from, () => {
      const isThere = disk.lstat(to) !== undefined;
      if (isThere && !isAsRecorded(from, to, request)) doubtful.add(from);
    });
  }
  const outputs = attempt.outputs.filter((output) => !doubtful.has(output));
  if (outputs.length === attempt.outputs.length) return attempt;
  const announced = { ...attempt, outputs };
  write([announced], request);
  return announced;
}

/** Answers the outputs that may be whole or partial. */
function undo(
  attempt: StartedEntry,
  request: RecoverRequest & { kept: Move[] },
): readonly string[] {
  const { disk } = request;
  const moved = new Set(attempt.moves.map(({ from }) => from));
  const outputs = new Set(attempt.outputs);
  const unclear: string[] = [];
  for (const output of outputs) {
    if (!moved.has(output)) orRefused(output, () => putAway(output, request));
  }
  for (const { from, to } of attempt.moves) {
    orRefused(from, () => {
      if (disk.lstat(to) !== undefined) {
        putAway(from, request);
        disk.rename(to, from);
      } else if (outputs.has(from) && disk.lstat(from) !== undefined) {
        if (isAsRecorded(from, from, request)) return;
        if (disk.isProtected(from)) disk.unprotect(from);
        unclear.push(from);
      }
    });
  }
  return unclear;
}

/** Removes what is partial, or puts it aside. */
function putAway(
  path: string,
  { disk, aside, kept }: RecoverRequest & { readonly kept: Move[] },
): void {
  if (aside === undefined || !mayBeWork(path, disk, aside.lastWriteMs)) {
    disk.remove(path);
    return;
  }
  const place = `${aside.folder}/${path}`;
  try {
    disk.makeDirectory(dirname(place));
    disk.rename(path, place);
    kept.push({ from: path, to: place });
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    const name = `.flow-left-${basename(aside.folder)}-${basename(path)}`;
    const sibling = `${dirname(path)}/${name}`;
    disk.rename(path, sibling);
    kept.push({ from: path, to: sibling });
  }
}

function mayBeWork(path: string, disk: Disk, lastWriteMs: number): boolean {
  if (path.startsWith('/') || path.startsWith('../')) return false;
  const found = disk.contentStat(path);
  if (found === undefined || found.type === 'other' || found.size === 0) return false;
  return found.size <= SMALL || found.mtimeMs > lastWriteMs;
}

function write(entries: readonly JournalEntry[], { records, journal }: RecoverRequest): void {
  journal.append(entries);
  for (const entry of entries) records.apply(entry);
}

/** Is what lies at `at` what is recorded of `path`, as far as a stat can tell? */
function isAsRecorded(
  path: string,
  at: string,
  { records, disk }: Pick<RecoverRequest, 'records' | 'disk'>,
): boolean {
  const file = records.paths.find(path);
  const found = disk.contentStat(at);
  if (file < 0 || found === undefined || found.type === 'other') return false;
  return (
    records.fileKind(file) === FILE_KIND[found.type] &&
    records.fileSize(file) === found.size &&
    records.fileMtimeMs(file) === found.mtimeMs
  );
}

function orRefused(path: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(recoveryRefused({ path, code: errorCode(error) }), { cause: error });
  }
}
