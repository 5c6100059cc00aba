import { deflateSync } from 'node:zlib';

export type SampleType = 'uint8' | 'uint16' | 'float32';

export type Samples = Uint8Array | Uint16Array | Float32Array;

export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
}

export function typeOf(samples: Samples): SampleType {
  if (samples instanceof Uint8Array) return 'uint8';
  return samples instanceof Uint16Array ? 'uint16' : 'float32';
}

export function bytesOf(type: SampleType): number {
  return { uint8: 1, uint16: 2, float32: 4 }[type];
}

/** Bytes of samples a strip, about. */
const STRIP_BYTES = 256 * 1024;

export function rowsPerStrip({ width, height }: Omit<Plane, 'samples'>, type: SampleType): number {
  return Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / (width * bytesOf(type)))));
}

/** Strips of a plane, compressed by Deflate; whole numbers as differences (predictor 2). */
export function encodeStrips(plane: Plane): readonly Buffer[] {
  const { width, height, samples } = plane;
  const rows = rowsPerStrip(plane, typeOf(samples));
  const strips: Buffer[] = [];
  for (let y = 0; y < height; y += rows) {
    strips.push(compress(samples.slice(y * width, Math.min(height, y + rows) * width), width));
  }
  return strips;
}

/** The same as square tiles, row by row; what of a tile lies beyond the plane is 0. */
export function encodeTiles(plane: Plane, side: number): readonly Buffer[] {
  const { width, height, samples } = plane;
  const tiles: Buffer[] = [];
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const tile = emptyLike(samples, side * side);
      for (let y = 0; y < Math.min(side, height - top); y++) {
        const start = (top + y) * width + left;
        const row = samples.subarray(start, start + Math.min(side, width - left));
        tile.set(row, y * side);
      }
      tiles.push(compress(tile, side));
    }
  }
  return tiles;
}

/**
 * Half as wide and high, each pixel the mean of the up to four that it stands for; the last column
 * and row of an odd size stand for themselves.
 */
export function halve({ width, height, samples }: Plane): Plane {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const out = emptyLike(samples, half.width * half.height);
  const rounding = samples instanceof Float32Array ? 0 : 0.5;
  for (let y = 0; y < half.height; y++) {
    const upper = 2 * y * width;
    const lower = 2 * y + 1 < height ? upper + width : upper;
    for (let x = 0; x < half.width; x++) {
      const left = 2 * x;
      const right = left + 1 < width ? left + 1 : left;
      const sum =
        (samples[upper + left] ?? 0) +
        (samples[upper + right] ?? 0) +
        (samples[lower + left] ?? 0) +
        (samples[lower + right] ?? 0);
      // Arrays of whole numbers cut off what follows the point.
      out[y * half.width + x] = sum / 4 + rounding;
    }
  }
  return { ...half, samples: out };
}

/** Zeros of the type of the samples. */
export function emptyLike(samples: Samples, length: number): Samples {
  if (samples instanceof Uint8Array) return new Uint8Array(length);
  return samples instanceof Uint16Array ? new Uint16Array(length) : new Float32Array(length);
}

/** Changes the samples. */
function compress(samples: Samples, width: number): Buffer {
  if (!(samples instanceof Float32Array)) takeDifferences(samples, width);
  return deflateSync(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
}

/** Each sample less its left neighbour, modulo the range of the type. */
function takeDifferences(samples: Uint8Array | Uint16Array, width: number): void {
  for (let row = 0; row < samples.length; row += width) {
    for (let i = row + width - 1; i > row; i--) {
      samples[i] = (samples[i] ?? 0) - (samples[i - 1] ?? 0);
    }
  }
}
