import type { Image } from './image.ts';
import { COMPRESSIONS } from './tiff-codecs.ts';
import { describePage, type TiffPage } from './tiff-page.ts';
import { decodeRows, samplesFor, type StoredSamples } from './tiff-samples.ts';
import { TiffStructure } from './tiff-structure.ts';

/** A file of grey pages of one size. */
export interface TiffFile {
  readonly path: string;
  readonly pageCount: number;
  readonly width: number;
  readonly height: number;
  /** Text of the first page's ImageDescription. */
  readonly description: string;
  /** A page's samples as they are stored; half floats as 32-bit, 10 to 14 bits as 16-bit ones. */
  readSamples(page: number): Promise<StoredSamples>;
  /** A page as an image; whole numbers above 2²⁴ would lose digits and are refused. */
  readImage(page: number): Promise<Image>;
  close(): Promise<void>;
}

const WIDTH = 256;
const HEIGHT = 257;
const DESCRIPTION = 270;

/**
 * Opens a TIFF or BigTIFF of either byte order: grey pages in strips or tiles; no compression, LZW,
 * Deflate, PackBits or zstd; predictors 2 and 3. Throws, with the path, what is no TIFF; what else
 * is not supported, and a page of another size than the first, is an error when it is read. No pixel
 * is made up: data that are cut off or damaged are errors.
 */
export async function openTiff(path: string): Promise<TiffFile> {
  const { tiff, ...first } = explain(path, () => {
    const opened = new TiffStructure(path);
    try {
      const fields = opened.fieldsOf(0);
      return {
        tiff: opened,
        width: opened.number(fields, WIDTH, 0),
        height: opened.number(fields, HEIGHT, 0),
        description: opened.text(fields, DESCRIPTION),
      };
    } catch (error) {
      opened.close();
      throw error;
    }
  });
  const readSamples = async (page: number): Promise<StoredSamples> => {
    try {
      return await readPage(tiff, page, first);
    } catch (error) {
      throw unreadable(`${path}, page ${page + 1}`, error);
    }
  };
  return await Promise.resolve({
    ...first,
    path,
    pageCount: tiff.pages.length,
    readSamples,
    readImage: async (page: number): Promise<Image> => {
      const samples = await readSamples(page);
      if (samples instanceof Uint32Array || samples instanceof Int32Array) {
        throw new Error(`${path}: 32-bit whole numbers are not supported as images`);
      }
      const { width, height } = first;
      return { width, height, data: new Float32Array(samples) };
    },
    close: async () => {
      tiff.close();
      await Promise.resolve();
    },
  });
}

function explain<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw unreadable(what, error);
  }
}

function unreadable(what: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`cannot read ${what} as TIFF: ${reason}`, { cause: error });
}

async function readPage(
  tiff: TiffStructure,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<StoredSamples> {
  const layout = describePage(tiff, page);
  if (layout.width !== width || layout.height !== height) {
    throw new Error(`${layout.width}×${layout.height} pixels, the first has ${width}×${height}`);
  }
  const { bits, compression, part } = layout;
  const ratio = COMPRESSIONS.get(compression)?.ratio ?? 1;
  if (Math.ceil((width * bits) / 8) * height > ratio * tiff.size) {
    throw new Error(`${tiff.size} bytes cannot hold ${width}×${height} pixels`);
  }
  const out = samplesFor(layout, width * height);
  const across = Math.ceil(width / part.width);
  for (let index = 0; index < across * Math.ceil(height / part.height); index++) {
    const [left, top] = [(index % across) * part.width, Math.floor(index / across) * part.height];
    const rows = Math.min(part.height, height - top);
    const samples = await readPart(tiff, layout, { index, rows });
    const used = Math.min(part.width, width - left);
    if (used === width && part.width === width) {
      out.set(samples.subarray(0, rows * width), top * width);
      continue;
    }
    for (let y = 0; y < rows; y++) {
      const row = samples.subarray(y * part.width, y * part.width + used);
      out.set(row, (top + y) * width + left);
    }
  }
  return out;
}

/** The first rows of a strip or tile, as wide as it is. */
async function readPart(
  tiff: TiffStructure,
  layout: TiffPage,
  { index, rows }: { readonly index: number; readonly rows: number },
): Promise<StoredSamples> {
  const { bits, compression, part, offsets, byteCounts } = layout;
  const rowBytes = Math.ceil((part.width * bits) / 8);
  const [offset = 0, length = 0] = [offsets[index], byteCounts[index]];
  const needed = rows * rowBytes;
  // No compressor makes data that much longer.
  const most = compression === 1 ? needed : 2 * rowBytes * part.height + 4096;
  if (length > most && compression !== 1) {
    throw new Error(`strip or tile ${index + 1} has ${length} bytes for ${needed}`);
  }
  const compressed = tiff.read(offset, Math.min(length, most));
  const codec = COMPRESSIONS.get(compression);
  const whole = await codec?.decode(compressed, { least: needed, most: rowBytes * part.height });
  if (whole === undefined || whole.length < needed) {
    throw new Error(`strip or tile ${index + 1} has ${whole?.length ?? 0} bytes, not ${needed}`);
  }
  // A copy of its own: views of wide samples must begin at a multiple of their size.
  const bytes = new Uint8Array(whole.subarray(0, needed));
  return decodeRows(bytes, { width: part.width, rows }, { ...layout, isLittle: tiff.isLittle });
}

/** The only page of a file. */
export async function readTiffImage(path: string): Promise<Image> {
  const file = await openTiff(path);
  try {
    if (file.pageCount !== 1) throw new Error(`${path} has ${file.pageCount} pages, not one`);
    return await file.readImage(0);
  } finally {
    await file.close();
  }
}
