import type { TiffPage } from './tiff-page.ts';

export type StoredSamples =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** An array of so many samples of a kind: half floats become 32-bit, 10 to 14 bits 16-bit. */
export function samplesFor(
  { kind, bits }: Pick<TiffPage, 'kind' | 'bits'>,
  count: number,
): StoredSamples {
  if (kind === 'float') return bits === 64 ? new Float64Array(count) : new Float32Array(count);
  if (kind === 'int') {
    if (bits === 8) return new Int8Array(count);
    return bits === 16 ? new Int16Array(count) : new Int32Array(count);
  }
  if (bits === 8) return new Uint8Array(count);
  return bits <= 16 ? new Uint16Array(count) : new Uint32Array(count);
}

type Stored = Pick<TiffPage, 'kind' | 'bits' | 'predictor'>;

/**
 * Decompressed rows of a strip or tile as samples, byte order and predictor undone. `bytes` has
 * `rows` whole rows; it is changed.
 */
export function decodeRows(
  bytes: Uint8Array<ArrayBuffer>,
  { width, rows }: { readonly width: number; readonly rows: number },
  { isLittle, ...stored }: Stored & { readonly isLittle: boolean },
): StoredSamples {
  const { bits, predictor } = stored;
  if (bits % 8 !== 0) return unpackBits(bytes, { width, rows }, bits);
  const size = bits / 8;
  // The predictor of floats has an order of bytes of its own.
  if (predictor === 3) joinBytes(bytes, width, size);
  else if (!isLittle) swapBytes(bytes, size);
  if (predictor === 2) addDifferences(bytes, width, size);
  const { buffer, byteOffset } = bytes;
  if (stored.kind === 'float' && bits === 16) {
    return Float32Array.from(new Uint16Array(buffer, byteOffset, width * rows), halfToNumber);
  }
  return viewOf(stored, buffer, { at: byteOffset, count: width * rows });
}

function viewOf(
  { kind, bits }: Stored,
  buffer: ArrayBuffer,
  { at, count }: { readonly at: number; readonly count: number },
): StoredSamples {
  if (kind === 'float') {
    return bits === 64 ? new Float64Array(buffer, at, count) : new Float32Array(buffer, at, count);
  }
  if (kind === 'int') {
    if (bits === 8) return new Int8Array(buffer, at, count);
    return bits === 16 ? new Int16Array(buffer, at, count) : new Int32Array(buffer, at, count);
  }
  if (bits === 8) return new Uint8Array(buffer, at, count);
  return bits === 16 ? new Uint16Array(buffer, at, count) : new Uint32Array(buffer, at, count);
}

function swapBytes(bytes: Uint8Array, size: number): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (size === 2) view.swap16();
  if (size === 4) view.swap32();
  if (size === 8) view.swap64();
}

/** Predictor 2: each sample is the difference to its left neighbour, modulo its range. */
function addDifferences(bytes: Uint8Array<ArrayBuffer>, width: number, size: number): void {
  const { buffer, byteOffset, byteLength } = bytes;
  const count = byteLength / size;
  const samples =
    size === 1
      ? bytes
      : size === 2
        ? new Uint16Array(buffer, byteOffset, count)
        : new Uint32Array(buffer, byteOffset, count);
  for (let row = 0; row < count; row += width) {
    for (let i = row + 1; i < row + width; i++) {
      samples[i] = (samples[i] ?? 0) + (samples[i - 1] ?? 0);
    }
  }
}

/**
 * Predictor 3 (Adobe's Technical Note 3): a row has the highest bytes of all its samples, then the
 * next, and each byte is the difference to the one before.
 */
function joinBytes(bytes: Uint8Array, width: number, size: number): void {
  const length = width * size;
  for (let row = 0; row < bytes.length; row += length) {
    const plain = bytes.slice(row, row + length);
    for (let i = 1; i < length; i++) plain[i] = (plain[i] ?? 0) + (plain[i - 1] ?? 0);
    for (let i = 0; i < width; i++) {
      for (let b = 0; b < size; b++) {
        bytes[row + i * size + b] = plain[(size - 1 - b) * width + i] ?? 0;
      }
    }
  }
}

/** Samples of 10, 12 or 14 bits, from the highest bit; rows begin at whole bytes. */
function unpackBits(
  bytes: Uint8Array,
  { width, rows }: { readonly width: number; readonly rows: number },
  bits: number,
): Uint16Array<ArrayBuffer> {
  const out = new Uint16Array(width * rows);
  const rowBytes = Math.ceil((width * bits) / 8);
  for (let y = 0; y < rows; y++) {
    let [at, held, have] = [y * rowBytes, 0, 0];
    for (let x = 0; x < width; x++) {
      for (; have < bits; have += 8) held = ((held << 8) | (bytes[at++] ?? 0)) & 0xff_ff_ff;
      have -= bits;
      out[y * width + x] = (held >> have) & ((1 << bits) - 1);
    }
  }
  return out;
}

/** A half float (IEEE 754 binary16) as a number. */
function halfToNumber(half: number): number {
  const sign = half >> 15 === 0 ? 1 : -1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
