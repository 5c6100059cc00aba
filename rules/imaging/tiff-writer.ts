import { closeSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import {
  encodeDirectory,
  encodeHeader,
  type TiffField,
  type TiffLayout,
} from './tiff-directory.ts';

export type SampleType = 'uint8' | 'uint16' | 'float32';

export type Samples = Uint8Array | Uint16Array | Float32Array;

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
}

/** Bytes of samples a strip, about. */
const STRIP_BYTES = 256 * 1024;
/** Samples that deflate could still push beyond 32-bit offsets. */
const CLASSIC_LIMIT = 0.98 * 2 ** 32;

/**
 * Writes grey pages one after the other: little-endian, Deflate in strips, horizontal differences
 * (predictor 2) for whole numbers; BigTIFF where 32-bit offsets might not do. By TIFF Revision 6.0
 * and Adobe's Technical Note 3. The same pixels give the same bytes: no dates, no names.
 */
export class TiffWriter {
  readonly #file: number;
  readonly #format: TiffFormat;
  readonly #layout: TiffLayout;
  #offset = 0;
  #pages = 0;

  constructor(path: string, format: TiffFormat) {
    const bytes = format.width * format.height * bytesOf(format.type) * format.pageCount;
    this.#format = format;
    this.#layout = format.layout ?? (bytes > CLASSIC_LIMIT ? 'big' : 'classic');
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
    const strips = encodeStrips(samples, this.#format);
    const directory = encodeDirectory(this.#layout, {
      start: this.#offset,
      fields: this.#fields(rowsPerStrip(this.#format)),
      strips: strips.map((strip) => strip.length),
      isLast: this.#pages === pageCount - 1,
    });
    for (const part of [directory, ...strips]) this.#append(part);
    this.#append(Buffer.alloc(this.#offset % 8 === 0 ? 0 : 8 - (this.#offset % 8)));
    this.#pages++;
  }

  /** Throws if pages are missing; the file is closed in any case. */
  close(): void {
    closeSync(this.#file);
    if (this.#pages !== this.#format.pageCount) {
      throw new Error(`${this.#pages} of ${this.#format.pageCount} pages were written`);
    }
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done);
    }
    this.#offset += bytes.length;
  }

  #fields(rows: number): readonly TiffField[] {
    const { width, height, type, description, pixelUm } = this.#format;
    const isFloat = type === 'float32';
    const resolution =
      pixelUm === undefined ? undefined : ([1e8, Math.round(1e4 * pixelUm)] as const);
    const fields: (TiffField | undefined)[] = [
      { tag: 254, type: 'long', value: 0 },
      { tag: 256, type: 'long', value: width },
      { tag: 257, type: 'long', value: height },
      { tag: 258, type: 'short', value: 8 * bytesOf(type) },
      { tag: 259, type: 'short', value: 8 },
      { tag: 262, type: 'short', value: 1 },
      description !== undefined && this.#pages === 0
        ? { tag: 270, type: 'ascii', value: description }
        : undefined,
      { tag: 277, type: 'short', value: 1 },
      { tag: 278, type: 'long', value: rows },
      resolution && { tag: 282, type: 'rational', value: resolution },
      resolution && { tag: 283, type: 'rational', value: resolution },
      { tag: 284, type: 'short', value: 1 },
      resolution && { tag: 296, type: 'short', value: 3 },
      isFloat ? undefined : { tag: 317, type: 'short', value: 2 },
      { tag: 339, type: 'short', value: isFloat ? 3 : 1 },
    ];
    return fields.filter((field) => field !== undefined);
  }
}

function typeOf(samples: Samples): SampleType {
  if (samples instanceof Uint8Array) return 'uint8';
  return samples instanceof Uint16Array ? 'uint16' : 'float32';
}

function bytesOf(type: SampleType): number {
  return { uint8: 1, uint16: 2, float32: 4 }[type];
}

function rowsPerStrip({ width, height, type }: TiffFormat): number {
  return Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / (width * bytesOf(type)))));
}

function encodeStrips(samples: Samples, format: TiffFormat): readonly Buffer[] {
  const { width, height } = format;
  const rows = rowsPerStrip(format);
  const strips: Buffer[] = [];
  for (let y = 0; y < height; y += rows) {
    const part = samples.slice(y * width, Math.min(height, y + rows) * width);
    if (!(part instanceof Float32Array)) takeDifferences(part, width);
    strips.push(deflateSync(Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
  }
  return strips;
}

/** Each sample less its left neighbour, modulo the range of the type. */
function takeDifferences(samples: Uint8Array | Uint16Array, width: number): void {
  for (let row = 0; row < samples.length; row += width) {
    for (let i = row + width - 1; i > row; i--) {
      samples[i] = (samples[i] ?? 0) - (samples[i - 1] ?? 0);
    }
  }
}
