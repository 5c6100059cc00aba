/** A file by number: an index into the columns of graph, records and facts. */
export type FileId = number;

export const NO_FILE = -1;

/**
 * Paths, each kept once and numbered from 0 in order of arrival.
 *
 * The records seed the table before the graph is built, so that a file bears the same number in
 * both and no path is looked up twice. Paths are normalised and relative to the working directory.
 */
export class PathTable {
  readonly #ids = new Map<string, FileId>();
  readonly #paths: string[] = [];

  get size(): number {
    return this.#paths.length;
  }

  /** The path's number, given now if it has none. */
  intern(path: string): FileId {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const id = this.#paths.length;
    this.#ids.set(path, id);
    this.#paths.push(path);
    return id;
  }

  /** The path's number, or `NO_FILE`. */
  find(path: string): FileId {
    return this.#ids.get(path) ?? NO_FILE;
  }

  /** Throws on a number that was never given. */
  path(id: FileId): string {
    const path = this.#paths[id];
    if (path === undefined) throw new Error(`PathTable: no file ${id}`);
    return path;
  }
}
