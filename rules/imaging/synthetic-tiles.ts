import { type Affine, applyAffine, rotationAbout } from './affine.ts';
import { blankImage, type Image, type Vector } from './image.ts';
import { randomFrom } from './random.ts';
import {
  addBlobs,
  type Blob,
  type Defocus,
  markerBlobs,
  nuclearBlobs,
  type Nucleus,
  scatterNuclei,
} from './synthetic-scene.ts';
import { nominalPositions, type TileGrid } from './tile-grid.ts';

/** A made-up acquisition: what was in front of the microscope, and what it did to it. */
export type Acquisition = {
  readonly seed: number;
  readonly grid: TileGrid;
  /** Side of a tile, pixels. */
  readonly tileSize: number;
  readonly planes: number;
  readonly focus: Defocus;
  /** Standard deviation of a tile's place around the nominal one, pixels. */
  readonly jitter: number;
  /** Largest shift of a later cycle to the first in x and y, pixels. */
  readonly shift: number;
  /** Largest rotation of a later cycle to the first, degrees. */
  readonly rotation: number;
  /** Share of nuclei that a later cycle has lost. */
  readonly lost: number;
  /** Mean photons of a patch of a nucleus; a nucleus has five. */
  readonly photons: number;
  /** Photons a pixel everywhere. */
  readonly background: number;
  /** Standard deviation of the camera's noise, counts. */
  readonly readNoise: number;
  /** The camera's counts without light. */
  readonly offset: number;
};

/** What is true of one cycle, for tests to compare with. */
export interface CycleTruth {
  readonly cycle: number;
  /** Takes a point of the scene to its place in this cycle. The first cycle's is the identity. */
  readonly motion: Affine;
  /** Upper left corners of the tiles in the cycle, in order of acquisition. */
  readonly corners: readonly Vector[];
  /** Middles of the nuclei in the scene. */
  readonly nuclei: readonly Nucleus[];
}

/** The same for the same seed and cycle; places in pixels of the scene. */
export function truthOf(acquisition: Acquisition, cycle: number): CycleTruth {
  const { seed, grid, tileSize, planes, jitter } = acquisition;
  const size = fieldSize(acquisition);
  const random = randomFrom(seed, 'cycle', cycle);
  const between = (limit: number): number => limit * (2 * random.uniform() - 1);
  const centre = { x: size.width / 2, y: size.height / 2 };
  const shift = { x: between(acquisition.shift), y: between(acquisition.shift) };
  const motion = rotationAbout(centre, between(acquisition.rotation), shift);
  const offBy = (): number => jitter * Math.min(2, Math.max(-2, random.normal()));
  const corners = nominalPositions(grid, { width: tileSize, height: tileSize }).map(({ x, y }) => ({
    x: x + offBy(),
    y: y + offBy(),
  }));
  return {
    cycle,
    motion: cycle === 1 ? rotationAbout(centre, 0, { x: 0, y: 0 }) : motion,
    corners,
    nuclei: scatterNuclei({ ...size, depth: planes }, seed),
  };
}

function fieldSize({ grid, tileSize }: Acquisition): { width: number; height: number } {
  const side = (count: number): number => tileSize * (1 + (count - 1) * (1 - grid.overlap));
  return { width: side(grid.columns), height: side(grid.rows) };
}

/** The light sources of a channel in the coordinates of its cycle; channel 1 stains nuclei. */
export function blobsOf(
  acquisition: Acquisition,
  truth: CycleTruth,
  channel: number,
): readonly Blob[] {
  const { seed, photons } = acquisition;
  const { cycle, motion, nuclei } = truth;
  const lost = cycle === 1 ? 0 : acquisition.lost;
  const blobs =
    channel === 1
      ? nuclearBlobs(nuclei, { seed, cycle, lost, photons })
      : markerBlobs(nuclei, { seed, marker: `${cycle}.${channel}`, photons });
  return blobs.map((blob) => ({ ...blob, ...applyAffine(motion, blob) }));
}

export interface TileAddress {
  readonly channel: number;
  /** From 0. */
  readonly plane: number;
  /** From 0, in order of acquisition. */
  readonly tile: number;
}

/** One raw tile in camera counts, whole numbers from 0 to 65535. */
export function renderTile(
  acquisition: Acquisition,
  { truth, blobs }: { readonly truth: CycleTruth; readonly blobs: readonly Blob[] },
  { channel, plane, tile }: TileAddress,
): Image {
  const { seed, tileSize, background, focus, offset, readNoise } = acquisition;
  const corner = truth.corners[tile] ?? { x: 0, y: 0 };
  const image = blankImage(tileSize, tileSize);
  image.data.fill(background);
  const inTile = blobs.map((blob) => ({ ...blob, x: blob.x - corner.x, y: blob.y - corner.y }));
  addBlobs(image, inTile, { ...focus, z: plane });
  const flat = trueFlatField(acquisition, { channel, plane });
  const random = randomFrom(seed, 'noise', truth.cycle, channel, plane, tile);
  for (let i = 0; i < image.data.length; i++) {
    const photons = random.poisson((image.data[i] ?? 0) * (flat.data[i] ?? 0));
    const counts = Math.round(photons + offset + readNoise * random.normal());
    image.data[i] = Math.min(65535, Math.max(0, counts));
  }
  return image;
}

/** The vignette of a channel and plane, of mean 1: a paraboloid with a middle of its own. */
export function trueFlatField(
  { seed, tileSize }: Acquisition,
  { channel, plane }: Omit<TileAddress, 'tile'>,
): Image {
  const random = randomFrom(seed, 'vignette', channel);
  const drop = 0.4 + 0.15 * random.uniform() + 0.02 * plane;
  const x0 = (tileSize - 1) * (0.4 + 0.2 * random.uniform() + 0.01 * plane);
  const y0 = (tileSize - 1) * (0.4 + 0.2 * random.uniform());
  const flat = blankImage(tileSize, tileSize);
  let sum = 0;
  for (let y = 0; y < tileSize; y++) {
    for (let x = 0; x < tileSize; x++) {
      const distance = ((x - x0) ** 2 + (y - y0) ** 2) / (tileSize * tileSize * 0.5);
      const value = 1 - drop * distance;
      flat.data[y * tileSize + x] = value;
      sum += value;
    }
  }
  const mean = sum / flat.data.length;
  return { ...flat, data: flat.data.map((value) => value / mean) };
}
