import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { diskRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isAbsence, isSystemError } from './error-code.ts';
import { FLOW_FOLDER } from './flow-folder.ts';
import { makeFolders } from './make-folders.ts';

/** A file or directory that goes to the trash. */
export interface TrashEntry {
  /** Relative to the working directory. */
  readonly path: string;
  /** The rule that made it. */
  readonly rule: string;
  /** sha256 in hex, as it was recorded; null: it was not known. */
  readonly sha256: string | null;
}

/** What was moved to the trash together, and when. */
export interface Receipt {
  readonly version: 1;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly files: readonly TrashEntry[];
}

/** Paths that lie elsewhere than they seem to: not below the working directory, or not really. */
export function isOutside(path: string): boolean {
  if (path.startsWith('/') || path === '..' || path.startsWith('../')) return true;
  if (path === FLOW_FOLDER || path.startsWith(`${FLOW_FOLDER}/`)) return true;
  const here = realpathSync('.');
  const folder = realFolder(path);
  return folder !== undefined && folder !== here && !folder.startsWith(`${here}/`);
}

/** Is something there, be it a link to nothing? */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Moves files of the working directory, in which the process stands, to `.flow/trash/STAMP/files/`.
 * The receipt is written first, so that none is moved without one. Links are moved, not followed.
 *
 * @throws FlowError if the disk refuses; what was moved by then stays there, and can be put back.
 */
export function moveToTrash(stamp: string, receipt: Receipt): void {
  const folder = trashFolder(stamp);
  orRefused('make', folder, () => {
    makeFolders(`${folder}/files`);
    writeFileSync(`${folder}/receipt.json`, `${JSON.stringify(receipt, undefined, 2)}\n`);
  });
  for (const { path } of receipt.files) {
    const to = `${folder}/files/${path}`;
    orRefused('move', path, () => {
      mkdirSync(dirname(to), { recursive: true });
      renameSync(path, to);
    });
  }
}

/** Undefined: there is none of that stamp. */
export function readReceipt(stamp: string): Receipt | undefined {
  try {
    const receipt: Receipt = JSON.parse(readFileSync(`${trashFolder(stamp)}/receipt.json`, 'utf8'));
    return receipt;
  } catch (error) {
    if (isAbsence(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Stamps of all receipts, newest first. */
export function stampsInTrash(): readonly string[] {
  try {
    return readdirSync(`${FLOW_FOLDER}/trash`)
      .filter((stamp) => readReceipt(stamp) !== undefined)
      .toSorted()
      .toReversed();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

/** What came of putting things back. */
export interface Restored {
  readonly back: readonly string[];
  /** Something else is there by now; they stay in the trash. */
  readonly taken: readonly string[];
}

/**
 * Moves what a receipt names back to where it was, and replaces nothing. The receipt goes with the
 * last of it.
 */
export function restoreFromTrash(stamp: string, { files }: Receipt): Restored {
  const back: string[] = [];
  const taken: string[] = [];
  for (const { path } of files) {
    const from = `${trashFolder(stamp)}/files/${path}`;
    if (!isThere(from)) continue; // It is back already, or was never moved.
    if (isThere(path)) {
      taken.push(path);
      continue;
    }
    orRefused('move', from, () => {
      mkdirSync(dirname(path), { recursive: true });
      renameSync(from, path);
    });
    back.push(path);
  }
  if (taken.length === 0) rmSync(trashFolder(stamp), { recursive: true });
  return { back, taken };
}

function trashFolder(stamp: string): string {
  return `${FLOW_FOLDER}/trash/${stamp}`;
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(dirname(path));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function orRefused(what: string, path: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(diskRefused(what, { path, code: errorCode(error) }), { cause: error });
  }
}
