import { inflateSync } from 'node:zlib';
import { decodeZstd } from './zstd.ts';

interface Compression {
  /** Bytes that one compressed byte can stand for at most. */
  readonly ratio: number;
  /**
   * Answers up to `most` bytes; fewer where the data end early, which for a last strip may be at
   * `least`. Throws on data that no compressor makes.
   */
  decode(bytes: Buffer, length: DecodedLength): Uint8Array | Promise<Uint8Array>;
}

interface DecodedLength {
  readonly least: number;
  readonly most: number;
}

const INFLATE: Compression = {
  ratio: 1032,
  decode: (bytes, { most }) => {
    try {
      return inflateSync(bytes, { maxOutputLength: most });
    } catch (error) {
      const reason = error instanceof RangeError ? 'they do not end' : String(error);
      throw new Error(`its Deflate data are damaged (${reason})`, { cause: error });
    }
  },
};

/** By the number that TIFF gives them. */
export const COMPRESSIONS: ReadonlyMap<number, Compression> = new Map<number, Compression>([
  [1, { ratio: 1, decode: (bytes) => bytes }],
  [5, { ratio: 4096, decode: (bytes, { most }) => decodeLzw(bytes, most) }],
  [8, INFLATE],
  [32946, INFLATE],
  [32773, { ratio: 64, decode: (bytes, { most }) => decodePackBits(bytes, most) }],
  [
    50000,
    {
      ratio: 65536,
      decode: async (bytes, { least, most }) => await decodeZstd(bytes, [most, least]),
    },
  ],
]);

const NAMES: ReadonlyMap<number, string> = new Map([
  [2, 'CCITT'],
  [3, 'CCITT fax 3'],
  [4, 'CCITT fax 4'],
  [6, 'old-style JPEG'],
  [7, 'JPEG'],
  [33003, 'JPEG 2000'],
  [33005, 'JPEG 2000'],
  [34712, 'JPEG 2000'],
  [34887, 'LERC'],
  [34925, 'LZMA'],
  [50001, 'WebP'],
  [50002, 'JPEG XL'],
]);

export function refusedCompression(compression: number): string {
  return `${NAMES.get(compression) ?? `number ${compression}`} compression is not supported`;
}

/** PackBits (TIFF 6.0, section 9). */
function decodePackBits(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let done = 0;
  for (let at = 0; at < bytes.length && done < length; ) {
    const code = ((bytes[at++] ?? 0) << 24) >> 24;
    if (code === -128) continue;
    if (code < 0) {
      const end = Math.min(length, done + 1 - code);
      if (at < bytes.length) out.fill(bytes[at] ?? 0, done, end);
      at++;
      done = end;
    } else {
      const run = bytes.subarray(at, Math.min(at + code + 1, at + length - done));
      out.set(run, done);
      done += run.length;
      at += code + 1;
    }
  }
  return out.subarray(0, done);
}

const CLEAR = 256;
const END = 257;

/** LZW as TIFF has it (6.0, section 13): codes from the highest bit, their width changed early. */
function decodeLzw(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1) {
    throw new Error('LZW in the reverse bit order of old writers is not supported');
  }
  const prefixes = new Uint16Array(4097);
  const lasts = Uint8Array.from({ length: 4097 }, (_, code) => code & 255);
  const firsts = lasts.slice();
  const lengths = new Uint16Array(4097).fill(1);
  const out = new Uint8Array(length);
  let [done, next, width, previous] = [0, 258, 9, -1];
  let [held, bits] = [0, 0];
  for (let at = 0; done < length; ) {
    while (bits < width && at < bytes.length) {
      held = ((held << 8) | (bytes[at++] ?? 0)) & 0xff_ff_ff;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, previous] = [258, 9, -1];
      continue;
    }
    if (code > next || (code === next && previous < 0) || (previous < 0 && code > 255)) {
      throw new Error('its LZW data are damaged');
    }
    if (previous >= 0) {
      if (next > 4095) throw new Error('its LZW data are damaged');
      prefixes[next] = previous;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      firsts[next] = firsts[previous] ?? 0;
      lasts[next] = firsts[code === next ? previous : code] ?? 0;
      next++;
    }
    done += unwind(code, { prefixes, lasts, lengths }, { out, done });
    if (next >= (1 << width) - 1 && width < 12) width++;
    previous = code;
  }
  return out.subarray(0, done);
}

interface Strings {
  readonly prefixes: Uint16Array;
  readonly lasts: Uint8Array;
  readonly lengths: Uint16Array;
}

/** Writes the string of a code, from its end, as far as there is room; answers how much. */
function unwind(
  code: number,
  { prefixes, lasts, lengths }: Strings,
  { out, done }: { readonly out: Uint8Array; readonly done: number },
): number {
  const size = lengths[code] ?? 0;
  let rest = code;
  for (let at = done + size - 1; at >= done; at--) {
    if (at < out.length) out[at] = lasts[rest] ?? 0;
    rest = prefixes[rest] ?? 0;
  }
  return Math.min(size, out.length - done);
}
