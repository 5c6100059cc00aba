import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Disk, DiskEntry, DiskStat } from '../ports/disk.ts';
import { directoryStat } from './directory-stat.ts';
import { errorCode, isAbsence } from './error-code.ts';
import { makeFolders } from './make-folders.ts';
import { pathsOf } from './working-directory.ts';

/**
 * The disk of this machine.
 *
 * Besides `ENOENT`, `ENOTDIR` counts as absence: `a/b` is not there if `a` is a file. Everything
 * else that Node throws is passed on: `EACCES` (a folder on the way may not be entered), `ELOOP`
 * (links in a circle), `ENAMETOOLONG`, `EIO`. Entries of `list` that are links bear the type of
 * what they lead to, `other` if to nothing.
 */
export function nodeDisk(workingDirectory: string): Disk {
  const at = pathsOf(workingDirectory);
  const disk: Disk = {
    stat: (path) => present(statSync, at(path)),
    contentStat: (path) => {
      const stat = disk.stat(path);
      return stat?.type === 'directory' ? directoryStat(disk, path) : stat;
    },
    lstat: (path) => present(lstatSync, at(path)),
    list: (path) => list(at(path)),
    read: (path) => orAbsent(() => readFileSync(at(path))),
    replace: (path, content) => replace(at(path), content),
    create: (path, content) => writeFileSync(at(path), content, { flag: 'wx' }),
    makeDirectory: (path) => void makeFolders(at(path)),
    rename: (from, to) => renameSync(at(from), at(to)),
    remove: (path) => remove(at(path)),
    protect: (path) => changeModes(at(path), (mode) => mode & ~WRITE_BITS),
    unprotect: (path) => changeModes(at(path), (mode) => mode | OWNER_WRITE_BIT),
    isProtected: (path) => {
      const stats = lstatSync(at(path), QUIETLY);
      return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & WRITE_BITS) === 0;
    },
  };
  return disk;
}

/** Of owner, group and others. */
const WRITE_BITS = 0o222;
const OWNER_WRITE_BIT = 0o200;

const QUIETLY = { throwIfNoEntry: false } as const;

function present(
  look: (path: string, options: typeof QUIETLY) => Stats | undefined,
  path: string,
): DiskStat | undefined {
  try {
    const stats = look(path, QUIETLY);
    return stats && { type: typeOf(stats), size: stats.size, mtimeMs: stats.mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function list(path: string): readonly DiskEntry[] | undefined {
  return orAbsent(() =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      type: entry.isSymbolicLink() ? linkedType(join(path, entry.name)) : typeOf(entry),
    })),
  );
}

function linkedType(path: string): DiskEntry['type'] {
  try {
    return present(statSync, path)?.type ?? 'other';
  } catch {
    return 'other'; // It leads in a circle, or to where we may not look.
  }
}

/** The content lies beside it first, under a name that globs and manifests do not see. */
function replace(path: string, content: Uint8Array | string): void {
  const draft = join(dirname(path), `.flow-${basename(path)}.${process.pid}`);
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (isAbsence(error)) return;
    // Directories: Linux says EISDIR, macOS EPERM.
    removeFolder(path);
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (errorCode(error) !== 'EACCES') throw error;
    // What was protected is in the way of its own removal.
    changeModes(path, (mode) => mode | OWNER_WRITE_BIT);
    rmSync(path, { recursive: true, force: true });
  }
}

/** Of a file, or of a directory and all in it; links are left as they are. */
function changeModes(path: string, change: (mode: number) => number): void {
  const pending = [path];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const stats = lstatSync(next);
    if (stats.isSymbolicLink()) continue;
    chmodSync(next, change(stats.mode & 0o7777));
    if (!stats.isDirectory()) continue;
    for (const name of readdirSync(next)) pending.push(join(next, name));
  }
}

function orAbsent<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function typeOf(entry: Stats | Dirent): DiskEntry['type'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
