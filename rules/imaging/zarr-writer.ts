import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { OmeImage } from './ome-xml.ts';
import { emptyLike, halve, type Plane, type Samples, typeOf } from './tiff-parts.ts';

/** Largest side of a chunk, pixels. */
const CHUNK = 1024;

/** Sides of images in a pyramid beyond which there is a smaller one. */
const SMALLEST = 256;

/**
 * Writes an OME-Zarr 0.5 (Zarr 3) into a folder, plane after plane and channel after channel: a
 * pyramid, each image half as wide and high, in chunks of one plane, compressed by gzip. The same
 * pixels give the same bytes. By the specifications of NGFF 0.5 and Zarr 3.1.
 */
export class OmeZarrWriter {
  readonly #path: string;
  readonly #image: OmeImage;
  readonly #levels: readonly { readonly width: number; readonly height: number }[];
  /** By channel, the least and the greatest value. */
  readonly #ranges: { least: number; greatest: number }[] = [];
  #pages = 0;

  constructor(path: string, image: OmeImage) {
    this.#path = path;
    this.#image = image;
    this.#levels = levelsOf(image);
    mkdirSync(path, { recursive: true });
  }

  /** Throws if the samples are not of the size and type of the image. */
  writePage(samples: Samples): void {
    const { width, height, type, planes, channels } = this.#image;
    if (samples.length !== width * height || typeOf(samples) !== type) {
      throw new Error(
        `a page of ${samples.length} ${typeOf(samples)} samples in an image of ${width}×${height} ${type}`,
      );
    }
    if (this.#pages === planes * channels.length) {
      throw new Error(`more than the announced ${this.#pages} pages`);
    }
    const [channel, z] = [Math.floor(this.#pages / planes), this.#pages % planes];
    this.#widen(channel, samples);
    let plane: Plane = { width, height, samples };
    for (const level of this.#levels.keys()) {
      if (level > 0) plane = halve(plane);
      this.#writeChunks(plane, { level, key: planes > 1 ? `${channel}/${z}` : `${channel}` });
    }
    this.#pages++;
  }

  /** Throws if pages are missing; only a whole image gets its metadata. */
  close(): void {
    const { planes, channels } = this.#image;
    if (this.#pages !== planes * channels.length) {
      throw new Error(`${this.#pages} of ${planes * channels.length} pages were written`);
    }
    for (const [level, size] of this.#levels.entries()) {
      writeJson(join(this.#path, String(level), 'zarr.json'), this.#arrayOf(size));
    }
    writeJson(join(this.#path, 'zarr.json'), {
      zarr_format: 3,
      node_type: 'group',
      attributes: {
        ome: { version: '0.5', multiscales: [this.#multiscale()], omero: this.#omero() },
      },
    });
  }

  #widen(channel: number, samples: Samples): void {
    const range = this.#ranges[channel] ?? { least: Infinity, greatest: -Infinity };
    for (const value of samples) {
      if (value < range.least) range.least = value;
      if (value > range.greatest) range.greatest = value;
    }
    this.#ranges[channel] = range;
  }

  #writeChunks(plane: Plane, { level, key }: { level: number; key: string }): void {
    const chunk = chunkOf(plane);
    for (let row = 0; row * chunk.height < plane.height; row++) {
      for (let column = 0; column * chunk.width < plane.width; column++) {
        const path = join(this.#path, `${level}/c/${key}/${row}/${column}`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, compress(cutOut(plane, { row, column, ...chunk })));
      }
    }
  }

  #arrayOf(size: { readonly width: number; readonly height: number }): object {
    const { type, planes, channels } = this.#image;
    const chunk = chunkOf(size);
    const deep = planes > 1;
    return {
      zarr_format: 3,
      node_type: 'array',
      shape: [channels.length, ...(deep ? [planes] : []), size.height, size.width],
      data_type: type,
      chunk_grid: {
        name: 'regular',
        configuration: { chunk_shape: [1, ...(deep ? [1] : []), chunk.height, chunk.width] },
      },
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      fill_value: 0,
      codecs: [
        { name: 'bytes', configuration: { endian: 'little' } },
        { name: 'gzip', configuration: { level: LEVEL } },
      ],
      dimension_names: ['c', ...(deep ? ['z'] : []), 'y', 'x'],
      attributes: {},
    };
  }

  #multiscale(): object {
    const { name, width, height, planes, pixelUm, planeUm } = this.#image;
    const unit = pixelUm === undefined ? {} : { unit: 'micrometer' };
    const pixel = pixelUm ?? 1;
    const deep = planes > 1;
    const depth = planeUm === undefined ? {} : { unit: 'micrometer' };
    return {
      name,
      axes: [
        { name: 'c', type: 'channel' },
        ...(deep ? [{ name: 'z', type: 'space', ...depth }] : []),
        { name: 'y', type: 'space', ...unit },
        { name: 'x', type: 'space', ...unit },
      ],
      datasets: this.#levels.map((_, level) => {
        // An odd side is not halved but has one pixel that stands for one: pixels keep their size.
        const size = 2 ** level * pixel;
        const middle = ((2 ** level - 1) * pixel) / 2;
        const scale = [1, ...(deep ? [planeUm ?? 1] : []), size, size];
        const translation = [0, ...(deep ? [0] : []), middle, middle];
        const transformations: object[] = [{ type: 'scale', scale }];
        if (level > 0) transformations.push({ type: 'translation', translation });
        return { path: String(level), coordinateTransformations: transformations };
      }),
      type: 'mean',
      metadata: { description: `means of 2×2 pixels, from ${width}×${height}` },
    };
  }

  #omero(): object {
    const top = { uint8: 255, uint16: 65535, float32: undefined }[this.#image.type];
    return {
      channels: this.#image.channels.map((label, channel) => {
        const { least = 0, greatest = 1 } = this.#ranges[channel] ?? {};
        const [min, max] = top === undefined ? [least, greatest] : [0, top];
        const window = { min, max, start: least, end: greatest };
        return { label, active: true, color: 'FFFFFF', window };
      }),
    };
  }
}

function levelsOf({ width, height }: OmeImage): { width: number; height: number }[] {
  const levels = [{ width, height }];
  for (let last = { width, height }; last.width > SMALLEST || last.height > SMALLEST; ) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
    levels.push(last);
  }
  return levels;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function chunkOf({ width, height }: Size): Size {
  return { width: Math.min(CHUNK, width), height: Math.min(CHUNK, height) };
}

/** The samples of a chunk; what lies beyond the plane is 0. */
function cutOut(
  plane: Plane,
  { row, column, width, height }: Size & { readonly row: number; readonly column: number },
): Samples {
  const out = emptyLike(plane.samples, width * height);
  const [left, top] = [column * width, row * height];
  for (let y = 0; y < Math.min(height, plane.height - top); y++) {
    const start = (top + y) * plane.width + left;
    out.set(plane.samples.subarray(start, start + Math.min(width, plane.width - left)), y * width);
  }
  return out;
}

const LEVEL = 5;

function compress({ buffer, byteOffset, byteLength }: Samples): Buffer {
  const bytes = gzipSync(Buffer.from(buffer, byteOffset, byteLength), { level: LEVEL });
  // The operating system that gzip names: unknown, so that all write the same.
  bytes[9] = 255;
  return bytes;
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
