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
  bytesOf,
  encodeStrips,
  encodeTiles,
  halve,
  type Plane,
  rowsPerStrip,
  type Samples,
  type SampleType,
  typeOf,
} from './tiff-parts.ts';

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

/** An image of a page: the page itself, or a smaller copy. */
interface Level {
  readonly fields: readonly TiffField[];
  readonly parts: readonly Buffer[];
}

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
  #offset = 0;
  #pages = 0;

  constructor(path: string, format: TiffFormat) {
    this.#format = format;
    this.#layout = format.layout ?? (sizeOf(format) > CLASSIC_LIMIT ? 'big' : 'classic');
    this.#file = openSync(path, 'w');
    this.#append(encodeHeader(this.#layout));
  }

  /** Throws if the samples are not of the size and type of the file. */
  writePage(samples: Samples): void {
    const { width, height, type, pageCount } = this.#format;
    if (samples.length !== width * height || typeOf(samples) !== type) {
      throw new Error(
        `a page of ${samples.length} ${typeOf(samples)} samples in a file of ${width}×${height} ${type}`,
      );
    }
    if (this.#pages === pageCount) throw new Error(`more than the announced ${pageCount} pages`);
    this.#writeLevels(this.#levelsOf({ width, height, samples }));
    this.#pages++;
  }

  /** Throws if pages are missing; the file is closed in any case. */
  close(): void {
    closeSync(this.#file);
    if (this.#pages !== this.#format.pageCount) {
      throw new Error(`${this.#pages} of ${this.#format.pageCount} pages were written`);
    }
  }

  #levelsOf(page: Plane): readonly Level[] {
    const { tile } = this.#format;
    if (tile === undefined) return [{ fields: this.#fields(page, 0), parts: encodeStrips(page) }];
    const levels: Level[] = [];
    for (let plane = page; ; plane = halve(plane)) {
      const fields = this.#fields(plane, levels.length);
      levels.push({ fields, parts: encodeTiles(plane, tile) });
      if (plane.width <= tile && plane.height <= tile) return levels;
    }
  }

  #writeLevels(levels: readonly Level[]): void {
    const isTiled = this.#format.tile !== undefined;
    const starts: number[] = [];
    let end = this.#offset;
    const directories = levels.map(({ fields, parts }, level) => {
      const smaller = level === 0 ? levels.slice(1).map(() => 0) : [];
      const directory = { fields, parts: parts.map(({ length }) => length), isTiled, smaller };
      starts.push(end);
      end += directoryLength(this.#layout, directory);
      end = align(end + directory.parts.reduce((sum, size) => sum + size, 0));
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
      for (const part of levels[level]?.parts ?? []) this.#append(part);
      this.#append(Buffer.alloc(align(this.#offset) - this.#offset));
    }
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done);
    }
    this.#offset += bytes.length;
  }

  #fields(plane: Plane, level: number): readonly TiffField[] {
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
