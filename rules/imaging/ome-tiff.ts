import type { Image } from './image.ts';
import { type OmeSeries, readOmeSeries } from './ome-metadata.ts';
import { type OmeImage, omeXml } from './ome-xml.ts';
import { openTiff, type TiffFile } from './tiff-reader.ts';
import { TiffWriter } from './tiff-writer.ts';

/** Side of the tiles of a pyramid, pixels. */
const TILE = 256;

/**
 * A writer of the planes of an OME-TIFF, channel after channel. A `pyramid` has tiles and smaller
 * copies of every plane, for viewers; `strips` are smaller and faster for the next step.
 */
export function createOmeTiff(
  path: string,
  image: OmeImage,
  kind: 'strips' | 'pyramid' = 'strips',
): TiffWriter {
  return new TiffWriter(path, {
    width: image.width,
    height: image.height,
    type: image.type,
    pageCount: image.channels.length * image.planes,
    description: omeXml(image),
    ...(image.pixelUm === undefined ? {} : { pixelUm: image.pixelUm }),
    ...(kind === 'pyramid' ? { tile: TILE } : {}),
  });
}

/** An OME-TIFF of one time point and one image, open for reading. */
export interface OmeTiff {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly channels: readonly string[];
  /** µm. */
  readonly pixelUm: number | undefined;
  /** Distance of planes, µm. */
  readonly planeUm: number | undefined;
  /** Channel and plane from 0. */
  readPlane(channel: number, plane: number): Promise<Image>;
  close(): Promise<void>;
}

/** Throws, with the path, for files without OME-XML or whose pages do not match it. */
export async function openOmeTiff(path: string): Promise<OmeTiff> {
  const { file, series } = await openOmeSeries(path);
  const [image] = series;
  if (image === undefined || series.length > 1) {
    await file.close();
    throw new Error(`${path} holds ${series.length} images, not one`);
  }
  const { planes, pixelUm, planeUm, pages } = image;
  return {
    path,
    width: file.width,
    height: file.height,
    planes,
    channels: image.channels.map((name, index) => name ?? `channel ${index + 1}`),
    pixelUm,
    planeUm,
    readPlane: async (channel, plane) => {
      const page = pages[channel * planes + plane];
      if (page === undefined) throw new Error(`${path} has no channel ${channel}, plane ${plane}`);
      return await file.readImage(page);
    },
    close: async () => await file.close(),
  };
}

/**
 * A file with what its OME-XML says of it: one image, or many of one size. Throws, with the path,
 * for files without OME-XML, whose pages do not match it, or of several time points.
 */
export async function openOmeSeries(
  path: string,
): Promise<{ readonly file: TiffFile; readonly series: readonly OmeSeries[] }> {
  const file = await openTiff(path);
  try {
    return { file, series: checkedSeries(file) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function checkedSeries(file: TiffFile): readonly OmeSeries[] {
  const { path, pageCount, width, height } = file;
  const series = withPath(path, () => readOmeSeries(file.description));
  if (series === undefined) {
    throw new Error(`${path} is no OME-TIFF: its description has no Pixels`);
  }
  for (const image of series) {
    const { planes, times, channels, pages } = image;
    if (times !== 1 || pages.some((page) => page >= pageCount)) {
      throw new Error(
        `${path}: its OME-XML promises ${channels.length} channels × ${planes} planes × ` +
          `${times} times, the file has ${pageCount} pages`,
      );
    }
    if (image.width !== width || image.height !== height) {
      throw new Error(
        `${path}: its OME-XML promises ${image.width}×${image.height} pixels, ` +
          `the file has ${width}×${height}`,
      );
    }
  }
  return series;
}

function withPath<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read ${path} as OME-TIFF: ${reason}`, { cause: error });
  }
}
