import { complexArray, smoothSize } from './fft.ts';
import type { ComplexArray } from './fft-passes.ts';
import type { Rectangle, Volume } from './image.ts';
import { convolvePacked, type KernelSpectrum, kernelSpectrum } from './real-convolution.ts';

export interface DeconvolutionRequest {
  readonly volume: Volume;
  /** Of sum 1; its centre is its middle voxel. */
  readonly psf: Volume;
  readonly iterations: number;
  /** The part of every plane that is asked for; the rest only gives context. */
  readonly core: Rectangle;
}

/** Context around a core, in halves of the point spread. */
const CONTEXT = 3;
/** Least predicted light that is divided by, as a share of the mean. */
const DARKEST = 1e-6;

/**
 * Richardson–Lucy deconvolution of a part of a stack, in the unit of the stack; values ≥ 0.
 *
 * e ← e · (Hᵀ(g / (H e))), begun at the image g (Richardson, J. Opt. Soc. Am. 62:55, 1972; Lucy,
 * Astron. J. 79:745, 1974). The stack is mirrored beyond its borders, and around the core enough of
 * it is used for cores to fit together without seams. The total is kept up to what the
 * point spread carries over the border of the core.
 */
export function deconvolve({ volume, psf, iterations, core }: DeconvolutionRequest): Volume {
  const marginX = CONTEXT * (psf.width >> 1);
  const marginY = CONTEXT * (psf.height >> 1);
  const marginZ = psf.depth >> 1;
  const size = {
    width: 2 * smoothSize((core.width + 2 * marginX) / 2),
    height: smoothSize(core.height + 2 * marginY),
    depth: paddedDepth(volume.depth, marginZ),
  };
  const origin = { x: core.x - marginX, y: core.y - marginY, z: -marginZ };
  const observed = pack(volume, size, origin);
  const kernel = kernelSpectrum(psf, size);
  const estimate = iterate(observed, kernel, iterations);
  return unpack(estimate, size, {
    x: marginX,
    y: marginY,
    z: marginZ,
    width: core.width,
    height: core.height,
    depth: volume.depth,
  });
}

/** A whole mirror period where that is no more: then nothing at all leaks through the ends. */
function paddedDepth(depth: number, margin: number): number {
  const padded = smoothSize(depth + 2 * margin);
  const period = 2 * depth;
  const isEnough = period > 2 * margin && period <= padded && smoothSize(period) === period;
  return isEnough ? period : padded;
}

function iterate(observed: ComplexArray, kernel: KernelSpectrum, iterations: number): ComplexArray {
  const count = observed.re.length;
  const mean = (sum(observed.re) + sum(observed.im)) / (2 * count);
  const floor = Math.max(Number.MIN_VALUE, DARKEST * mean);
  // Where the start is 0 the estimate would stay 0 for ever.
  const lift = (value: number): number => Math.max(value, 1e-3 * mean);
  const estimate = { re: observed.re.map(lift), im: observed.im.map(lift) };
  const work = complexArray(count);
  for (let iteration = 0; iteration < iterations; iteration++) {
    work.re.set(estimate.re);
    work.im.set(estimate.im);
    convolvePacked(work, kernel, { mirrored: false });
    divide(observed.re, work.re, floor);
    divide(observed.im, work.im, floor);
    convolvePacked(work, kernel, { mirrored: true });
    multiply(estimate.re, work.re);
    multiply(estimate.im, work.im);
  }
  return estimate;
}

function divide(observed: Float64Array, predicted: Float64Array, floor: number): void {
  for (let i = 0; i < predicted.length; i++) {
    predicted[i] = (observed[i] ?? 0) / Math.max(floor, predicted[i] ?? 0);
  }
}

/** Correction factors that rounding made negative count as 0. */
function multiply(estimate: Float64Array, factors: Float64Array): void {
  for (let i = 0; i < estimate.length; i++) {
    estimate[i] = (estimate[i] ?? 0) * Math.max(0, factors[i] ?? 0);
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

type Size = Omit<Volume, 'data'>;

/** The mirrored stack from `origin` on; even columns as real parts, odd ones as imaginary. */
function pack(
  volume: Volume,
  { width, height, depth }: Size,
  origin: { readonly x: number; readonly y: number; readonly z: number },
): ComplexArray {
  const packed = complexArray((width * height * depth) / 2);
  const columns = Int32Array.from({ length: width }, (_, x) => mirror(x + origin.x, volume.width));
  let to = 0;
  for (let z = 0; z < depth; z++) {
    const plane = mirror(z + origin.z, volume.depth) * volume.height;
    for (let y = 0; y < height; y++) {
      const row = (plane + mirror(y + origin.y, volume.height)) * volume.width;
      for (let x = 0; x < width; x += 2, to++) {
        packed.re[to] = volume.data[row + (columns[x] ?? 0)] ?? 0;
        packed.im[to] = volume.data[row + (columns[x + 1] ?? 0)] ?? 0;
      }
    }
  }
  return packed;
}

/** Folds an index back into 0 … size − 1, the outermost samples twice (… 1 0 0 1 2 …). */
function mirror(index: number, size: number): number {
  const period = 2 * size;
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - 1 - folded;
}

function unpack(
  packed: ComplexArray,
  { width, height }: Size,
  part: Rectangle & { readonly z: number; readonly depth: number },
): Volume {
  const data = new Float32Array(part.width * part.height * part.depth);
  let to = 0;
  for (let z = 0; z < part.depth; z++) {
    for (let y = 0; y < part.height; y++) {
      const row = ((z + part.z) * height + y + part.y) * width + part.x;
      for (let i = row; i < row + part.width; i++) {
        data[to++] = (i % 2 === 0 ? packed.re : packed.im)[i >> 1] ?? 0;
      }
    }
  }
  return { width: part.width, height: part.height, depth: part.depth, data };
}

/** Rectangles of at most `side` pixels that together cover an image. */
export function splitIntoBlocks(
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
): readonly Rectangle[] {
  const across = spans(width, side);
  return spans(height, side).flatMap(([y, rows]) =>
    across.map(([x, columns]) => ({ x, y, width: columns, height: rows })),
  );
}

/** As few pieces as possible, of sizes that differ by one at most. */
function spans(length: number, limit: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(length / limit);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * length) / count);
    return [start, Math.floor(((i + 1) * length) / count) - start] as const;
  });
}
