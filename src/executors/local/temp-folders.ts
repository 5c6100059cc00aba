import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** An empty folder, lent to one job at a time. */
export interface TempFolder {
  readonly path: string;
  readonly pool: TempPool;
  /** It was seen to be empty when it was last changed then. */
  emptySinceMs: number | undefined;
}

interface TempPool {
  /** Undefined: none can be made. */
  readonly root: string | undefined;
  readonly idle: TempFolder[];
  count: number;
}

/** A change this long after another one shows in a folder's time, however coarse its clock is. */
const CLOCK_TICK_MS = 50;

/**
 * Folders for what jobs throw away. Making and removing one costs more than a short job, so they
 * are lent again, and only those that were used are emptied: a folder shows in its time that
 * something was put into it.
 */
export class TempFolders {
  readonly #makeRoot: (base: string | undefined) => string;
  /** By where the user wants them; undefined: where the system has such. */
  readonly #pools = new Map<string | undefined, TempPool>();
  readonly #emptying = new Set<Promise<void>>();

  /** `makeRoot` makes a folder that is nobody else's, below `base`; it may throw. */
  constructor(makeRoot: (base: string | undefined) => string) {
    this.#makeRoot = makeRoot;
  }

  /** Undefined: there can be none, and the job has to do with what its surroundings say. */
  take(base: string | undefined): TempFolder | undefined {
    const pool = this.#poolIn(base);
    const idle = pool.idle.pop();
    if (idle !== undefined || pool.root === undefined) return idle;
    pool.count += 1;
    const path = `${pool.root}/${pool.count}`;
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch {
      return undefined;
    }
    return { path, pool, emptySinceMs: undefined };
  }

  /** Nothing of the job that had it can write any more. */
  giveBack(folder: TempFolder): void {
    try {
      const { mtimeMs, isLink } = lookAt(folder.path);
      if (isLink) return;
      if (mtimeMs !== folder.emptySinceMs) {
        const names = readdirSync(folder.path);
        if (names.length > 0) {
          this.#empty(folder, names);
          return;
        }
        if (Date.now() - mtimeMs >= CLOCK_TICK_MS) folder.emptySinceMs = mtimeMs;
      }
      folder.pool.idle.push(folder);
    } catch {
      // The job removed it, or shut us out: it is lent to nobody else.
    }
  }

  /** Removes all of them. */
  async close(): Promise<void> {
    await Promise.all(this.#emptying);
    const roots = [...this.#pools.values()].flatMap(({ root }) => root ?? []);
    this.#pools.clear();
    await Promise.all(roots.map((root) => removed(root)));
  }

  #poolIn(base: string | undefined): TempPool {
    const known = this.#pools.get(base);
    if (known !== undefined) return known;
    const pool: TempPool = { root: this.#rootIn(base), idle: [], count: 0 };
    this.#pools.set(base, pool);
    return pool;
  }

  #rootIn(base: string | undefined): string | undefined {
    try {
      return this.#makeRoot(base);
    } catch {
      return undefined; // A disk that is full or may not be written to is no reason not to run.
    }
  }

  /** Not at once, since it may be a lot. */
  #empty(folder: TempFolder, names: readonly string[]): void {
    folder.emptySinceMs = undefined;
    const emptying = Promise.all(names.map((name) => removed(`${folder.path}/${name}`))).then(
      (all) => {
        this.#emptying.delete(emptying);
        if (all.every(Boolean)) folder.pool.idle.push(folder);
      },
    );
    this.#emptying.add(emptying);
  }
}

function lookAt(path: string): { readonly mtimeMs: number; readonly isLink: boolean } {
  const stat = lstatSync(path);
  return { mtimeMs: stat.mtimeMs, isLink: !stat.isDirectory() };
}

/** Follows no link. False: some of it is still there. */
async function removed(path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
