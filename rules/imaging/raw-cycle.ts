import type { Image } from './image.ts';
import { readStageTiles, type StageAxis, type StageTiles } from './stage-tiles.ts';
import { openTiff, readTiffImage } from './tiff-reader.ts';
import type { TileGrid } from './tile-grid.ts';
import type { TileLayout } from './tile-layout.ts';

/** One tile of one channel and plane. */
export type TileAddress = {
  readonly path: string;
  /** From 0; null: the file's only page. */
  readonly page: number | null;
};

/** The raw data of a cycle: how its tiles lie, and where each of their planes is. */
export interface RawCycle {
  readonly layout: TileLayout;
  readonly channelNames: readonly string[];
  readonly planes: number;
  readonly pixelUm: number;
  readonly planeUm: number;
  /** By channel, in it by plane: the tiles in order of acquisition. */
  readonly stacks: readonly (readonly TileAddress[])[];
}

/** A file with one image a tile and cycle says itself how its tiles lie. */
export type StageSource = {
  readonly stageY: StageAxis;
  /** Numbers from 1 of the file's channels that are wanted. */
  readonly channels: readonly number[];
  /** Null: as many as there are. */
  readonly tileCount: number | null;
};

/** What a step is told of the raw data of a cycle; null where the file is to say it. */
export type RawParams = {
  readonly grid: TileGrid | StageSource;
  readonly planes: number | null;
  /** In the order of the tiles; empty where the file is to name them. */
  readonly channelNames: readonly string[];
  readonly pixelUm: number | null;
  readonly planeUm: number | null;
};

/**
 * The raw tiles of a cycle: files of one page (by channel, in it by plane, in it by tile), or one
 * multi-series OME-TIFF. Throws where the files are not as many as they should be, and where a
 * file contradicts the params.
 */
export async function rawCycle(paths: readonly string[], params: RawParams): Promise<RawCycle> {
  const { grid } = params;
  if ('stageY' in grid) return await stageCycle(paths, params, grid);
  const { planes, channelNames, pixelUm, planeUm } = params;
  if (planes === null || pixelUm === null || planeUm === null) {
    throw new Error('single files do not say how many planes there are, nor how large pixels are');
  }
  const tileCount = grid.rows * grid.columns;
  const expected = channelNames.length * planes * tileCount;
  if (paths.length !== expected) {
    throw new Error(`${paths.length} raw tiles where ${expected} were expected`);
  }
  const stacks = Array.from({ length: channelNames.length * planes }, (_, stack) =>
    paths.slice(stack * tileCount, (stack + 1) * tileCount).map((path) => ({ path, page: null })),
  );
  return { layout: grid, channelNames, planes, pixelUm, planeUm, stacks };
}

async function stageCycle(
  paths: readonly string[],
  params: RawParams,
  source: StageSource,
): Promise<RawCycle> {
  const [path] = paths;
  if (path === undefined || paths.length > 1) {
    throw new Error(`${paths.length} files of a cycle where one was expected`);
  }
  const { stageY, channels } = source;
  const file = await readStageTiles(path, { stageY, pixelUm: params.pixelUm ?? undefined });
  const contradict = contradictions(file, params, source);
  if (contradict.length > 0) throw new Error(`${path}: ${contradict.join('; ')}`);
  const { positions, planes, pages } = file;
  const stacks = channels.flatMap((channel) =>
    Array.from({ length: planes }, (_, plane) =>
      pages.map((ofTile) => ({ path, page: ofTile[(channel - 1) * planes + plane] ?? null })),
    ),
  );
  return {
    layout: { positions },
    channelNames: channels.map(
      (channel, i) => params.channelNames[i] ?? file.channels[channel - 1] ?? `CH${channel}`,
    ),
    planes,
    pixelUm: file.pixelUm ?? params.pixelUm ?? 0,
    planeUm: file.planeUm ?? params.planeUm ?? 0,
    stacks,
  };
}

function contradictions(file: StageTiles, params: RawParams, source: StageSource): string[] {
  const said: string[] = [];
  const compare = (what: string, found: number | undefined, expected: number | null): void => {
    if (found === undefined || expected === null) return;
    if (Math.abs(found - expected) > 1e-3 * expected) {
      said.push(`${what} ${found} in the file, ${expected} in the config`);
    }
  };
  compare('tiles:', file.positions.length, source.tileCount);
  compare('planes:', file.planes, params.planes);
  compare('pixel size, µm:', file.pixelUm, params.pixelUm);
  if (file.planes > 1) compare('distance of planes, µm:', file.planeUm, params.planeUm);
  for (const [i, channel] of source.channels.entries()) {
    if (channel > file.channels.length) {
      said.push(`channel ${channel} is asked for, the file has ${file.channels.length}`);
    }
    const name = params.channelNames[i];
    const other = name === undefined ? -1 : file.channels.indexOf(name);
    if (other >= 0 && file.channels[channel - 1] !== name) {
      said.push(`“${name}” is channel ${other + 1} in the file, ${channel} in the config`);
    }
  }
  return said;
}

/**
 * The tiles of one channel and plane. Throws where one cannot be read, or has another size than
 * `tile`, pixels; without it, than the first.
 */
export async function readTiles(
  addresses: readonly TileAddress[],
  tile?: Pick<Image, 'width' | 'height'>,
): Promise<readonly Image[]> {
  const images: Image[] = [];
  const open = new Map<string, Awaited<ReturnType<typeof openTiff>>>();
  try {
    for (const { path, page } of addresses) {
      if (page === null) {
        images.push(await readTiffImage(path));
        continue;
      }
      const file = open.get(path) ?? (await openTiff(path));
      open.set(path, file);
      images.push(await file.readImage(page));
    }
  } finally {
    for (const file of open.values()) await file.close();
  }
  const expected = tile ?? images[0];
  for (const [i, { width, height }] of images.entries()) {
    if (width === expected?.width && height === expected.height) continue;
    const sizes = `${width}×${height} pixels, where ${expected?.width}×${expected?.height} are expected`;
    throw new Error(`${addresses[i]?.path} has ${sizes}`);
  }
  return images;
}
