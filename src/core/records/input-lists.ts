import type { FileId } from '../graph/path-table.ts';
import { type IntColumn, intColumn } from './column.ts';
import { HashIndex, stir } from './hash-index.ts';
import type { DigestId } from './record-table.ts';

/** Lists as they lie in a snapshot: list `l` is at `starts[l] .. starts[l + 1]`. */
export interface ListBlock {
  readonly starts: Int32Array;
  readonly files: Int32Array;
  readonly digests: Int32Array;
}

export type ListId = number;

/**
 * Ordered inputs, each with the digest it had, as lists that are kept once: a thousand jobs that
 * read the same thousand files share one.
 */
export class InputLists {
  readonly #starts: IntColumn;
  readonly #files: IntColumn;
  readonly #digests: IntColumn;
  #index: HashIndex | undefined;

  constructor(block?: ListBlock) {
    this.#starts = intColumn(block?.starts ?? new Int32Array(1));
    this.#files = intColumn(block?.files);
    this.#digests = intColumn(block?.digests);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  length(list: ListId): number {
    return this.#starts.at(list + 1) - this.#starts.at(list);
  }

  file(list: ListId, index: number): FileId {
    return this.#files.at(this.#starts.at(list) + index);
  }

  digest(list: ListId, index: number): DigestId {
    return this.#digests.at(this.#starts.at(list) + index);
  }

  /** Both of the same length. */
  intern(files: readonly FileId[], digests: readonly DigestId[]): ListId {
    this.#index ??= this.#buildIndex();
    const candidate = this.count;
    const start = this.#files.length;
    for (const [index, file] of files.entries()) {
      this.#files.push(file);
      this.#digests.push(digests[index] ?? 0);
    }
    this.#starts.push(this.#files.length);
    const known = this.#index.find(this.#hash(candidate), (id) => this.#areEqual(id, candidate));
    if (known < 0) {
      this.#index.add(candidate);
      return candidate;
    }
    this.#starts.cut(candidate + 1);
    this.#files.cut(start);
    this.#digests.cut(start);
    return known;
  }

  /** These lists, numbered anew from 0, with their files and digests renumbered. */
  pick(
    lists: readonly ListId[],
    renumber: { readonly file: (id: FileId) => number; readonly digest: (id: DigestId) => number },
  ): ListBlock {
    const starts = new Int32Array(lists.length + 1);
    for (const [index, list] of lists.entries()) {
      starts[index + 1] = (starts[index] ?? 0) + this.length(list);
    }
    const total = starts[lists.length] ?? 0;
    const block = { starts, files: new Int32Array(total), digests: new Int32Array(total) };
    let at = 0;
    for (const list of lists) {
      for (let index = 0; index < this.length(list); index++) {
        block.files[at] = renumber.file(this.file(list, index));
        block.digests[at] = renumber.digest(this.digest(list, index));
        at += 1;
      }
    }
    return block;
  }

  #buildIndex(): HashIndex {
    const index = new HashIndex((id) => this.#hash(id));
    index.addAll(this.count);
    return index;
  }

  #hash(list: ListId): number {
    let hash = 0x811c9dc5;
    for (let at = this.#starts.at(list); at < this.#starts.at(list + 1); at++) {
      hash = Math.imul(hash ^ this.#files.at(at), 0x01000193);
      hash = Math.imul(hash ^ this.#digests.at(at), 0x01000193);
      hash ^= hash >>> 15;
    }
    return stir(hash);
  }

  #areEqual(one: ListId, other: ListId): boolean {
    const length = this.length(one);
    if (length !== this.length(other)) return false;
    for (let index = 0; index < length; index++) {
      if (this.file(one, index) !== this.file(other, index)) return false;
      if (this.digest(one, index) !== this.digest(other, index)) return false;
    }
    return true;
  }
}
