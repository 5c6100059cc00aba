import type { Image } from './image.ts';
import { type OmeImage, omeXml, type ParsedOme, readOmeXml } from './ome-xml.ts';
import { openTiff } from './tiff-reader.ts';
import { TiffWriter } from './tiff-writer.ts';

/** A writer of the planes of an OME-TIFF, channel after channel. */
export function createOmeTiff(path: string, image: OmeImage): TiffWriter {
  return new TiffWriter(path, {
    width: image.width,
    height: image.height,
    type: image.type,
    pageCount: image.channels.length * image.planes,
    description: omeXml(image),
    pixelUm: image.pixelUm,
  });
}

/** An OME-TIFF of one time point, open for reading. */
export interface OmeTiff extends ParsedOme {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Channel and plane from 0. */
  readPlane(channel: number, plane: number): Promise<Image>;
  close(): Promise<void>;
}

/** Throws, with the path, for files without OME-XML or whose pages do not match it. */
export async function openOmeTiff(path: string): Promise<OmeTiff> {
  const file = await openTiff(path);
  const ome = readOmeXml(file.description);
  try {
    if (ome === undefined) throw new Error(`${path} is no OME-TIFF: its description has no Pixels`);
    const expected = ome.channelCount * ome.planes * ome.times;
    if (ome.times !== 1 || file.pageCount < expected) {
      throw new Error(
        `${path}: its OME-XML promises ${ome.channelCount} channels × ${ome.planes} planes × ` +
          `${ome.times} times, the file has ${file.pageCount} pages`,
      );
    }
    const isPlaneFirst = ome.order.indexOf('Z') < ome.order.indexOf('C');
    return {
      ...ome,
      path,
      width: file.width,
      height: file.height,
      readPlane: async (channel, plane) =>
        await file.readImage(
          isPlaneFirst ? channel * ome.planes + plane : plane * ome.channelCount + channel,
        ),
      close: async () => await file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
