import { blankImage, type Image } from './image.ts';

/** Gaussian blur, cut off at 4 sigma (pixels); beyond the border the outermost pixel goes on. */
export function gaussianBlur(image: Image, sigma: number): Image {
  if (sigma <= 0) return { ...image, data: image.data.slice() };
  const weights = gaussianWeights(sigma);
  return blurColumns(blurRows(image, weights), weights);
}

/** Weights at −radius..radius, of sum 1. */
function gaussianWeights(sigma: number): Float64Array {
  const radius = Math.ceil(4 * sigma);
  const weights = new Float64Array(2 * radius + 1);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma));
    weights[i] = weight;
    sum += weight;
  }
  return weights.map((weight) => weight / sum);
}

function blurRows({ width, height, data }: Image, weights: Float64Array): Image {
  const out = blankImage(width, height);
  const radius = weights.length >> 1;
  const line = new Float64Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let i = 0; i < line.length; i++) {
      line[i] = data[row + Math.min(width - 1, Math.max(0, i - radius))] ?? 0;
    }
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (line[x + i] ?? 0);
      out.data[row + x] = sum;
    }
  }
  return out;
}

function blurColumns({ width, height, data }: Image, weights: Float64Array): Image {
  const out = blankImage(width, height);
  const radius = weights.length >> 1;
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let i = 0; i < weights.length; i++) {
      const from = Math.min(height - 1, Math.max(0, y + i - radius)) * width;
      const weight = weights[i] ?? 0;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + weight * (data[from + x] ?? 0);
    }
    out.data.set(sums, y * width);
  }
  return out;
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
