import { assert } from '../diagnostic.ts';
import { HashIndex } from './hash-index.ts';
import type { DigestId } from './record-table.ts';

const BYTES = 32;
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** sha256 digests, each kept once as 32 bytes; made into hex only for who asks. */
export class DigestPool {
  #bytes: Uint8Array;
  #count: number;
  #index: HashIndex | undefined;

  /** `bytes`: digests one after the other, numbered from 0. The pool keeps them. */
  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.#count = bytes.length / BYTES;
  }

  get count(): number {
    return this.#count;
  }

  /** 64 hex digits. Throws on a number that was never given. */
  text(id: DigestId): string {
    assert(id >= 0 && id < this.#count, `DigestPool: no digest ${id}`);
    let text = '';
    for (let at = id * BYTES; at < (id + 1) * BYTES; at++) text += HEX[this.#byte(at)];
    return text;
  }

  /** The digest's number, given now if it has none. */
  intern(text: string): DigestId {
    this.#index ??= this.#buildIndex();
    const candidate = this.#count;
    this.#reserve();
    parseHex(text, this.#bytes.subarray(candidate * BYTES, (candidate + 1) * BYTES));
    const known = this.#index.find(this.#hash(candidate), (id) => this.#areEqual(id, candidate));
    if (known >= 0) return known;
    this.#count += 1;
    this.#index.add(candidate);
    return candidate;
  }

  /** The digests of these numbers, one after the other. */
  pick(ids: readonly DigestId[]): Uint8Array {
    const picked = new Uint8Array(ids.length * BYTES);
    let at = 0;
    for (const id of ids) {
      picked.set(this.#bytes.subarray(id * BYTES, (id + 1) * BYTES), at);
      at += BYTES;
    }
    return picked;
  }

  #buildIndex(): HashIndex {
    const index = new HashIndex((id) => this.#hash(id));
    index.addAll(this.#count);
    return index;
  }

  /** A digest is as good as random: its first bytes are its hash. */
  #hash(id: number): number {
    const at = id * BYTES;
    return (
      this.#byte(at) |
      (this.#byte(at + 1) << 8) |
      (this.#byte(at + 2) << 16) |
      (this.#byte(at + 3) << 24)
    );
  }

  #areEqual(one: number, other: number): boolean {
    for (let offset = 0; offset < BYTES; offset++) {
      if (this.#byte(one * BYTES + offset) !== this.#byte(other * BYTES + offset)) return false;
    }
    return true;
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  #reserve(): void {
    const needed = (this.#count + 1) * BYTES;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, 64 * BYTES));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

function parseHex(text: string, into: Uint8Array): void {
  assert(text.length === 2 * BYTES, `not a sha256 digest: ${text}`);
  for (let index = 0; index < BYTES; index++) {
    const high = hexValue(text.charCodeAt(2 * index));
    const low = hexValue(text.charCodeAt(2 * index + 1));
    assert(high >= 0 && low >= 0, `not a sha256 digest: ${text}`);
    into[index] = (high << 4) | low;
  }
}

/** -1 for anything but `0`–`9` and `a`–`f`. */
function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}
