import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { isAbsence } from './error-code.ts';

/** Something in a directory, at any depth. */
export interface DirectoryMember {
  /** Relative to the directory; that of an empty directory ends in `/`. */
  readonly name: string;
  readonly kind: 'file' | 'link' | 'empty' | 'other';
  /** Bytes; of a link, of its text; 0 for the rest. */
  readonly size: number;
  readonly mtimeMs: number;
  /** What a link says that it leads to; empty for the rest. */
  readonly link: string;
}

/**
 * All files, links (not followed), empty directories and others below a directory, sorted by name.
 * Undefined if something vanished during the look, or the directory is not there. What flow itself
 * puts beside outputs (names that begin with `.flow`) is no member.
 *
 * @throws what Node throws, absence excepted.
 */
export function directoryMembers(directory: string): readonly DirectoryMember[] | undefined {
  const members: DirectoryMember[] = [];
  const pending = [''];
  try {
    for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
      const entries = readdirSync(`${directory}/${prefix}`, { withFileTypes: true });
      const ours = entries.filter(({ name }) => !name.startsWith('.flow'));
      if (ours.length === 0 && prefix !== '') members.push(emptyMember(directory, prefix));
      for (const entry of ours) {
        if (entry.isDirectory()) pending.push(`${prefix}${entry.name}/`);
        else members.push(memberOf(directory, prefix, entry));
      }
    }
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
  return members.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function memberOf(directory: string, prefix: string, entry: Dirent): DirectoryMember {
  const name = `${prefix}${entry.name}`;
  const { size, mtimeMs } = lstatSync(`${directory}/${name}`);
  if (entry.isFile()) return { name, kind: 'file', size, mtimeMs, link: '' };
  if (!entry.isSymbolicLink()) return { name, kind: 'other', size: 0, mtimeMs, link: '' };
  const link = readlinkSync(`${directory}/${name}`);
  return { name, kind: 'link', size, mtimeMs, link };
}

function emptyMember(directory: string, name: string): DirectoryMember {
  const { mtimeMs } = lstatSync(`${directory}/${name}`);
  return { name, kind: 'empty', size: 0, mtimeMs, link: '' };
}
