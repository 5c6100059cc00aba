import { isAbsolute } from 'node:path';
import { fileNotReadable } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import type { Disk, DiskStat } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import { fingerprintDirectory } from './directory-fingerprint.ts';
import { errorCode, isAbsence, isSystemError } from './error-code.ts';
import { hashFile, hashText } from './hash-file.ts';
import { bundledWorker, HashPool, hashInPieces } from './hash-pool.ts';
import { pathsOf } from './working-directory.ts';

export interface NodeHasherOptions {
  readonly disk: Pick<Disk, 'stat'>;
  readonly workingDirectory: string;
  /** How many large files are read at once. */
  readonly threads: number;
  /** As `clockTickMs` answers. A file changed within this time of the look is young. */
  readonly tickMs: number;
  /** Size in bytes up to which a file is read at once, in this thread. */
  readonly smallBytes?: number;
  /** The built worker; where there is none, large files are read piece by piece in this thread. */
  readonly workerFile?: string | undefined;
}

/** At the speed of sha256, a fifth of a millisecond. */
const SMALL_BYTES = 256 * 1024;
/** Files that change under our eyes are looked at again, but not for ever. */
const LOOKS = 4;
/** Files outside the working directory may lie on a file system whose tick was not measured. */
const FOREIGN_TICK_MS = 20;

/** sha256 of files, and of directories by their manifest. */
export function nodeHasher(options: NodeHasherOptions): Hasher {
  return new NodeHasher({ workerFile: bundledWorker(), smallBytes: SMALL_BYTES, ...options });
}

class NodeHasher implements Hasher {
  readonly #options: NodeHasherOptions & { readonly smallBytes: number };
  readonly #at: (path: string) => string;
  readonly #pool: HashPool | undefined;
  readonly #underWay = new Map<string, Promise<FileRow | undefined>>();
  /** Newest rows of directories, with the manifests that callers need not keep. */
  readonly #directories = new Map<string, FileRow>();

  constructor(options: NodeHasherOptions & { readonly smallBytes: number }) {
    const { threads, workerFile, workingDirectory } = options;
    this.#options = options;
    this.#at = pathsOf(workingDirectory);
    this.#pool = workerFile === undefined ? undefined : new HashPool({ threads, workerFile });
  }

  async fingerprint(path: string, known?: FileRow): Promise<FileRow | undefined> {
    const underWay = this.#underWay.get(path);
    if (underWay !== undefined) return await underWay;
    const look = this.#look(path, known);
    this.#underWay.set(path, look);
    try {
      return await look;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const problem = { path, code: errorCode(error) };
      throw new FlowError(fileNotReadable(problem), { cause: error });
    } finally {
      this.#underWay.delete(path);
    }
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  async #look(path: string, known: FileRow | undefined): Promise<FileRow | undefined> {
    for (let look = 1; look <= LOOKS; look++) {
      const lookMs = Date.now();
      const stat = this.#options.disk.stat(path);
      if (stat === undefined) return undefined;
      const row =
        stat.type === 'directory'
          ? await this.#lookAtDirectory(path, known)
          : await this.#lookAtFile(path, { stat, lookMs, known });
      if (row !== undefined) return row;
    }
    return undefined;
  }

  async #lookAtFile(
    path: string,
    look: { readonly stat: DiskStat; readonly lookMs: number; readonly known: FileRow | undefined },
  ): Promise<FileRow | undefined> {
    const { stat, known } = look;
    if (known !== undefined && isTrusted(known) && isSame(known, stat)) return { ...known, path };
    const digest = await this.#digestIfThere(path, stat);
    const after = this.#options.disk.stat(path);
    if (digest === undefined || after?.type !== stat.type || !isSame(after, stat)) return undefined;
    const { size, mtimeMs } = stat;
    const tickMs = this.#tickMs(path);
    const isYoung = tickMs > 0 && mtimeMs >= look.lookMs - tickMs;
    return { path, type: 'file', size, mtimeMs, digest, isYoung };
  }

  async #lookAtDirectory(path: string, given: FileRow | undefined): Promise<FileRow | undefined> {
    const known = given?.manifest === undefined ? this.#directories.get(path) : given;
    const row = await fingerprintDirectory(
      { path, at: this.#at(path), known: known?.type === 'directory' ? known : undefined },
      {
        contentDigest: (file, size) => this.#contentDigest(file, size),
        tickMs: this.#tickMs(path),
      },
    );
    if (row !== undefined) this.#directories.set(path, row);
    return row;
  }

  /** Undefined: it was removed meanwhile. */
  async #digestIfThere(path: string, { type, size }: DiskStat): Promise<string | undefined> {
    // Reading a pipe or a device might never end; they are what they are.
    if (type === 'other') return hashText('other');
    try {
      return await this.#contentDigest(this.#at(path), size);
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  #contentDigest(at: string, size: number): string | Promise<string> {
    if (size <= this.#options.smallBytes) return hashFile(at);
    return this.#pool?.digest(at) ?? hashInPieces(at);
  }

  #tickMs(path: string): number {
    const { tickMs } = this.#options;
    const isForeign = isAbsolute(path) || path.startsWith('../');
    return isForeign ? Math.max(tickMs, FOREIGN_TICK_MS) : tickMs;
  }
}

function isTrusted(known: FileRow): boolean {
  return known.type === 'file' && known.digest !== undefined && !known.isYoung;
}

function isSame(
  one: { readonly size: number; readonly mtimeMs: number },
  other: { readonly size: number; readonly mtimeMs: number },
): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}
