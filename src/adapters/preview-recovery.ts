import type { StartedEntry } from '../core/records/journal-entry.ts';
import type { Records } from '../core/records/records.ts';
import type { Disk, DiskEntry } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import { directoryStat } from './directory-stat.ts';
import { recover } from './recover.ts';

export interface PreviewRequest {
  /** Become those of after the recovery. */
  readonly records: Records;
  readonly disk: Disk;
  readonly hasher: Hasher;
  /** Tokens of attempts that go on, or have ended since: they are not undone. */
  readonly spared?: ReadonlySet<string>;
}

/** The disk as it will be. Nothing can be written to it. */
export type Preview = Pick<PreviewRequest, 'disk' | 'hasher'>;

/**
 * What `recover` would make of records and disk, for who only looks: old outputs are seen in their
 * place, and partial ones not at all. Attempts that left some stay open, so that it can be told.
 */
export function previewRecovery(request: PreviewRequest): Preview {
  const { records, disk, hasher, spared = new Set() } = request;
  const open = records.openAttempts();
  if (open.length === 0) return { disk, hasher };
  const overlay = new Overlay(disk);
  const seen = overlay.disk();
  const partial = open.map((attempt) => partialOutputs(attempt, disk));
  const journal = { append: () => {}, close: () => {} };
  const { undone } = recover({ records, disk: seen, journal, spared });
  const tokens = new Set(undone.map(({ token }) => token));
  for (const attempt of partial) {
    if (tokens.has(attempt.token) && attempt.outputs.length > 0) records.apply(attempt);
  }
  return {
    disk: seen,
    hasher: {
      fingerprint: async (path, known) => {
        const at = overlay.placeOf(path);
        if (at === undefined) return undefined;
        if (at === path) return await hasher.fingerprint(path, known);
        const row = await hasher.fingerprint(at, known && { ...known, path: at });
        return row && { ...row, path };
      },
      close: async () => await hasher.close(),
    },
  };
}

/** The attempt, as one at those outputs alone that it began and nobody had made before. */
function partialOutputs(attempt: StartedEntry, disk: Disk): StartedEntry {
  const moved = new Set(attempt.moves.map(({ from }) => from));
  const outputs = attempt.outputs.filter(
    (path) => !moved.has(path) && disk.lstat(path) !== undefined,
  );
  return { ...attempt, outputs, moves: [] };
}

/** Renames and removals that are only thought of. */
class Overlay {
  readonly #disk: Disk;
  /** Where something really lies; undefined: nowhere any more. Holds for all that is below it, too. */
  readonly #places = new Map<string, string | undefined>();
  readonly #opened = new Set<string>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Undefined: it is gone. */
  placeOf(path: string): string | undefined {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const prefix = path.slice(0, end);
      if (!this.#places.has(prefix)) continue;
      const place = this.#places.get(prefix);
      return place === undefined ? undefined : place + path.slice(end);
    }
    return path;
  }

  disk(): Disk {
    const at = <T>(path: string, look: (place: string) => T): T | undefined => {
      const place = this.placeOf(path);
      return place === undefined ? undefined : look(place);
    };
    const disk: Disk = {
      stat: (path) => at(path, (place) => this.#disk.stat(place)),
      contentStat: (path) => {
        const stat = disk.stat(path);
        return stat?.type === 'directory' ? directoryStat(disk, path) : stat;
      },
      lstat: (path) => at(path, (place) => this.#disk.lstat(place)),
      read: (path) => at(path, (place) => this.#disk.read(place)),
      list: (path) => this.#list(path),
      isProtected: (path) =>
        !this.#opened.has(path) && at(path, (place) => this.#disk.isProtected(place)) === true,
      unprotect: (path) => void this.#opened.add(path),
      remove: (path) => this.#put(path, undefined),
      rename: (from, to) => {
        this.#put(to, this.placeOf(from));
        this.#put(from, undefined);
      },
      replace: refuse,
      create: refuse,
      makeDirectory: refuse,
      protect: refuse,
    };
    return disk;
  }

  #put(path: string, place: string | undefined): void {
    for (const below of this.#places.keys()) {
      if (below.startsWith(`${path}/`)) this.#places.delete(below);
    }
    this.#places.set(path, place);
  }

  #list(folder: string): readonly DiskEntry[] | undefined {
    const place = this.placeOf(folder);
    const listed = place === undefined ? undefined : this.#disk.list(place);
    const entries = new Map(listed?.map((entry) => [entry.name, entry]));
    const prefix = folder === '.' ? '' : `${folder}/`;
    for (const [path, at] of this.#places) {
      const name = path.slice(prefix.length);
      if (!path.startsWith(prefix) || name.includes('/')) continue;
      const type = at === undefined ? undefined : this.#disk.stat(at)?.type;
      if (type === undefined) entries.delete(name);
      else entries.set(name, { name, type });
    }
    return listed === undefined && entries.size === 0 ? undefined : [...entries.values()];
  }
}

function refuse(): never {
  throw new Error('a preview of the disk cannot be written to');
}
