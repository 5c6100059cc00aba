import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A field of a directory: where its values lie, not yet read. */
interface Field {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

export type TiffFields = ReadonlyMap<number, Field>;

/** Bytes of a value by field type; other types hold no numbers and no text that is needed. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [13, 4],
  [16, 8],
  [18, 8],
]);

/** Pages that a file may have; a longer chain is a fault, and would take for ever to walk. */
const MAX_PAGES = 1_000_000;

/**
 * The structure of a TIFF or BigTIFF of either byte order: its directories and their fields. Nothing
 * is believed: what lies outside the file, or goes in a circle, is an error.
 */
export class TiffStructure {
  readonly isLittle: boolean;
  readonly size: number;
  readonly #file: number;
  readonly #isBig: boolean;
  /** Offsets of the directories. */
  readonly pages: readonly number[];

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      this.size = fstatSync(this.#file).size;
      const head = this.read(0, 8);
      const mark = head.toString('latin1', 0, 2);
      this.isLittle = mark === 'II';
      const version = this.isLittle ? head.readUInt16LE(2) : head.readUInt16BE(2);
      if ((mark !== 'II' && mark !== 'MM') || (version !== 42 && version !== 43)) {
        throw new Error('it does not begin like a TIFF');
      }
      this.#isBig = version === 43;
      this.pages = this.#walk();
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Bytes of the file; throws if it ends before. */
  read(at: number, length: number): Buffer {
    if (at + length > this.size) {
      throw new Error(`it is cut off: ${this.size} bytes, where ${at + length} are needed`);
    }
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, at + done);
      if (count === 0) throw new Error('it became shorter while it was read');
      done += count;
    }
    return bytes;
  }

  /** The fields of a page's directory by tag; of a tag that comes twice, the first. */
  fieldsOf(page: number): TiffFields {
    const offset = this.pages[page];
    if (offset === undefined) throw new Error(`it has ${this.pages.length} pages`);
    const { start, count, entry } = this.#table(offset);
    const bytes = this.read(start, count * entry);
    const fields = new Map<number, Field>();
    for (let i = 0; i < count; i++) {
      const at = i * entry;
      const tag = this.#whole(bytes, at, 2);
      const type = this.#whole(bytes, at + 2, 2);
      const size = SIZES.get(type);
      if (size === undefined || fields.has(tag)) continue;
      const wide = this.#isBig ? 8 : 4;
      const values = this.#whole(bytes, at + 4, wide);
      const inline = start + at + 4 + wide;
      const isInline = values * size <= wide;
      fields.set(tag, {
        type,
        count: values,
        at: isInline ? inline : this.#whole(bytes, at + 4 + wide, wide),
      });
    }
    return fields;
  }

  /** The values of a field of whole numbers; undefined: the directory has none. */
  numbers(fields: TiffFields, tag: number): readonly number[] | undefined {
    const field = fields.get(tag);
    const size = SIZES.get(field?.type ?? 0);
    if (field === undefined || size === undefined || field.count === 0) return undefined;
    const bytes = this.read(field.at, field.count * size);
    return Array.from({ length: field.count }, (_, i) => this.#whole(bytes, i * size, size));
  }

  /** The first value of a field, else the fallback. */
  number(fields: TiffFields, tag: number, fallback: number): number {
    const field = fields.get(tag);
    const first = field && new Map([[tag, { ...field, count: Math.min(1, field.count) }]]);
    return (first && this.numbers(first, tag)?.[0]) ?? fallback;
  }

  /** The text of a field: UTF-8 where it is that, else Latin-1. */
  text(fields: TiffFields, tag: number): string {
    const field = fields.get(tag);
    if (field?.type !== 2) return '';
    const bytes = this.read(field.at, field.count);
    const end = bytes.indexOf(0);
    const used = bytes.subarray(0, end < 0 ? undefined : end);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(used);
    } catch {
      return used.toString('latin1');
    }
  }

  #walk(): readonly number[] {
    const head = this.read(0, this.#isBig ? 16 : 8);
    if (this.#isBig && this.#whole(head, 4, 2) !== 8) throw new Error('its offsets are not 64-bit');
    const pages: number[] = [];
    const seen = new Set<number>();
    let offset = this.#isBig ? this.#whole(head, 8, 8) : this.#whole(head, 4, 4);
    while (offset !== 0) {
      if (seen.has(offset)) throw new Error(`its directories go in a circle after ${pages.length}`);
      if (pages.length === MAX_PAGES) throw new Error(`it has more than ${MAX_PAGES} pages`);
      seen.add(offset);
      pages.push(offset);
      const { start, count, entry } = this.#table(offset);
      const wide = this.#isBig ? 8 : 4;
      offset = this.#whole(this.read(start + count * entry, wide), 0, wide);
    }
    if (pages.length === 0) throw new Error('it has no pages');
    return pages;
  }

  /** Where the entries of a directory begin, how many there are, and bytes of one. */
  #table(offset: number): { start: number; count: number; entry: number } {
    const wide = this.#isBig ? 8 : 2;
    const count = this.#whole(this.read(offset, wide), 0, wide);
    return { start: offset + wide, count, entry: this.#isBig ? 20 : 12 };
  }

  #whole(bytes: Buffer, at: number, size: number): number {
    if (size === 8) {
      const value = this.isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at);
      if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('it has an offset beyond 2⁵³');
      return Number(value);
    }
    return this.isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  }
}
