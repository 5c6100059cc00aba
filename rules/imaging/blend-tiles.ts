import { blankImage, type Image, type Vector } from './image.ts';
import { cubicWeights } from './resample.ts';

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

/** The fraction is the same for all pixels of a tile: rows are shifted first, then columns. */
function addTile(tile: Image, corner: Vector, { out, weights, feather }: Canvas): void {
  const firstX = Math.ceil(corner.x);
  const firstY = Math.ceil(corner.y);
  const columns = Math.min(out.width - 1, Math.floor(corner.x + tile.width - 1)) - firstX + 1;
  const rows = Math.min(out.height - 1, Math.floor(corner.y + tile.height - 1)) - firstY + 1;
  const [inX, inY] = [firstX - corner.x, firstY - corner.y];
  const ramps = Float64Array.from({ length: columns }, (_, x) =>
    ramp(inX + x, tile.width, feather),
  );
  const [y0, y1, y2, y3] = cubicWeights(inY);
  const shifted = new ShiftedRows(tile, inX, columns);
  for (let y = 0; y < rows; y++) {
    const weightY = ramp(inY + y, tile.height, feather);
    const [a, b, c, d] = [-1, 0, 1, 2].map((k) => shifted.row(y + k));
    if (!a || !b || !c || !d) throw new Error('four rows were made');
    for (let x = 0, i = (firstY + y) * out.width + firstX; x < columns; x++, i++) {
      const weight = weightY * (ramps[x] ?? 0);
      const value = y0 * (a[x] ?? 0) + y1 * (b[x] ?? 0) + y2 * (c[x] ?? 0) + y3 * (d[x] ?? 0);
      out.data[i] = (out.data[i] ?? 0) + weight * value;
      weights[i] = (weights[i] ?? 0) + weight;
    }
  }
}

/** Rows of a tile, each moved left by a fraction of a pixel when it is first asked for. */
class ShiftedRows {
  readonly #tile: Image;
  readonly #fraction: number;
  /** Four rows, by the last bits of their index. */
  readonly #rows: readonly Float64Array[];
  readonly #held = [-1, -1, -1, -1];

  constructor(tile: Image, fraction: number, columns: number) {
    this.#tile = tile;
    this.#fraction = fraction;
    this.#rows = Array.from({ length: 4 }, () => new Float64Array(columns));
  }

  /** Beyond the border the outermost row goes on. */
  row(index: number): Float64Array {
    const y = Math.min(this.#tile.height - 1, Math.max(0, index));
    const row = this.#rows[y & 3] ?? new Float64Array(0);
    if (this.#held[y & 3] !== y) this.#shift(y, row);
    this.#held[y & 3] = y;
    return row;
  }

  #shift(y: number, row: Float64Array): void {
    const { width, data } = this.#tile;
    const [x0, x1, x2, x3] = cubicWeights(this.#fraction);
    const start = y * width;
    const last = start + width - 1;
    for (let x = 0, i = start; x < row.length; x++, i++) {
      row[x] =
        x0 * (data[i === start ? i : i - 1] ?? 0) +
        x1 * (data[i] ?? 0) +
        x2 * (data[i < last ? i + 1 : last] ?? 0) +
        x3 * (data[i + 1 < last ? i + 2 : last] ?? 0);
    }
  }
}

function ramp(at: number, length: number, feather: number): number {
  return Math.min(1, (Math.min(at, length - 1 - at) + 1) / (feather + 1));
}
