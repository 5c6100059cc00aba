import { gunzipSync, inflateSync } from 'node:zlib';
import { decodeBlosc } from './blosc.ts';
import { decodeZstd } from './zstd.ts';

export type ZarrCodec = 'gzip' | 'zlib' | 'zstd' | 'blosc';

const CODECS: readonly string[] = ['gzip', 'zlib', 'zstd', 'blosc'] satisfies ZarrCodec[];

export function isZarrCodec(name: string): name is ZarrCodec {
  return CODECS.includes(name);
}

/** Undoes the codecs of a chunk that has `length` bytes. */
export async function decodeChunk(
  chunk: Buffer,
  codecs: readonly ZarrCodec[],
  length: number,
): Promise<Uint8Array> {
  let bytes: Uint8Array = chunk;
  for (const codec of codecs) bytes = await decode(codec, Buffer.from(bytes), length);
  return bytes;
}

async function decode(codec: ZarrCodec, bytes: Buffer, length: number): Promise<Uint8Array> {
  switch (codec) {
    case 'gzip':
      return gunzipSync(bytes, { maxOutputLength: length });
    case 'zlib':
      return inflateSync(bytes, { maxOutputLength: length });
    case 'zstd':
      return await decodeZstd(bytes, [length]);
    case 'blosc':
      return await decodeBlosc(bytes, length);
  }
}
