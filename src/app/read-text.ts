import { readFileSync, type Stats, statSync } from 'node:fs';
import { isAbsence } from '../adapters/error-code.ts';
import { unreadableFile } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';

/** The lines of a file, or undefined if it cannot be read. */
export function readLines(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Is it there, and a file? */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** Is it there, and a folder? */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path may be a file itself.
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * The text of a file that the user named, as UTF-8; a mark at its beginning is no part of it.
 * `what` and `asWritten` are for the usage error that it throws if there is no such text.
 */
export function readUserText(file: string, what: string, asWritten: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new FlowError(unreadableFile(what, asWritten, code), { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FlowError(unreadableFile(what, asWritten, 'not-utf-8'), { cause: error });
  }
}
