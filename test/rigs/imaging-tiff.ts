import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

export interface ParsedPage {
  /** Values by tag: numbers, or the text of an ASCII field. */
  readonly fields: ReadonlyMap<number, readonly number[] | string>;
  readonly samples: Float64Array;
}

export interface ParsedTiff {
  readonly version: 42 | 43;
  readonly pages: readonly ParsedPage[];
}

/**
 * A second reading of the specification: little-endian grey TIFF and BigTIFF, Deflate in strips.
 * Throws on anything that the specification forbids: unsorted tags, odd offsets, a last strip of
 * the wrong size.
 */
export function parseTiff(path: string): ParsedTiff {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 2) !== 'II') throw new Error('not little-endian');
  const version = bytes.readUInt16LE(2);
  if (version !== 42 && version !== 43) throw new Error(`version ${version}`);
  const isBig = version === 43;
  if (isBig && (bytes.readUInt16LE(4) !== 8 || bytes.readUInt16LE(6) !== 0)) {
    throw new Error('a BigTIFF has offsets of 8 bytes');
  }
  const pages: ParsedPage[] = [];
  let offset = isBig ? Number(bytes.readBigUInt64LE(8)) : bytes.readUInt32LE(4);
  while (offset !== 0) {
    if (offset % 2 !== 0) throw new Error('a directory must begin at an even offset');
    const { fields, next } = isBig ? bigDirectory(bytes, offset) : classicDirectory(bytes, offset);
    pages.push({ fields, samples: readSamples(bytes, fields) });
    offset = next;
  }
  return { version, pages };
}

type Fields = Map<number, readonly number[] | string>;

function classicDirectory(bytes: Buffer, offset: number): { fields: Fields; next: number } {
  const fields: Fields = new Map();
  const count = bytes.readUInt16LE(offset);
  for (let i = 0; i < count; i++) {
    const at = offset + 2 + 12 * i;
    const length = bytes.readUInt32LE(at + 4);
    addField(fields, bytes, {
      tag: bytes.readUInt16LE(at),
      type: bytes.readUInt16LE(at + 2),
      length,
      inlineAt: at + 8,
      inlineBytes: 4,
      outside: bytes.readUInt32LE(at + 8),
    });
  }
  return { fields, next: bytes.readUInt32LE(offset + 2 + 12 * count) };
}

function bigDirectory(bytes: Buffer, offset: number): { fields: Fields; next: number } {
  const fields: Fields = new Map();
  const count = Number(bytes.readBigUInt64LE(offset));
  for (let i = 0; i < count; i++) {
    const at = offset + 8 + 20 * i;
    addField(fields, bytes, {
      tag: bytes.readUInt16LE(at),
      type: bytes.readUInt16LE(at + 2),
      length: Number(bytes.readBigUInt64LE(at + 4)),
      inlineAt: at + 12,
      inlineBytes: 8,
      outside: Number(bytes.readBigUInt64LE(at + 12)),
    });
  }
  return { fields, next: Number(bytes.readBigUInt64LE(offset + 8 + 20 * count)) };
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly length: number;
  readonly inlineAt: number;
  readonly inlineBytes: number;
  readonly outside: number;
}

/** Bytes of a value by field type: BYTE, ASCII, SHORT, LONG, RATIONAL, LONG8. */
const SIZES = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [16, 8],
]);

function addField(fields: Fields, bytes: Buffer, entry: Entry): void {
  const size = SIZES.get(entry.type);
  if (size === undefined) throw new Error(`field type ${entry.type}`);
  if (Math.max(0, ...fields.keys()) >= entry.tag)
    throw new Error(`tag ${entry.tag} is not in order`);
  const isInline = size * entry.length <= entry.inlineBytes;
  const start = isInline ? entry.inlineAt : entry.outside;
  if (start % 2 !== 0) throw new Error(`the value of tag ${entry.tag} lies at an odd offset`);
  if (entry.type === 2) {
    const text = bytes.toString('latin1', start, start + entry.length);
    if (!text.endsWith('\0')) throw new Error('ASCII ends with NUL');
    fields.set(entry.tag, text.slice(0, -1));
    return;
  }
  const values = Array.from({ length: entry.length }, (_, i) => {
    const at = start + i * size;
    if (entry.type === 1) return bytes.readUInt8(at);
    if (entry.type === 3) return bytes.readUInt16LE(at);
    if (entry.type === 4) return bytes.readUInt32LE(at);
    if (entry.type === 5) return bytes.readUInt32LE(at) / bytes.readUInt32LE(at + 4);
    return Number(bytes.readBigUInt64LE(at));
  });
  fields.set(entry.tag, values);
}

function readSamples(bytes: Buffer, fields: Fields): Float64Array {
  const one = (tag: number): number => numbersOf(fields, tag)[0] ?? Number.NaN;
  const [width, height, bits, rows] = [one(256), one(257), one(258), one(278)];
  const offsets = numbersOf(fields, 273);
  const counts = numbersOf(fields, 279);
  if (offsets.length !== Math.ceil(height / rows)) throw new Error('a wrong number of strips');
  const samples = new Float64Array(width * height);
  const isDifferenced = fields.has(317) && one(317) === 2;
  let next = 0;
  for (const [i, offset] of offsets.entries()) {
    const strip = inflateSync(bytes.subarray(offset, offset + (counts[i] ?? 0)));
    const rowsHere = Math.min(rows, height - i * rows);
    if (strip.length !== (rowsHere * width * bits) / 8) throw new Error('a strip of a wrong size');
    for (let row = 0; row < rowsHere; row++) {
      let last = 0;
      for (let x = 0; x < width; x++) {
        const at = ((row * width + x) * bits) / 8;
        const raw =
          bits === 8
            ? strip.readUInt8(at)
            : bits === 16
              ? strip.readUInt16LE(at)
              : strip.readFloatLE(at);
        last = isDifferenced ? (last + raw) % 2 ** bits : raw;
        samples[next++] = last;
      }
    }
  }
  return samples;
}

function numbersOf(fields: Fields, tag: number): readonly number[] {
  const value = fields.get(tag);
  if (value === undefined || typeof value === 'string') throw new Error(`tag ${tag} is missing`);
  return value;
}
