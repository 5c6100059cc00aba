import type { Image, Vector } from '../../rules/imaging/image.ts';
import {
  type Acquisition,
  blobsOf,
  type CycleTruth,
  renderTile,
  trueFlatField,
  truthOf,
} from '../../rules/imaging/synthetic-tiles.ts';

/** An acquisition of 3×3 tiles of 128 pixels whose truth is known. */
export function acquisition(changes: Partial<Acquisition> = {}): Acquisition {
  return {
    seed: 7,
    grid: { rows: 3, columns: 3, overlap: 0.3 },
    tileSize: 128,
    planes: 3,
    focus: { inFocus: 0.45, perPlane: 1.2 },
    jitter: 2,
    shift: 6,
    rotation: 1,
    lost: 0.1,
    photons: 6000,
    background: 150,
    readNoise: 3,
    offset: 0,
    ...changes,
  };
}

export interface Tiles {
  readonly truth: CycleTruth;
  readonly tiles: readonly Image[];
}

/** All tiles of one channel and plane, as the camera counts them. */
export function rawTiles(
  made: Acquisition,
  { cycle = 1, channel = 1, plane = 1 }: { cycle?: number; channel?: number; plane?: number } = {},
): Tiles {
  const truth = truthOf(made, cycle);
  const blobs = blobsOf(made, truth, channel);
  const tiles = truth.corners.map((_, tile) =>
    renderTile(made, { truth, blobs }, { channel, plane, tile }),
  );
  return { truth, tiles };
}

/** The same with the true vignette taken out. */
export function evenTiles(
  made: Acquisition,
  which: { cycle?: number; channel?: number; plane?: number } = {},
): Tiles {
  const { truth, tiles } = rawTiles(made, which);
  const { channel = 1, plane = 1 } = which;
  const flat = trueFlatField(made, { channel, plane });
  return {
    truth,
    tiles: tiles.map((tile) => ({
      ...tile,
      data: tile.data.map((value, i) => (value - made.offset) / (flat.data[i] ?? 1)),
    })),
  };
}

/** Root of the mean square. */
export function rms(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

/** Distances by tile once the common shift is removed. */
export function distances(found: readonly Vector[], truth: readonly Vector[]): number[] {
  const off = found.map(({ x, y }, i) => ({
    x: x - (truth[i]?.x ?? 0),
    y: y - (truth[i]?.y ?? 0),
  }));
  const mean = (axis: 'x' | 'y'): number => off.reduce((sum, at) => sum + at[axis], 0) / off.length;
  const [meanX, meanY] = [mean('x'), mean('y')];
  return off.map(({ x, y }) => Math.hypot(x - meanX, y - meanY));
}
