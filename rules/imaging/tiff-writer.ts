import { closeSync, openSync, writeSync } from 'node:fs';
import {
  align,
  directoryLength,
  encodeDirectory,
  encodeHeader,
  type TiffField,
  type TiffLayout,
} from './tiff-directory.ts';
import {
  type EncodedLevel,
  type EncodedPage,
  encodePage,
  type PageEncoding,
} from './encoded-page.ts';
import { bytesOf, rowsPerStrip, type Samples, type SampleType, typeOf } from './tiff-parts.ts';

export interface TiffFormat {
  readonly width: number;
  readonly height: number;
  readonly type: SampleType;
  readonly pageCount: number;
  /** Text of the first page's ImageDescription, 7-bit; undefined: none. */
  readonly description?: string;
  /** Side of a pixel, µm; undefined: no resolution is written. */
  readonly pixelUm?: number;
  /** Undefined: BigTIFF where the file could grow beyond 4 GiB. */
  readonly layout?: TiffLayout;
  /**
   * Side of square tiles, a multiple of 16; with it each page has smaller copies, each half as
   * wide and high as the one before, until one is a single tile. Undefined: strips and no copies.
   */
  readonly tile?: number;
}

/** Samples that deflate could still push beyond 32-bit offsets. */
const CLASSIC_LIMIT = 0.98 * 2 ** 32;

/**
 * Writes grey pages one after the other: little-endian, Deflate in strips or tiles, horizontal
 * differences (predictor 2) for whole numbers, smaller copies in sub-directories; BigTIFF where
 * 32-bit offsets might not do. By TIFF Revision 6.0 and Adobe's Technical Notes 1 and 3. The same
 * pixels give the same bytes: no dates, no names.
 */
export class TiffWriter {
  readonly #file: number;
  readonly #format: TiffFormat;
  readonly #layout: TiffLayout;
  /** How pages are to be encoded that another thread prepares. */
  readonly encoding: PageEncoding;
  #offset = 0;
  #pages = 0;

  constructor(path: string, format: TiffFormat) {
    this.#format = format;
    this.encoding = {
      kind: format.tile === undefined ? 'strips' : 'tiles',
      side: format.tile ?? 0,
    };
    this.#layout = format.layout ?? (sizeOf(format) > CLASSIC_LIMIT ? 'big' : 'classic');
    this.#file = openSync(path, 'w');
    this.#append(encodeHeader(this.#layout));
  }

  /** Throws if the samples are not of the size and type of the file. */
  writePage(samples: Samples): void {
    const { width, height, type } = this.#format;
    if (samples.length !== width * height || typeOf(samples) !== type) {
      throw new Error(
        `a page of ${samples.length} ${typeOf(samples)} samples in a file of ${width}×${height} ${type}`,
      );
    }
    this.writeEncoded(encodePage({ width, height, samples }, this.encoding));
  }

  /** Throws if the page is not of the size and type of the file, or encoded for another one. */
  writeEncoded(page: EncodedPage): void {
    const { width, height, type, pageCount } = this.#format;
    if (this.#pages === pageCount) throw new Error(`more than the announced ${pageCount} pages`);
    refuseOther(page, { width, height, type, encoding: this.encoding });
    this.#writeLevels(page.levels);
    this.#pages++;
  }

  /** Throws if pages are missing; the file is closed in any case. */
  close(): void {
    closeSync(this.#file);
    if (this.#pages !== this.#format.pageCount) {
      throw new Error(`${this.#pages} of ${this.#format.pageCount} pages were written`);
    }
  }

  #writeLevels(levels: readonly EncodedLevel[]): void {
    const isTiled = this.encoding.kind === 'tiles';
    const starts: number[] = [];
    let end = this.#offset;
    const directories = levels.map((image, level) => {
      const smaller = level === 0 ? levels.slice(1).map(() => 0) : [];
      const fields = this.#fields(image, level);
      const directory = { fields, parts: image.sizes, isTiled, smaller };
      starts.push(end);
      end = align(end + directoryLength(this.#layout, directory) + image.bytes.length);
      return directory;
    });
    const isLast = this.#pages === this.#format.pageCount - 1;
    for (const [level, directory] of directories.entries()) {
      this.#append(
        encodeDirectory(this.#layout, {
          ...directory,
          start: this.#offset,
          smaller: level === 0 ? starts.slice(1) : [],
          next: level > 0 || isLast ? 0 : end,
        }),
      );
      this.#append(levels[level]?.bytes ?? Buffer.alloc(0));
      this.#append(Buffer.alloc(align(this.#offset) - this.#offset));
    }
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done);
    }
    this.#offset += bytes.length;
  }

  #fields(plane: EncodedLevel, level: number): readonly TiffField[] {
    const { type, description, pixelUm, tile } = this.#format;
    const isFloat = type === 'float32';
    const pixel = pixelUm && (pixelUm * this.#format.width) / plane.width;
    const resolution = pixel === undefined ? undefined : ([1e8, Math.round(1e4 * pixel)] as const);
    const isFirst = this.#pages === 0 && level === 0;
    const fields: (TiffField | undefined)[] = [
      { tag: 254, type: 'long', value: level === 0 ? 0 : 1 },
      { tag: 256, type: 'long', value: plane.width },
      { tag: 257, type: 'long', value: plane.height },
      { tag: 258, type: 'short', value: 8 * bytesOf(type) },
      { tag: 259, type: 'short', value: 8 },
      { tag: 262, type: 'short', value: 1 },
      description !== undefined && isFirst
        ? { tag: 270, type: 'ascii', value: description }
        : undefined,
      { tag: 277, type: 'short', value: 1 },
      tile === undefined ? { tag: 278, type: 'long', value: rowsPerStrip(plane, type) } : undefined,
      resolution && { tag: 282, type: 'rational', value: resolution },
      resolution && { tag: 283, type: 'rational', value: resolution },
      { tag: 284, type: 'short', value: 1 },
      resolution && { tag: 296, type: 'short', value: 3 },
      isFloat ? undefined : { tag: 317, type: 'short', value: 2 },
      tile === undefined ? undefined : { tag: 322, type: 'short', value: tile },
      tile === undefined ? undefined : { tag: 323, type: 'short', value: tile },
      { tag: 339, type: 'short', value: isFloat ? 3 : 1 },
    ];
    return fields.filter((field) => field !== undefined);
  }
}

/** Bytes of all samples, with those of tiles beyond the page and of smaller copies. */
function sizeOf({ width, height, type, pageCount, tile }: TiffFormat): number {
  const bytes = bytesOf(type) * pageCount;
  if (tile === undefined) return width * height * bytes;
  const side = (length: number): number => Math.ceil(length / tile) * tile;
  return (4 / 3) * side(width) * side(height) * bytes;
}

/** Throws if a page was encoded for another file. */
export function refuseOther(
  page: EncodedPage,
  expected: Pick<TiffFormat, 'width' | 'height' | 'type'> & { readonly encoding: PageEncoding },
): void {
  const [first] = page.levels;
  const name = (image: typeof expected): string =>
    `${image.width}×${image.height} ${image.type} in ${image.encoding.kind} of ${image.encoding.side}`;
  const { type, encoding } = page;
  const found = name({ width: first?.width ?? 0, height: first?.height ?? 0, type, encoding });
  if (found !== name(expected)) throw new Error(`a page of ${found} where it is ${name(expected)}`);
}
