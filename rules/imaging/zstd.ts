/** Magic number of a frame, as bytes. */
const MAGIC = 0xfd_2f_b5_28;

/**
 * Decompresses one Zstandard frame (RFC 8878) of one of the given lengths. The frame is walked
 * through first, and its length is written into its header where it lacks: the decoder trusts
 * both. Nothing is answered for a frame of another length or with damaged blocks.
 */
export async function decodeZstd(
  bytes: Uint8Array,
  lengths: readonly number[],
): Promise<Uint8Array> {
  const { getDecoder } = await import('geotiff');
  const shape = { tileWidth: 1, tileHeight: 1, predictor: 1, bitsPerSample: 8 };
  const decoder = await getDecoder(50_000, { ...shape, planarConfiguration: 1 });
  for (const length of lengths) {
    const frame = new Uint8Array(checkedFrame(Buffer.from(bytes), length));
    const decoded = new Uint8Array(await decoder.decodeBlock(frame.buffer));
    if (decoded.length > 0) return decoded;
  }
  return new Uint8Array(0);
}

function checkedFrame(bytes: Buffer, length: number): Buffer {
  if (bytes.length < 9 || bytes.readUInt32LE(0) !== MAGIC) throw new Error('it is no zstd frame');
  const flags = bytes[4] ?? 0;
  const isSingle = (flags & 32) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const sizeAt = 5 + (isSingle ? 0 : 1) + dictionary;
  const blocksAt = sizeAt + sizeBytes;
  if ((flags & 8) !== 0 || dictionary > 0 || blocksAt > bytes.length) {
    throw new Error('its zstd data are damaged, or need a dictionary');
  }
  const end = endOfBlocks(bytes, blocksAt) + ((flags & 4) === 0 ? 0 : 4);
  if (end !== bytes.length) throw new Error('its zstd data are cut off, or of several frames');
  if (sizeBytes === 0) {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(length);
    const head = Buffer.from(bytes.subarray(0, sizeAt));
    head[4] = flags | 0x80;
    return Buffer.concat([head, size, bytes.subarray(blocksAt)]);
  }
  const said = sizeBytes === 8 ? bytes.readBigUInt64LE(sizeAt) : sizeOf(bytes, sizeAt, sizeBytes);
  if (said > length) throw new Error(`${said} bytes are promised where ${length} are needed`);
  return bytes;
}

/** A size in two bytes counts from 256. */
function sizeOf(bytes: Buffer, at: number, length: number): bigint {
  return BigInt(bytes.readUIntLE(at, length) + (length === 2 ? 256 : 0));
}

/** Where the last block ends. */
function endOfBlocks(bytes: Buffer, start: number): number {
  for (let at = start; at + 3 <= bytes.length; ) {
    const header = bytes.readUIntLE(at, 3);
    const kind = (header >> 1) & 3;
    // A block that repeats one byte has that byte alone.
    at += 3 + (kind === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
  return Number.POSITIVE_INFINITY;
}
