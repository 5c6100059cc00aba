import { type ComplexArray, smoothSize } from './fft.ts';
import { type Rectangle, sumOf, type Volume } from './image.ts';
import { kernels } from './kernels/kernel-memory.ts';
import { PeriodicConvolution, type VolumeSize } from './real-convolution.ts';

export interface DeconvolutionRequest {
  readonly volume: Volume;
  /** Of sum 1; its centre is its middle voxel. */
  readonly psf: Volume;
  readonly iterations: number;
  /** The part of every plane that is asked for; the rest only gives context. */
  readonly core: Rectangle;
}

/** Context on each side of a core, in halves of the point spread. */
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
  const x = frame({ start: core.x, length: core.width }, volume.width, psf.width >> 1);
  const y = frame({ start: core.y, length: core.height }, volume.height, psf.height >> 1);
  const z = frame({ start: 0, length: volume.depth }, volume.depth, psf.depth >> 1);
  const size = { width: x.size, height: y.size, depth: z.size };
  const convolution = new PeriodicConvolution(psf, size, 3);
  const [observed, estimate, work] = convolution.volumes;
  if (observed === undefined || estimate === undefined || work === undefined) {
    throw new Error('room for three volumes was asked for');
  }
  pack(observed, volume, { size, origin: { x: x.origin, y: y.origin, z: z.origin } });
  iterate({ observed, estimate, work }, convolution, iterations);
  return unpack(estimate, size, {
    x: core.x - x.origin,
    y: core.y - y.origin,
    z: -z.origin,
    width: core.width,
    height: core.height,
    depth: volume.depth,
  });
}

/** Along one axis: where the periodic field begins in the mirrored stack, and how long it is. */
interface Frame {
  readonly origin: number;
  readonly size: number;
}

/**
 * Room for the core and its context, of an even size that can be transformed. Where the core is
 * the whole extent and that is no more, it is a full period of the mirrored stack: then nothing at
 * all leaks through the ends.
 */
function frame(core: { start: number; length: number }, extent: number, half: number): Frame {
  const margin = CONTEXT * half;
  const padded = 2 * smoothSize((core.length + 2 * margin) / 2);
  const period = 2 * extent;
  const isWhole = core.length === extent && period > 2 * half;
  if (isWhole && period <= padded && smoothSize(period) === period)
    return { origin: -half, size: period };
  return { origin: core.start - margin, size: padded };
}

interface Fields {
  readonly observed: ComplexArray;
  /** Where the result comes to lie. */
  readonly estimate: ComplexArray;
  readonly work: ComplexArray;
}

function iterate(
  { observed, estimate, work }: Fields,
  convolution: PeriodicConvolution,
  iterations: number,
): void {
  const { call } = kernels();
  const mean = (sumOf(observed.re) + sumOf(observed.im)) / (2 * observed.re.length);
  const floor = Math.max(2 ** -126, DARKEST * mean);
  // Where the start is 0 the estimate would stay 0 for ever.
  const least = 1e-3 * mean;
  for (const part of ['re', 'im'] as const) {
    const [from, to] = [observed[part], estimate[part]];
    for (let i = 0; i < from.length; i++) to[i] = Math.max(from[i] ?? 0, least);
  }
  // Real and imaginary parts are neighbours; up to whole vectors of four numbers.
  const bytes = 16 * Math.ceil((2 * observed.re.length) / 4);
  for (let iteration = 0; iteration < iterations; iteration++) {
    work.re.set(estimate.re);
    work.im.set(estimate.im);
    convolution.convolve(work, { mirrored: false });
    call('divideBy', observed.re.byteOffset, work.re.byteOffset, bytes, floor);
    convolution.convolve(work, { mirrored: true });
    // Correction factors that rounding made negative count as 0.
    call('multiplyBy', estimate.re.byteOffset, work.re.byteOffset, bytes);
  }
}

interface Placement {
  readonly size: VolumeSize;
  readonly origin: { readonly x: number; readonly y: number; readonly z: number };
}

/** The mirrored stack from `origin` on; even columns as real parts, odd ones as imaginary. */
function pack(packed: ComplexArray, volume: Volume, { size, origin }: Placement): void {
  const { width, height, depth } = size;
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
}

/** Folds an index back into 0 … size − 1, the outermost samples twice (… 1 0 0 1 2 …). */
function mirror(index: number, size: number): number {
  const period = 2 * size;
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - 1 - folded;
}

function unpack(
  packed: ComplexArray,
  { width, height }: VolumeSize,
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
