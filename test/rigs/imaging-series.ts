import { join } from 'node:path';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';

export interface SeriesTile {
  readonly x: string;
  readonly y: string;
  /** A page by channel and plane. */
  readonly pages: readonly Uint16Array<ArrayBuffer>[];
}

export interface SeriesFile {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly SeriesTile[];
  readonly channels?: readonly string[];
  readonly planes?: number;
  /** Attributes of Pixels beside the sizes. */
  readonly pixels?: string;
  readonly unit?: string;
  /** Changes the whole text. */
  readonly edit?: (xml: string) => string;
}

/** A multi-series OME-TIFF as another writer makes it: equal IDs, the first TiffData without IFD. */
export function writeSeries(folder: string, name: string, file: SeriesFile): string {
  const { width, height, tiles, channels = ['DNA'], planes = 1 } = file;
  const { pixels = 'PhysicalSizeX="0.5" PhysicalSizeY="0.5"', unit = '&#181;m' } = file;
  const perTile = channels.length * planes;
  const images = tiles.map(({ x, y }, i) => {
    const ifd = i === 0 ? '' : ` IFD="${i * perTile}"`;
    return `<Image ID="Image:${i}"><Pixels ID="Pixels:1" DimensionOrder="XYZCT" Type="uint16" SizeX="${width}" SizeY="${height}" SizeC="${channels.length}" SizeZ="${planes}" SizeT="1" ${pixels}>
${channels.map((channel) => `<Channel Name="${channel}"/>`).join('')}
<TiffData${ifd} PlaneCount="${perTile}"/>
<Plane TheC="0" TheZ="0" TheT="0" PositionX="${x}" PositionXUnit="${unit}" PositionY="${y}" PositionYUnit="${unit}"/>
</Pixels></Image>`;
  });
  const xml = `<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">${images.join('')}</OME>`;
  const path = join(folder, name);
  const pages = tiles.flatMap((tile) => tile.pages);
  const format = { width, height, type: 'uint16', pageCount: pages.length } as const;
  const writer = new TiffWriter(path, { ...format, description: file.edit?.(xml) ?? xml });
  for (const page of pages) writer.writePage(page);
  writer.close();
  return path;
}
