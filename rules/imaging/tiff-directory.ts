/** Classic TIFF has 32-bit offsets, BigTIFF 64-bit ones. */
export type TiffLayout = 'classic' | 'big';

export type TiffField =
  | { readonly tag: number; readonly type: 'short' | 'long'; readonly value: number }
  | { readonly tag: number; readonly type: 'rational'; readonly value: readonly [number, number] }
  | { readonly tag: number; readonly type: 'ascii'; readonly value: string };

export interface TiffDirectory {
  /** Where in the file the directory will lie. */
  readonly start: number;
  /** In any order, without those of the parts and of smaller images. */
  readonly fields: readonly TiffField[];
  /** Bytes of each strip or tile; they follow the directory without gaps. */
  readonly parts: readonly number[];
  readonly isTiled: boolean;
  /** Where the directories of smaller copies of the image lie. */
  readonly smaller: readonly number[];
  /** Where the next directory lies; 0: this is the last. */
  readonly next: number;
}

/** The first bytes of a little-endian file whose first directory follows at once. */
export function encodeHeader(layout: TiffLayout): Buffer {
  if (layout === 'classic') {
    const header = Buffer.alloc(8);
    header.write('II');
    header.writeUInt16LE(42, 2);
    header.writeUInt32LE(8, 4);
    return header;
  }
  const header = Buffer.alloc(16);
  header.write('II');
  header.writeUInt16LE(43, 2);
  header.writeUInt16LE(8, 4);
  header.writeBigUInt64LE(16n, 8);
  return header;
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
}

const SUB_DIRECTORIES = 330;

/** A directory with the values that do not fit into its entries; a multiple of 8 bytes long. */
export function encodeDirectory(layout: TiffLayout, directory: TiffDirectory): Buffer {
  const length = directoryLength(layout, directory);
  let offset = directory.start + length;
  const offsets = directory.parts.map((size) => {
    offset += size;
    return offset - size;
  });
  const { start, next } = directory;
  return layOut(layout, entriesOf(layout, directory, offsets), { start, length, next });
}

/** Bytes of the encoded directory; what is in it plays no part, only how much. */
export function directoryLength(
  layout: TiffLayout,
  directory: Pick<TiffDirectory, 'fields' | 'parts' | 'isTiled' | 'smaller'>,
): number {
  return lengthOf(layout, entriesOf(layout, directory, directory.parts));
}

function entriesOf(
  layout: TiffLayout,
  { fields, parts, isTiled, smaller }: Omit<TiffDirectory, 'start' | 'next'>,
  offsets: readonly number[],
): readonly Entry[] {
  const entries = fields.map(encodeField);
  entries.push(offsetsEntry(layout, isTiled ? 324 : 273, offsets));
  entries.push(offsetsEntry(layout, isTiled ? 325 : 279, parts));
  if (smaller.length > 0) entries.push(offsetsEntry(layout, SUB_DIRECTORIES, smaller));
  return entries.toSorted((a, b) => a.tag - b.tag);
}

function encodeField(field: TiffField): Entry {
  const { tag } = field;
  if (field.type === 'ascii') {
    const bytes = Buffer.from(`${field.value}\0`, 'latin1');
    return { tag, type: 2, count: bytes.length, bytes };
  }
  if (field.type === 'rational') {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(field.value[0], 0);
    bytes.writeUInt32LE(field.value[1], 4);
    return { tag, type: 5, count: 1, bytes };
  }
  const bytes = Buffer.alloc(field.type === 'short' ? 2 : 4);
  bytes.writeUIntLE(field.value, 0, bytes.length);
  return { tag, type: field.type === 'short' ? 3 : 4, count: 1, bytes };
}

/** LONG or LONG8 values. */
function offsetsEntry(layout: TiffLayout, tag: number, values: readonly number[]): Entry {
  const size = layout === 'big' ? 8 : 4;
  const bytes = Buffer.alloc(values.length * size);
  for (const [i, value] of values.entries()) {
    if (layout === 'big') bytes.writeBigUInt64LE(BigInt(value), i * 8);
    else bytes.writeUInt32LE(value, i * 4);
  }
  return { tag, type: layout === 'big' ? 16 : 4, count: values.length, bytes };
}

/** Sizes of the parts of a directory by layout. */
const PARTS = {
  classic: { count: 2, entry: 12, inline: 4, next: 4 },
  big: { count: 8, entry: 20, inline: 8, next: 8 },
} as const;

/** The next multiple of 8. */
export function align(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function lengthOf(layout: TiffLayout, entries: readonly Entry[]): number {
  const parts = PARTS[layout];
  let length = align(parts.count + entries.length * parts.entry + parts.next);
  for (const { bytes } of entries) if (bytes.length > parts.inline) length += align(bytes.length);
  return length;
}

function layOut(
  layout: TiffLayout,
  entries: readonly Entry[],
  {
    start,
    length,
    next,
  }: { readonly start: number; readonly length: number; readonly next: number },
): Buffer {
  const parts = PARTS[layout];
  const out = Buffer.alloc(length);
  const writeSize = (value: number, at: number): void => {
    if (layout === 'big') out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUInt32LE(value, at);
  };
  if (layout === 'big') out.writeBigUInt64LE(BigInt(entries.length), 0);
  else out.writeUInt16LE(entries.length, 0);
  let at: number = parts.count;
  let free = align(parts.count + entries.length * parts.entry + parts.next);
  for (const { tag, type, count, bytes } of entries) {
    out.writeUInt16LE(tag, at);
    out.writeUInt16LE(type, at + 2);
    writeSize(count, at + 4);
    const valueAt = at + parts.entry - parts.inline;
    if (bytes.length <= parts.inline) {
      bytes.copy(out, valueAt);
    } else {
      writeSize(start + free, valueAt);
      bytes.copy(out, free);
      free += align(bytes.length);
    }
    at += parts.entry;
  }
  writeSize(next, at);
  return out;
}
