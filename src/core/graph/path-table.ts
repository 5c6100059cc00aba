/** A file by number: an index into the columns of graph, records and facts. */
export type FileId = number;

export const NO_FILE = -1;

/**
 * Paths, each kept once and numbered from 0 in order of arrival.
 *
 * The records seed the table before the graph is built, so that a file bears the same number in
 * both and no path is looked up twice. Paths are normalised and relative to the working directory.
 *
 * An open-addressed table of numbers (linear probing, at most half full) and no `Map`: it is filled
 * from the bytes of a snapshot without making a string of each path.
 */
export class PathTable {
  #seeds: Seeds = NO_SEEDS;
  /** Those that came after the seeds. */
  readonly #added: string[] = [];
  /** By file. */
  #hashes = new Int32Array(16);
  /** Files, each at the first free place from that of its hash on. */
  #slots = emptySlots(16);

  get size(): number {
    return this.#seeds.count + this.#added.length;
  }

  /** The path's number, given now if it has none. */
  intern(path: string): FileId {
    const hash = hashOf(path);
    const known = this.#find(path, hash);
    if (known !== NO_FILE) return known;
    const id = this.size;
    if (id >= this.#hashes.length) this.#grow();
    this.#added.push(path);
    this.#hashes[id] = hash;
    this.#place(id, hash);
    return id;
  }

  /** The path's number, or `NO_FILE`. */
  find(path: string): FileId {
    return this.#find(path, hashOf(path));
  }

  /** Throws on a number that was never given. */
  path(id: FileId): string {
    const { count, text, starts } = this.#seeds;
    const path =
      id < count && id >= 0
        ? text.slice(starts[id], (starts[id + 1] ?? 0) - 1)
        : this.#added[id - count];
    if (path === undefined) throw new Error(`PathTable: no file ${id}`);
    return path;
  }

  /** Numbers the paths of a block of UTF-8 with NUL between them. For an empty table. */
  seed(block: Uint8Array): void {
    if (this.size > 0) throw new Error('PathTable: seeded too late');
    if (block.length === 0) return;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(block);
    if (text.length !== block.length) {
      // Not ASCII alone: places in the text are not those in the block.
      for (const path of text.split('\0')) this.intern(path);
      return;
    }
    const count = countPaths(block);
    const starts = new Int32Array(count + 1);
    this.#hashes = new Int32Array(count + (count >> 2) + 16);
    this.#slots = emptySlots(this.#hashes.length);
    scan(block, starts, this.#hashes);
    this.#seeds = { count, text, starts };
    for (let id = 0; id < count; id++) this.#place(id, this.#hashes[id] ?? 0);
  }

  #find(path: string, hash: number): FileId {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] ?? NO_FILE;
      if (id === NO_FILE) return NO_FILE;
      if (this.#hashes[id] === hash && this.path(id) === path) return id;
    }
  }

  #place(id: FileId, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== NO_FILE) slot = (slot + 1) & mask;
    slots[slot] = id;
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.size);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = emptySlots(hashes.length);
    for (let id = 0; id < this.size; id++) this.#place(id, hashes[id] ?? 0);
  }
}

/** Paths that lie in one text; each ends one character before the next one starts. */
interface Seeds {
  readonly count: number;
  readonly text: string;
  readonly starts: Int32Array;
}

const NO_SEEDS: Seeds = { count: 0, text: '', starts: new Int32Array(1) };

/** A power of two of them, twice as many as there may be files. */
function emptySlots(fileCount: number): Int32Array {
  let count = 32;
  while (count < 2 * fileCount) count *= 2;
  return new Int32Array(count).fill(NO_FILE);
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of the UTF-16 code units, mixed at last so that the low bits depend on all of them. */
function hashOf(path: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < path.length; index++) {
    hash = Math.imul(hash ^ path.charCodeAt(index), FNV_PRIME);
  }
  return mixed(hash);
}

/** The end of MurmurHash3. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function countPaths(block: Uint8Array): number {
  let count = 1;
  for (let at = 0; at < block.length; at++) if (block[at] === 0) count += 1;
  return count;
}

/** Where the paths of an ASCII block start, and their hashes. */
function scan(block: Uint8Array, starts: Int32Array, hashes: Int32Array): void {
  let hash = FNV_OFFSET;
  let id = 0;
  for (let at = 0; at <= block.length; at++) {
    const byte = block[at] ?? 0;
    if (byte !== 0) {
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      continue;
    }
    hashes[id] = mixed(hash);
    id += 1;
    starts[id] = at + 1;
    hash = FNV_OFFSET;
  }
}
