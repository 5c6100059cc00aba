export interface DiskStat {
  readonly type: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, exact to a quarter of a microsecond. */
  readonly mtimeMs: number;
}

export interface DiskEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
}

/**
 * The file system, in the few calls that flow makes. Synchronous: on local disks a call takes
 * microseconds, less than a promise. Relative paths are relative to the working directory.
 * Calls throw what Node throws (`code` is `ENOSPC`, `EACCES` …), save where absence is an answer.
 */
export interface Disk {
  /** Follows links; undefined if there is nothing, or a link to nothing. */
  stat(path: string): DiskStat | undefined;
  /**
   * As `stat`, but of a directory: the size of its members together, and the time of the youngest
   * of them, as a fingerprint has them.
   */
  contentStat(path: string): DiskStat | undefined;
  /** Does not follow links; undefined only if there is nothing at all. */
  lstat(path: string): DiskStat | undefined;
  /** Entries of a directory, unsorted; undefined if there is none. */
  list(path: string): readonly DiskEntry[] | undefined;
  read(path: string): Uint8Array | undefined;
  /** Whole content, replaced by rename, so that readers see old or new and nothing between. */
  replace(path: string, content: Uint8Array | string): void;
  /** Fails with `EEXIST` if it is there. */
  create(path: string, content: string): void;
  makeDirectory(path: string): void;
  rename(from: string, to: string): void;
  /** A file, link or whole directory, protected or not; nothing there is fine. */
  remove(path: string): void;
  /** Takes write permission away from everybody: of a file, or of a directory and all in it. */
  protect(path: string): void;
  /** Gives the owner the permission to write, in the same way. */
  unprotect(path: string): void;
  /** Has nobody permission to write to it? Links are never protected, nor is what is not there. */
  isProtected(path: string): boolean;
}
