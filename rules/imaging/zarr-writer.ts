import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chunkSize,
  type EncodedLevel,
  type EncodedPage,
  encodePage,
  GZIP_LEVEL,
  levelSizes,
  type PageEncoding,
  partsOf,
} from './encoded-page.ts';
import type { OmeImage } from './ome-xml.ts';
import { type Samples, typeOf } from './tiff-parts.ts';
import { refuseOther } from './tiff-writer.ts';

/** Largest side of a chunk, pixels. */
const CHUNK = 1024;

/**
 * Writes an OME-Zarr 0.5 (Zarr 3) into a folder, plane after plane and channel after channel: a
 * pyramid, each image half as wide and high, in chunks of one plane, compressed by gzip. The same
 * pixels give the same bytes. By the specifications of NGFF 0.5 and Zarr 3.1.
 */
export class OmeZarrWriter {
  readonly #path: string;
  readonly #image: OmeImage;
  /** How pages are to be encoded that another thread prepares. */
  readonly encoding: PageEncoding = { kind: 'chunks', side: CHUNK };
  /** By channel, the least and the greatest value. */
  readonly #ranges: EncodedPage['range'][] = [];
  #pages = 0;

  constructor(path: string, image: OmeImage) {
    this.#path = path;
    this.#image = image;
    mkdirSync(path, { recursive: true });
  }

  /** Throws if the samples are not of the size and type of the image. */
  writePage(samples: Samples): void {
    const { width, height, type } = this.#image;
    if (samples.length !== width * height || typeOf(samples) !== type) {
      throw new Error(
        `a page of ${samples.length} ${typeOf(samples)} samples in an image of ${width}×${height} ${type}`,
      );
    }
    this.writeEncoded(encodePage({ width, height, samples }, this.encoding));
  }

  /** Throws if the page is not of the size and type of the image, or encoded for another one. */
  writeEncoded(page: EncodedPage): void {
    const { width, height, type, planes, channels } = this.#image;
    if (this.#pages === planes * channels.length) {
      throw new Error(`more than the announced ${this.#pages} pages`);
    }
    refuseOther(page, { width, height, type, encoding: this.encoding });
    const [channel, z] = [Math.floor(this.#pages / planes), this.#pages % planes];
    const range = this.#ranges[channel] ?? page.range;
    this.#ranges[channel] = {
      least: Math.min(range.least, page.range.least),
      greatest: Math.max(range.greatest, page.range.greatest),
    };
    const key = planes > 1 ? `${channel}/${z}` : `${channel}`;
    for (const [level, image] of page.levels.entries())
      this.#writeChunks(image, `${level}/c/${key}`);
    this.#pages++;
  }

  /** Throws if pages are missing; only a whole image gets its metadata. */
  close(): void {
    const { planes, channels } = this.#image;
    if (this.#pages !== planes * channels.length) {
      throw new Error(`${this.#pages} of ${planes * channels.length} pages were written`);
    }
    for (const [level, size] of levelSizes(this.#image, this.encoding).entries()) {
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

  #writeChunks(image: EncodedLevel, folder: string): void {
    const across = Math.ceil(image.width / chunkSize(image, CHUNK).width);
    let index = 0;
    for (const chunk of partsOf(image)) {
      const row = join(this.#path, folder, String(Math.floor(index / across)));
      mkdirSync(row, { recursive: true });
      writeFileSync(join(row, String(index % across)), chunk);
      index++;
    }
  }

  #arrayOf(size: { readonly width: number; readonly height: number }): object {
    const { type, planes, channels } = this.#image;
    const chunk = chunkSize(size, CHUNK);
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
        { name: 'gzip', configuration: { level: GZIP_LEVEL } },
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
      datasets: levelSizes(this.#image, this.encoding).map((_, level) => {
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

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
