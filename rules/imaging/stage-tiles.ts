import type { Vector } from './image.ts';
import type { OmeSeries } from './ome-metadata.ts';
import { openOmeSeries } from './ome-tiff.ts';

/** What a file with one image a tile says of its tiles, in its order. */
export interface StageTiles {
  /** Upper left corners, pixels, y downwards, from the leftmost and the topmost tile. */
  readonly positions: readonly Vector[];
  readonly planes: number;
  /** Names of the channels, as far as they have any. */
  readonly channels: readonly (string | undefined)[];
  readonly pixelUm: number | undefined;
  readonly planeUm: number | undefined;
  /** Pages by tile: channel after channel, in it by plane. */
  readonly pages: readonly (readonly number[])[];
}

/** Which way the stage's y runs in the image. */
export type StageAxis = 'up' | 'down';

/**
 * Reads where the tiles of a multi-series OME-TIFF lie. The image's x is the stage's; its y runs
 * down, against most stages. Throws, with the path, if a tile has no position or two have the same,
 * and if tiles differ in size, channels, planes or pixels.
 *
 * @param pixelUm µm, where the file does not say it.
 */
export async function readStageTiles(
  path: string,
  { stageY, pixelUm }: { readonly stageY: StageAxis; readonly pixelUm: number | undefined },
): Promise<StageTiles> {
  const { file, series } = await openOmeSeries(path);
  await file.close();
  const [first] = series;
  if (first === undefined) throw new Error(`${path} holds no images`);
  refuseDifferent(path, series, first);
  const pixel = first.pixelUm ?? pixelUm;
  if (pixel === undefined) throw new Error(`${path} does not say how large its pixels are`);
  return {
    positions: positionsOf(path, series, { stageY, pixel }),
    planes: first.planes,
    channels: first.channels,
    pixelUm: first.pixelUm,
    planeUm: first.planeUm,
    pages: series.map(({ pages }) => pages),
  };
}

function refuseDifferent(path: string, series: readonly OmeSeries[], first: OmeSeries): void {
  const expected = describe(first);
  for (const [i, image] of series.entries()) {
    const found = describe(image);
    if (found !== expected) {
      throw new Error(`${path}: image ${i + 1} has ${found}, image 1 has ${expected}`);
    }
  }
}

function describe({ channels, planes, pixelUm }: OmeSeries): string {
  const names = channels.some((name) => name !== undefined) ? ` (${channels.join(', ')})` : '';
  const size = pixelUm === undefined ? 'no pixel size' : `pixels of ${pixelUm} µm`;
  return `${channels.length} channels${names}, ${planes} planes and ${size}`;
}

function positionsOf(
  path: string,
  series: readonly OmeSeries[],
  { stageY, pixel }: { readonly stageY: StageAxis; readonly pixel: number },
): readonly Vector[] {
  const seen = new Map<string, number>();
  const stage = series.map(({ stage: at }, i) => {
    if (at === undefined) throw new Error(`${path}: image ${i + 1} has no stage position`);
    const twin = seen.get(`${at.x},${at.y}`);
    if (twin !== undefined) {
      throw new Error(`${path}: images ${twin + 1} and ${i + 1} have the same stage position`);
    }
    seen.set(`${at.x},${at.y}`, i);
    return { x: at.x / pixel, y: (stageY === 'up' ? -at.y : at.y) / pixel };
  });
  const least = (axis: 'x' | 'y'): number =>
    stage.reduce((low, at) => Math.min(low, at[axis]), Number.POSITIVE_INFINITY);
  const [left, top] = [least('x'), least('y')];
  return stage.map(({ x, y }) => ({ x: rounded(x - left), y: rounded(y - top) }));
}

/** Without the last digits, in which the stage's decimals come out of the division. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
