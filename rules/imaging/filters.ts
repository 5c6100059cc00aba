import { blankImage, type Image } from './image.ts';
import { BLUR_WIDTH } from './kernels/blur-kernels.ts';
import { kernels } from './kernels/kernel-memory.ts';

/** Gaussian blur, cut off at 4 sigma (pixels); beyond the border the outermost pixel goes on. */
export function gaussianBlur(image: Image, sigma: number): Image {
  if (sigma <= 0) return { ...image, data: image.data.slice() };
  const { width, height } = image;
  const weights = gaussianWeights(sigma);
  const radius = weights.length - 1;
  // Whole groups of columns, and no power of two: rows that lie so would share a line of the cache.
  const columns = BLUR_WIDTH * Math.ceil((width + 2 * radius) / BLUR_WIDTH);
  const pitch = columns + BLUR_WIDTH;
  const wasm = kernels();
  const [padded, blurred, table] = wasm.allocate(
    pitch * (height + 2 * radius),
    pitch * height,
    weights.length,
  );
  if (padded === undefined || blurred === undefined || table === undefined) {
    throw new Error('room for three arrays was asked for');
  }
  table.set(weights);
  extend(image, padded, { pitch, radius });
  const [row, tableAt, reach] = [4 * pitch, table.byteOffset, 4 * radius];
  for (let x = 0; x < columns; x += BLUR_WIDTH) {
    const from = padded.byteOffset + 4 * (radius * pitch + x);
    const to = blurred.byteOffset + 4 * x;
    wasm.call('blur', from, row, row, to, row, height, tableAt, reach);
  }
  // Along the rows, into the place of what is no longer needed.
  for (let x = 0; x < width; x += BLUR_WIDTH) {
    const from = blurred.byteOffset + 4 * (x + radius);
    wasm.call('blur', from, 4, row, padded.byteOffset + 4 * x, row, height, tableAt, reach);
  }
  const out = blankImage(width, height);
  for (let y = 0; y < height; y++) {
    out.data.set(padded.subarray(y * pitch, y * pitch + width), y * width);
  }
  return out;
}

/** Weights at 0..radius; with those at −radius..−1 of sum 1. */
function gaussianWeights(sigma: number): Float64Array {
  const radius = Math.ceil(4 * sigma);
  const weights = Float64Array.from({ length: radius + 1 }, (_, i) =>
    Math.exp(-(i ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return weights.map((weight) => weight / sum);
}

/** The image with its outermost pixels repeated `radius` times to all sides. */
function extend(
  { width, height, data }: Image,
  padded: Float32Array,
  { pitch, radius }: { readonly pitch: number; readonly radius: number },
): void {
  for (let y = 0; y < height; y++) {
    const row = (y + radius) * pitch;
    padded.fill(data[y * width] ?? 0, row, row + radius);
    padded.set(data.subarray(y * width, (y + 1) * width), row + radius);
    padded.fill(data[(y + 1) * width - 1] ?? 0, row + radius + width, row + pitch);
  }
  const [first, last] = [radius * pitch, (radius + height - 1) * pitch];
  for (let y = 0; y < radius; y++) {
    padded.copyWithin(y * pitch, first, first + pitch);
    padded.copyWithin(last + (y + 1) * pitch, last, last + pitch);
  }
}

/** The five-point Laplacian; beyond the border the outermost pixel goes on. */
export function laplacian({ width, height, data }: Image): Image {
  const out = blankImage(width, height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const left = data[row + Math.max(0, x - 1)] ?? 0;
      const right = data[row + Math.min(width - 1, x + 1)] ?? 0;
      const vertical = (data[above + x] ?? 0) + (data[below + x] ?? 0);
      out.data[row + x] = left + right + vertical - 4 * (data[row + x] ?? 0);
    }
  }
  return out;
}

/**
 * The variance of the (2·radius + 1)² pixels around each pixel, of those that lie in the image.
 * Sums run along rows and columns (a summed-area table would lose digits on large images).
 */
export function localVariance(image: Image, radius: number): Image {
  const { width, height, data } = image;
  const out = blankImage(width, height);
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const addRow = (y: number, sign: 1 | -1): void => {
    if (y < 0 || y >= height) return;
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let y = 0; y < radius; y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    addRow(y + radius, 1);
    addRow(y - radius - 1, -1);
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    slideOverColumns(
      { sums, squares, radius, rows },
      out.data.subarray(y * width, (y + 1) * width),
    );
  }
  return out;
}

interface ColumnSums {
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  readonly radius: number;
  readonly rows: number;
}

function slideOverColumns({ sums, squares, radius, rows }: ColumnSums, out: Float32Array): void {
  const width = out.length;
  let sum = 0;
  let square = 0;
  for (let x = -radius; x < width; x++) {
    const enters = x + radius;
    if (enters < width) {
      sum += sums[enters] ?? 0;
      square += squares[enters] ?? 0;
    }
    if (x < 0) continue;
    const leaves = x - radius - 1;
    if (leaves >= 0) {
      sum -= sums[leaves] ?? 0;
      square -= squares[leaves] ?? 0;
    }
    const count = rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1);
    const mean = sum / count;
    out[x] = Math.max(0, square / count - mean * mean);
  }
}

/** Means of `factor`² pixels; what does not fill a block at the right and lower border is left. */
export function shrink(image: Image, factor: number): Image {
  const out = blankImage(Math.floor(image.width / factor), Math.floor(image.height / factor));
  const scale = 1 / (factor * factor);
  for (let y = 0; y < out.height * factor; y++) {
    const to = Math.floor(y / factor) * out.width;
    for (let x = 0; x < out.width * factor; x++) {
      const i = to + Math.floor(x / factor);
      out.data[i] = (out.data[i] ?? 0) + (image.data[y * image.width + x] ?? 0) * scale;
    }
  }
  return out;
}
