import { inflateSync } from 'node:zlib';
import {
  addDecoder,
  BaseDecoder,
  fromFile,
  type GeoTIFF,
  type GeoTIFFImage,
  type TypedArray,
} from 'geotiff';
import type { Image } from './image.ts';

/** Node's own zlib is twice as fast as the one in JavaScript that the library brings. */
class NodeInflate extends BaseDecoder {
  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    const { buffer, byteOffset, byteLength } = inflateSync(new Uint8Array(block));
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

addDecoder([8, 32946], () => Promise.resolve(NodeInflate));

/** A file of grey pages of one size. */
export interface TiffFile {
  readonly path: string;
  readonly pageCount: number;
  readonly width: number;
  readonly height: number;
  /** Text of the first page's ImageDescription. */
  readonly description: string;
  /** A page's samples as they are stored. */
  readSamples(page: number): Promise<TypedArray>;
  /** A page as an image; whole numbers above 2²⁴ would lose digits and are refused. */
  readImage(page: number): Promise<Image>;
  close(): Promise<void>;
}

/**
 * Opens a TIFF or BigTIFF. Throws, with the path, what is no TIFF and pages of colour; a page of
 * another size than the first is an error when it is read.
 */
export async function openTiff(path: string): Promise<TiffFile> {
  const file = await explain(path, fromFile(path));
  const pageCount = await explain(path, file.getImageCount());
  const first = await explain(path, file.getImage(0));
  const [width, height] = [first.getWidth(), first.getHeight()];
  const description = await first.fileDirectory.loadValue('ImageDescription');
  const readSamples = async (page: number): Promise<TypedArray> =>
    await explain(`${path}, page ${page + 1}`, readPage(file, page, { width, height }));
  return {
    path,
    pageCount,
    width,
    height,
    description: typeof description === 'string' ? description.replace(/\0+$/, '') : '',
    readSamples,
    readImage: async (page) => {
      const samples = await readSamples(page);
      if (samples instanceof Uint32Array || samples instanceof Int32Array) {
        throw new Error(`${path}: 32-bit whole numbers are not supported as images`);
      }
      return { width, height, data: Float32Array.from(samples) };
    },
    close: async () => {
      await file.close();
    },
  };
}

async function explain<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${what} as TIFF: ${reason}`, { cause: error });
  }
}

async function readPage(
  file: GeoTIFF,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<TypedArray> {
  const image = await file.getImage(page);
  refuseUnsupported(image);
  if (image.getWidth() !== width || image.getHeight() !== height) {
    throw new Error(
      `${image.getWidth()}×${image.getHeight()} pixels, the first has ${width}×${height}`,
    );
  }
  const [samples] = await image.readRasters({ interleave: false });
  if (samples === undefined) throw new Error('no samples');
  return samples;
}

/** What the library would decode wrongly, or we have no use for. */
function refuseUnsupported(image: GeoTIFFImage): void {
  const samples = image.getSamplesPerPixel();
  if (samples !== 1) throw new Error(`${samples} samples a pixel; only grey images are supported`);
  const bits = image.getBitsPerSample();
  if (![8, 16, 32, 64].includes(bits)) throw new Error(`${bits}-bit samples are not supported`);
  const { deferredArrays } = image.fileDirectory;
  if (!image.littleEndian && PART_TAGS.some((tag) => deferredArrays.has(tag))) {
    throw new Error('big-endian files with many strips or tiles are not supported');
  }
}

/** Offsets and sizes of strips and tiles; where they are many, the library forgets the byte order. */
const PART_TAGS = [273, 279, 324, 325];

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
