import { gzipSync } from 'node:zlib';
import {
  emptyLike,
  encodeStrips,
  encodeTiles,
  halve,
  type Plane,
  type Samples,
  type SampleType,
  typeOf,
} from './tiff-parts.ts';

/** How a page is cut up: strips and tiles of TIFF, chunks of Zarr. */
export interface PageEncoding {
  readonly kind: 'strips' | 'tiles' | 'chunks';
  /** Side of tiles, largest side of chunks, pixels; of no meaning for strips. */
  readonly side: number;
}

/** A page as a file will hold it. Made by any thread, written by the one that has the file. */
export interface EncodedPage {
  readonly encoding: PageEncoding;
  readonly type: SampleType;
  /** Least and greatest value of the page. */
  readonly range: { readonly least: number; readonly greatest: number };
  /** The page itself, and smaller copies unless it is in strips. */
  readonly levels: readonly EncodedLevel[];
}

export interface EncodedLevel {
  readonly width: number;
  readonly height: number;
  /** Bytes of each part: strips from the top, tiles and chunks row by row. */
  readonly sizes: readonly number[];
  /** The compressed parts without gaps. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sides of chunked images beyond which there is a smaller copy, pixels. */
const SMALLEST = 256;

export function encodePage(page: Plane, encoding: PageEncoding): EncodedPage {
  let plane = page;
  const levels = levelSizes(page, encoding).map((_, level) => {
    if (level > 0) plane = halve(plane);
    return joined(plane, encodeParts(plane, encoding));
  });
  return { encoding, type: typeOf(page.samples), range: rangeOf(page.samples), levels };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of a page and of its smaller copies. */
export function levelSizes({ width, height }: Size, { kind, side }: PageEncoding): readonly Size[] {
  const levels: Size[] = [{ width, height }];
  if (kind === 'strips') return levels;
  const least = kind === 'tiles' ? side : SMALLEST;
  for (let last: Size = { width, height }; last.width > least || last.height > least; ) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
    levels.push(last);
  }
  return levels;
}

/** The buffers of a page, for handing it to another thread without copying. */
export function buffersOf({ levels }: EncodedPage): ArrayBuffer[] {
  return levels.map(({ bytes }) => bytes.buffer);
}

/** The parts of a level, one after the other. */
export function* partsOf({ sizes, bytes }: EncodedLevel): Generator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function joined({ width, height }: Plane, parts: readonly Buffer[]): EncodedLevel {
  const sizes = parts.map(({ length }) => length);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { width, height, sizes, bytes };
}

function encodeParts(plane: Plane, { kind, side }: PageEncoding): readonly Buffer[] {
  if (kind === 'strips') return encodeStrips(plane);
  return kind === 'tiles' ? encodeTiles(plane, side) : encodeChunks(plane, side);
}

/** Size of the chunks of a level. */
export function chunkSize({ width, height }: Size, side: number): Size {
  return { width: Math.min(side, width), height: Math.min(side, height) };
}

function encodeChunks(plane: Plane, side: number): readonly Buffer[] {
  const size = chunkSize(plane, side);
  const chunks: Buffer[] = [];
  for (let top = 0; top < plane.height; top += size.height) {
    for (let left = 0; left < plane.width; left += size.width) {
      chunks.push(compress(cutOut(plane, { left, top, ...size })));
    }
  }
  return chunks;
}

/** The samples of a chunk; what lies beyond the plane is 0. */
function cutOut(
  plane: Plane,
  { left, top, width, height }: Size & { readonly left: number; readonly top: number },
): Samples {
  const out = emptyLike(plane.samples, width * height);
  for (let y = 0; y < Math.min(height, plane.height - top); y++) {
    const start = (top + y) * plane.width + left;
    out.set(plane.samples.subarray(start, start + Math.min(width, plane.width - left)), y * width);
  }
  return out;
}

/** How hard gzip tries. */
export const GZIP_LEVEL = 5;

function compress({ buffer, byteOffset, byteLength }: Samples): Buffer {
  const bytes = gzipSync(Buffer.from(buffer, byteOffset, byteLength), { level: GZIP_LEVEL });
  // The operating system that gzip names: unknown, so that all write the same.
  bytes[9] = 255;
  return bytes;
}

function rangeOf(samples: Samples): EncodedPage['range'] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of samples) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return { least, greatest };
}
