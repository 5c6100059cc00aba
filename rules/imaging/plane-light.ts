import { type Image, meanOf, quantileOf } from './image.ts';
import { resizeArea } from './resize.ts';

/** What the light of one channel and plane was like, over all its raw tiles. */
export interface PlaneLight {
  /** Mean of the raw samples, counts. */
  readonly mean: number;
  /** Share of raw samples at 98 % of the camera's range or more. */
  readonly saturated: number;
  /** Share of raw samples that are 0. */
  readonly blank: number;
  /** Evenness of the dark of the tiles, before and after the correction. */
  readonly before: Flatness;
  readonly after: Flatness;
  /** The gain by blocks, of mean 1; null: nothing was divided by. */
  readonly gain: GainMap | null;
}

export interface Flatness {
  /** Standard deviation over mean; null where the mean is not positive. */
  readonly variation: number | null;
  /** 1st percentile over the 99th; null where that is not positive. */
  readonly spread: number | null;
}

export interface GainMap {
  /** Blocks a side. */
  readonly side: number;
  /** Row by row. */
  readonly values: readonly number[];
  /** Of the gain itself. */
  readonly least: number;
  readonly most: number;
}

/** Blocks a side of the gain that is kept. */
const GAIN_SIDE = 32;
/** Blocks a side in which evenness is measured. */
const EVEN_SIDE = 8;
/** Samples of a block that are enough for a percentile. */
const BLOCK_SAMPLES = 4096;
/** The largest samples of cameras: 8, 10, 12, 14 and 16 bits. */
const RANGES = [255, 1023, 4095, 16_383, 65_535];

/**
 * Measures raw tiles of one channel and plane (camera counts) and the same tiles corrected. How even
 * they are is said by the 10th percentile of the samples of all tiles in each of 8 × 8 blocks, less the
 * camera's offset: there the scene is mostly dark, and only the illumination is left. The camera's
 * range is taken for the smallest usual one that holds the brightest sample.
 */
export function measureLight({
  raw,
  even,
  gain,
  offset,
}: {
  readonly raw: readonly Image[];
  readonly even: readonly Image[];
  readonly gain: Image | undefined;
  readonly offset: number;
}): PlaneLight {
  const brightest = raw.reduce((top, { data }) => data.reduce((a, b) => Math.max(a, b), top), 0);
  const range = RANGES.find((limit) => brightest <= limit) ?? brightest;
  let [sum, saturated, blank, count] = [0, 0, 0, 0];
  for (const { data } of raw) {
    count += data.length;
    for (const value of data) {
      sum += value;
      if (value >= 0.98 * range) saturated++;
      if (value === 0) blank++;
    }
  }
  return {
    mean: digits(sum / count),
    saturated: digits(saturated / count),
    blank: digits(blank / count),
    before: flatnessOf(raw, offset),
    after: flatnessOf(even, 0),
    gain: gain === undefined ? null : mapOf(gain),
  };
}

/** How even the tiles, all of one size, are less `offset` counts. */
export function flatnessOf(tiles: readonly Image[], offset: number): Flatness {
  const dark = Float64Array.from(
    { length: EVEN_SIDE * EVEN_SIDE },
    (_, block) => quantileOf(blockSamples(tiles, block), 0.1) - offset,
  );
  const mean = meanOf(dark);
  const deviation = Math.sqrt(meanOf(dark.map((value) => (value - mean) ** 2)));
  const top = quantileOf(dark, 0.99);
  return {
    variation: mean > 0 ? digits(deviation / mean) : null,
    spread: top > 0 ? digits(quantileOf(dark, 0.01) / top) : null,
  };
}

/** Samples of one block of all tiles; of large tiles every so many rows and columns. */
function blockSamples(tiles: readonly Image[], block: number): number[] {
  const [tile] = tiles;
  if (tile === undefined) return [];
  const { width, height } = tile;
  const row = Math.floor(block / EVEN_SIDE);
  const column = block % EVEN_SIDE;
  const [left, right] = [column, column + 1].map((i) => Math.floor((i * width) / EVEN_SIDE));
  const [top, bottom] = [row, row + 1].map((i) => Math.floor((i * height) / EVEN_SIDE));
  const pixels = (tiles.length * width * height) / EVEN_SIDE ** 2;
  const step = Math.max(1, Math.floor(Math.sqrt(pixels / BLOCK_SAMPLES)));
  const samples: number[] = [];
  for (const { data } of tiles) {
    for (let y = top ?? 0; y < (bottom ?? 0); y += step) {
      for (let x = left ?? 0; x < (right ?? 0); x += step) samples.push(data[y * width + x] ?? 0);
    }
  }
  return samples;
}

function mapOf(gain: Image): GainMap {
  const { data } = gain;
  return {
    side: GAIN_SIDE,
    values: Array.from(resizeArea(gain, GAIN_SIDE).data, (value) => Math.round(value * 1e3) / 1e3),
    least: digits(data.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
    most: digits(data.reduce((a, b) => Math.max(a, b), 0)),
  };
}

function digits(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
