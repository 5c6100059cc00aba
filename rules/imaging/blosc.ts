import { inflateSync } from 'node:zlib';
import { decodeZstd } from './zstd.ts';

/** Blocks whose samples are compressed byte by byte apart, if they are as wide as this or less. */
const MAX_SPLITS = 16;
/** … and a block has at least so many of them. */
const MIN_SPLIT = 128;

const CODECS = ['blosclz', 'lz4', 'snappy', 'zlib', 'zstd'] as const;

/**
 * Decompresses a Blosc 1 chunk of exactly `length` bytes: LZ4, zlib or zstd, with bytes or bits
 * shuffled or not. By the format's description (c-blosc, README_CHUNK_FORMAT).
 */
export async function decodeBlosc(chunk: Buffer, length: number): Promise<Uint8Array> {
  if (chunk.length < 16) throw new Error('its Blosc data are cut off');
  const flags = chunk[2] ?? 0;
  const typeSize = chunk[3] ?? 1;
  const [bytes, blockSize, stored] = [4, 8, 12].map((at) => chunk.readUInt32LE(at));
  if (bytes !== length || stored !== chunk.length || blockSize === undefined || blockSize === 0) {
    throw new Error(`its Blosc data promise ${bytes} bytes where ${length} are needed`);
  }
  if ((flags & 2) !== 0) return sliceOf(chunk, 16, length);
  const codec = CODECS[flags >> 5];
  if (codec === undefined || codec === 'blosclz' || codec === 'snappy') {
    throw new Error(`Blosc with ${codec ?? 'an unknown codec'} is not supported`);
  }
  const out = new Uint8Array(length);
  for (let block = 0; block * blockSize < length; block++) {
    const size = Math.min(blockSize, length - block * blockSize);
    const isSplit =
      (flags & 16) === 0 &&
      typeSize <= MAX_SPLITS &&
      blockSize / typeSize >= MIN_SPLIT &&
      size === blockSize;
    const start = sliceOf(chunk, 16 + 4 * block, 4).readUInt32LE(0);
    const streams = { codec, start, size, count: isSplit ? typeSize : 1 };
    const plain = await decodeStreams(chunk, streams);
    out.set(unshuffle(plain, flags, typeSize), block * blockSize);
  }
  return out;
}

interface Streams {
  readonly codec: 'lz4' | 'zlib' | 'zstd';
  readonly start: number;
  /** Bytes of the block. */
  readonly size: number;
  readonly count: number;
}

async function decodeStreams(
  chunk: Buffer,
  { codec, start, size, count }: Streams,
): Promise<Uint8Array> {
  const out = new Uint8Array(size);
  const length = Math.floor(size / count);
  let at = start;
  for (let stream = 0; stream < count; stream++) {
    const stored = sliceOf(chunk, at, 4).readUInt32LE(0);
    const bytes = sliceOf(chunk, at + 4, stored);
    const plain = stored === length ? bytes : await decodeStream(codec, bytes, length);
    if (plain.length !== length) throw new Error('its Blosc data are damaged');
    out.set(plain, stream * length);
    at += 4 + stored;
  }
  return out;
}

async function decodeStream(
  codec: Streams['codec'],
  bytes: Buffer,
  length: number,
): Promise<Uint8Array> {
  if (codec === 'lz4') return decodeLz4(bytes, length);
  if (codec === 'zstd') return await decodeZstd(bytes, [length]);
  return inflateSync(bytes, { maxOutputLength: length });
}

function sliceOf(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new Error('its Blosc data are cut off');
  return bytes.subarray(at, at + length);
}

/** An LZ4 block (LZ4 Block Format Description); answers what there is until it ends or is full. */
function decodeLz4(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let [at, done] = [0, 0];
  const lengthFrom = (nibble: number): number => {
    let count = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255 && at < bytes.length; ) {
      more = bytes[at++] ?? 0;
      count += more;
    }
    return count;
  };
  while (at < bytes.length) {
    const token = bytes[at++] ?? 0;
    const literals = lengthFrom(token >> 4);
    if (at + literals > bytes.length || done + literals > length) break;
    out.set(bytes.subarray(at, at + literals), done);
    [at, done] = [at + literals, done + literals];
    if (at >= bytes.length) return out.subarray(0, done);
    const offset = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    at += 2;
    const count = 4 + lengthFrom(token & 15);
    if (offset === 0 || offset > done || done + count > length) break;
    // Byte by byte, since a match may reach into what it makes.
    for (const end = done + count; done < end; done++) out[done] = out[done - offset] ?? 0;
  }
  throw new Error('its LZ4 data are damaged');
}

function unshuffle(bytes: Uint8Array, flags: number, typeSize: number): Uint8Array {
  if ((flags & 1) !== 0 && typeSize > 1) return unshuffleBytes(bytes, typeSize);
  if ((flags & 4) !== 0 && Math.floor(bytes.length / typeSize) % 8 === 0) {
    return unshuffleBits(bytes, typeSize);
  }
  return bytes;
}

/** First all first bytes, then all second ones …; what does not fill a sample stays in its place. */
function unshuffleBytes(bytes: Uint8Array, typeSize: number): Uint8Array {
  const out = bytes.slice();
  const count = Math.floor(bytes.length / typeSize);
  for (let b = 0; b < typeSize; b++) {
    for (let i = 0; i < count; i++) out[i * typeSize + b] = bytes[b * count + i] ?? 0;
  }
  return out;
}

/** First the lowest bits of all first bytes, eight samples in a byte, and so on. */
function unshuffleBits(bytes: Uint8Array, typeSize: number): Uint8Array {
  const out = bytes.slice();
  const count = Math.floor(bytes.length / typeSize);
  const row = count / 8;
  out.fill(0, 0, count * typeSize);
  for (let b = 0; b < typeSize; b++) {
    for (let bit = 0; bit < 8; bit++) {
      const start = (b * 8 + bit) * row;
      for (let i = 0; i < count; i++) {
        const isSet = ((bytes[start + (i >> 3)] ?? 0) >> (i & 7)) & 1;
        const at = i * typeSize + b;
        out[at] = (out[at] ?? 0) | (isSet << bit);
      }
    }
  }
  return out;
}
