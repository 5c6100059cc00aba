import { assert } from '../diagnostic.ts';
import { type IntColumn, intColumn } from './column.ts';
import { HashIndex, stir } from './hash-index.ts';
import type { TextId } from './record-table.ts';

/** Texts as they lie in a snapshot. */
export interface TextBlock {
  /** UTF-8 of all texts, one after the other. */
  readonly bytes: Uint8Array;
  /** Where each text begins, in characters (UTF-16 code units), and the end of the last. */
  readonly starts: Int32Array;
  readonly hashes: Int32Array;
}

const EMPTY_BLOCK: TextBlock = {
  bytes: new Uint8Array(0),
  starts: new Int32Array(1),
  hashes: new Int32Array(0),
};

/**
 * Texts, each kept once. Those of a snapshot stay bytes until one is asked for; then all are
 * decoded in one go, and each text is a slice.
 */
export class TextPool {
  readonly #block: TextBlock;
  readonly #blockCount: number;
  #decoded: string | undefined;
  readonly #added: string[] = [];
  readonly #hashes: IntColumn;
  #index: HashIndex | undefined;

  constructor(block: TextBlock = EMPTY_BLOCK) {
    this.#block = block;
    this.#blockCount = block.hashes.length;
    this.#hashes = intColumn(block.hashes);
  }

  get count(): number {
    return this.#hashes.length;
  }

  /** Throws on a number that was never given. */
  text(id: TextId): string {
    assert(id >= 0 && id < this.count, `TextPool: no text ${id}`);
    if (id >= this.#blockCount) return this.#added[id - this.#blockCount] ?? '';
    this.#decoded ??= new TextDecoder().decode(this.#block.bytes);
    return this.#decoded.slice(this.#block.starts[id], this.#block.starts[id + 1]);
  }

  /** The text's number, given now if it has none. Texts are well-formed: no lone surrogates. */
  intern(text: string): TextId {
    this.#index ??= this.#buildIndex();
    const hash = hashOf(text);
    const known = this.#index.find(
      hash,
      (id) => this.#hashes.at(id) === hash && this.text(id) === text,
    );
    if (known >= 0) return known;
    const id = this.count;
    this.#added.push(text);
    this.#hashes.push(hash);
    this.#index.add(id);
    return id;
  }

  /** The texts of these numbers as a block, numbered anew from 0. */
  pick(ids: readonly TextId[]): TextBlock {
    const starts = new Int32Array(ids.length + 1);
    const hashes = new Int32Array(ids.length);
    const texts: string[] = [];
    for (const [index, id] of ids.entries()) {
      const text = this.text(id);
      texts.push(text);
      hashes[index] = this.#hashes.at(id);
      starts[index + 1] = (starts[index] ?? 0) + text.length;
    }
    return { bytes: new TextEncoder().encode(texts.join('')), starts, hashes };
  }

  #buildIndex(): HashIndex {
    const index = new HashIndex((id) => this.#hashes.at(id));
    index.addAll(this.count);
    return index;
  }
}

/** FNV-1a over UTF-16 code units, with a last stir: the low bits choose the slot. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return stir(hash);
}
