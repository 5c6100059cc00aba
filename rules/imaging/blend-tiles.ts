import { blankImage, type Image, type Vector } from './image.ts';
import { sampleAt } from './resample.ts';

export interface MosaicLayout {
  readonly width: number;
  readonly height: number;
  /** Upper left corners of the tiles on the canvas, pixels with fractions, all ≥ 0. */
  readonly corners: readonly Vector[];
}

/** The smallest canvas that holds all tiles, and where they lie on it. */
export function layOutMosaic(
  positions: readonly Vector[],
  tile: { readonly width: number; readonly height: number },
): MosaicLayout {
  const left = Math.floor(Math.min(...positions.map(({ x }) => x)));
  const top = Math.floor(Math.min(...positions.map(({ y }) => y)));
  const corners = positions.map(({ x, y }) => ({ x: x - left, y: y - top }));
  return {
    width: Math.ceil(Math.max(...corners.map(({ x }) => x))) + tile.width,
    height: Math.ceil(Math.max(...corners.map(({ y }) => y))) + tile.height,
    corners,
  };
}

/**
 * All tiles on one canvas. Each is moved by the fraction of its position with cubic interpolation
 * (whole pixels would shear the mosaic by up to half a pixel) and weighted by a ramp over
 * `feather` pixels from its border; 0 where no tile lies.
 */
export function blendTiles(tiles: readonly Image[], layout: MosaicLayout, feather: number): Image {
  const out = blankImage(layout.width, layout.height);
  const weights = new Float32Array(out.data.length);
  for (const [index, tile] of tiles.entries()) {
    const corner = layout.corners[index];
    if (corner !== undefined) addTile(tile, corner, { out, weights, feather });
  }
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    if (weight > 0) out.data[i] = (out.data[i] ?? 0) / weight;
  }
  return out;
}

interface Canvas {
  readonly out: Image;
  readonly weights: Float32Array;
  readonly feather: number;
}

function addTile(tile: Image, corner: Vector, { out, weights, feather }: Canvas): void {
  const firstX = Math.ceil(corner.x);
  const firstY = Math.ceil(corner.y);
  const lastX = Math.min(out.width - 1, Math.floor(corner.x + tile.width - 1));
  const lastY = Math.min(out.height - 1, Math.floor(corner.y + tile.height - 1));
  for (let y = firstY; y <= lastY; y++) {
    const inY = y - corner.y;
    const weightY = ramp(inY, tile.height, feather);
    for (let x = firstX; x <= lastX; x++) {
      const inX = x - corner.x;
      const weight = weightY * ramp(inX, tile.width, feather);
      const i = y * out.width + x;
      out.data[i] = (out.data[i] ?? 0) + weight * sampleAt(tile, inX, inY);
      weights[i] = (weights[i] ?? 0) + weight;
    }
  }
}

function ramp(at: number, length: number, feather: number): number {
  return Math.min(1, (Math.min(at, length - 1 - at) + 1) / (feather + 1));
}
