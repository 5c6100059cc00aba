import type { Crc32 } from './checksum.ts';

type Section = Uint8Array | Int32Array | Float64Array;

/** What the first bytes of a file of sections say. */
export interface SectionHeader {
  /** Eight ASCII characters. */
  readonly magic: string;
  readonly version: number;
}

const HEADER_BYTES = 24;
const CHECKSUM_AT = 12;

/**
 * Arrays in one piece of bytes, little-endian: the magic (8 bytes), version, checksum, total length
 * and count of sections (32 bits each), the length of each section in bytes (32 bits each), then
 * the sections, each begun at a multiple of 8. The checksum is over all that follows it.
 */
export function writeSections(
  header: SectionHeader,
  sections: readonly Section[],
  crc32: Crc32,
): Uint8Array {
  const lengths = sections.map((section) => section.byteLength);
  const bodyAt = aligned(HEADER_BYTES + 4 * sections.length);
  const total = lengths.reduce((at, length) => at + aligned(length), bodyAt);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  new TextEncoder().encodeInto(header.magic, bytes);
  view.setUint32(8, header.version, true);
  view.setUint32(16, total, true);
  view.setUint32(20, sections.length, true);
  let at = bodyAt;
  for (const [index, section] of sections.entries()) {
    view.setUint32(HEADER_BYTES + 4 * index, section.byteLength, true);
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += aligned(section.byteLength);
  }
  view.setUint32(CHECKSUM_AT, crc32(bytes.subarray(CHECKSUM_AT + 4)), true);
  return bytes;
}

export type SectionProblem =
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'newer'; readonly version: number };

/** What is wrong with the bytes, if anything is. */
export function checkSections(
  header: SectionHeader,
  bytes: Uint8Array,
  crc32: Crc32,
): SectionProblem | undefined {
  if (bytes.length < HEADER_BYTES) return { kind: 'damaged', detail: 'it is cut short' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== header.magic) {
    return { kind: 'damaged', detail: 'it does not begin as such a file does' };
  }
  const version = view.getUint32(8, true);
  if (version > header.version) return { kind: 'newer', version };
  if (view.getUint32(16, true) !== bytes.length) {
    return { kind: 'damaged', detail: 'it is cut short' };
  }
  if (view.getUint32(CHECKSUM_AT, true) !== crc32(bytes.subarray(CHECKSUM_AT + 4))) {
    return { kind: 'damaged', detail: 'its checksum does not match' };
  }
  return undefined;
}

/** Gives the sections one after the other, as views of bytes that were checked. */
export class SectionReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #index = 0;
  #at: number;

  constructor(bytes: Uint8Array) {
    // Views of numbers must begin at a multiple of 8 of the underlying buffer.
    this.#bytes = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    this.#at = aligned(HEADER_BYTES + 4 * this.#view.getUint32(20, true));
  }

  bytes(): Uint8Array {
    const length = this.#view.getUint32(HEADER_BYTES + 4 * this.#index, true);
    const section = this.#bytes.subarray(this.#at, this.#at + length);
    this.#index += 1;
    this.#at += aligned(length);
    return section;
  }

  ints(): Int32Array {
    const { buffer, byteOffset, byteLength } = this.bytes();
    return new Int32Array(buffer, byteOffset, byteLength / 4);
  }

  floats(): Float64Array {
    const { buffer, byteOffset, byteLength } = this.bytes();
    return new Float64Array(buffer, byteOffset, byteLength / 8);
  }
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}
