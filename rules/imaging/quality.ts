import { pearson } from './correlation.ts';
import { laplacian } from './filters.ts';
import { blankImage, type Image, meanOf, quantileOf } from './image.ts';

/** Variance of the Laplacian over the squared mean: a relative measure of sharpness. */
export function focusEnergy(image: Image): number {
  const edges = laplacian(image).data;
  const mean = meanOf(edges);
  const variance = meanOf(edges.map((value) => (value - mean) ** 2));
  return variance / meanOf(image.data) ** 2;
}

/** A square of an image, and the correlation of two images in it. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly correlation: number;
}

/**
 * Pearson's correlation of two images of one size, cell by cell; cells that are cut off by the right
 * and lower border, without data (0) in more than a tenth, or flat are left out.
 */
export function cellCorrelations(a: Image, b: Image, cell: number): readonly Cell[] {
  const side = Math.min(cell, a.width, a.height);
  const cells: Cell[] = [];
  for (let y = 0; y + side <= a.height; y += side) {
    for (let x = 0; x + side <= a.width; x += side) {
      const rectangle = { x, y, width: side, height: side };
      if (emptyShare(a, rectangle) > 0.1 || emptyShare(b, rectangle) > 0.1) continue;
      const correlation = pearson(a, b, rectangle, rectangle);
      if (correlation !== 0) cells.push({ x, y, side, correlation });
    }
  }
  return cells;
}

function emptyShare(
  { width: rowLength, data }: Image,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): number {
  let empty = 0;
  for (let row = y; row < y + height; row++) {
    for (let i = row * rowLength + x; i < row * rowLength + x + width; i++)
      if (data[i] === 0) empty++;
  }
  return empty / (width * height);
}

/**
 * Standard deviation of the noise, in the unit of the image: the median of |N ∗ image| over
 * 0.6745 · 6, where N, the difference of two Laplacians (1 −2 1, −2 4 −2, 1 −2 1), takes structure
 * away and leaves white noise of 6 times its deviation (Immerkær, Fast noise variance estimation,
 * Comput. Vis. Image Underst. 64:300, 1996; the median in the place of his mean, for edges). Pixels
 * without data (0) are left out. NaN for images below 3×3 and without data.
 */
export function noiseOf({ width, height, data }: Image): number {
  const answers: number[] = [];
  // A sample of a million pixels is enough for a median.
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 1e6)));
  for (let y = 1; y < height - 1; y += step) {
    for (let x = 1; x < width - 1; x += step) {
      const i = y * width + x;
      if (data[i] === 0) continue;
      const [up, down] = [i - width, i + width];
      const corners =
        (data[up - 1] ?? 0) + (data[up + 1] ?? 0) + (data[down - 1] ?? 0) + (data[down + 1] ?? 0);
      const sides = (data[up] ?? 0) + (data[down] ?? 0) + (data[i - 1] ?? 0) + (data[i + 1] ?? 0);
      answers.push(Math.abs(corners - 2 * sides + 4 * (data[i] ?? 0)));
    }
  }
  return quantileOf(answers, 0.5) / (0.6745 * 6);
}

/** Height of the bright (99th percentile) above the middle of what has data, same unit as the image. */
export function signalOf({ data }: Image): number {
  const step = Math.max(1, Math.floor(data.length / 1e6));
  const values: number[] = [];
  for (let i = 0; i < data.length; i += step) {
    const value = data[i] ?? 0;
    if (value !== 0) values.push(value);
  }
  return quantileOf(values, 0.99) - quantileOf(values, 0.5);
}

/** Means of blocks of `factor`² pixels, also of the cut-off ones at the right and lower border. */
export function shrinkAll(image: Image, factor: number): Image {
  const out = blankImage(Math.ceil(image.width / factor), Math.ceil(image.height / factor));
  const counts = new Float32Array(out.data.length);
  for (let y = 0; y < image.height; y++) {
    const to = Math.floor(y / factor) * out.width;
    for (let x = 0; x < image.width; x++) {
      const i = to + Math.floor(x / factor);
      out.data[i] = (out.data[i] ?? 0) + (image.data[y * image.width + x] ?? 0);
      counts[i] = (counts[i] ?? 0) + 1;
    }
  }
  for (let i = 0; i < counts.length; i++) out.data[i] = (out.data[i] ?? 0) / (counts[i] ?? 1);
  return out;
}
