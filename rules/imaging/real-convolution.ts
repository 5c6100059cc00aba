import type { Volume } from './image.ts';
import { complexArray, inverseTransform, transform } from './fft.ts';
import type { ComplexArray } from './fft-passes.ts';

/**
 * The spectrum of a real kernel for convolutions at half the cost: a real volume is held as a
 * complex one of half the width, even columns as real parts and odd columns as imaginary parts.
 */
export interface KernelSpectrum {
  /** Depth, height, and half of the width. */
  readonly sizes: readonly [number, number, number];
  readonly even: ComplexArray;
  readonly odd: ComplexArray;
}

/**
 * The spectrum of a kernel whose centre is its middle voxel, on a periodic volume of
 * `size` voxels. The size must be 5-smooth, the width even, and none below the kernel's.
 */
export function kernelSpectrum(kernel: Volume, size: Omit<Volume, 'data'>): KernelSpectrum {
  if (size.width % 2 === 1) throw new Error(`a width of ${size.width}: must be even`);
  const { width, height, depth } = size;
  const packed = complexArray((width * height * depth) / 2);
  let from = 0;
  for (let z = 0; z < kernel.depth; z++) {
    const toZ = (z - (kernel.depth >> 1) + depth) % depth;
    for (let y = 0; y < kernel.height; y++) {
      const toY = (y - (kernel.height >> 1) + height) % height;
      for (let x = 0; x < kernel.width; x++) {
        const toX = (x - (kernel.width >> 1) + width) % width;
        const to = (toZ * height + toY) * width + toX;
        (to % 2 === 0 ? packed.re : packed.im)[to >> 1] = kernel.data[from++] ?? 0;
      }
    }
  }
  const sizes = [depth, height, width / 2] as const;
  transform(packed, sizes);
  return { sizes, ...splitParts(packed, sizes) };
}

/** Transforms of the even and of the odd columns, from the transform of the packed volume. */
function splitParts(
  packed: ComplexArray,
  sizes: readonly [number, number, number],
): Pick<KernelSpectrum, 'even' | 'odd'> {
  const even = complexArray(packed.re.length);
  const odd = complexArray(packed.re.length);
  eachMirrored(sizes, (k, mirrored) => {
    const re = packed.re[k] ?? 0;
    const im = packed.im[k] ?? 0;
    const mirroredRe = packed.re[mirrored] ?? 0;
    const mirroredIm = packed.im[mirrored] ?? 0;
    even.re[k] = (re + mirroredRe) / 2;
    even.im[k] = (im - mirroredIm) / 2;
    odd.re[k] = (im + mirroredIm) / 2;
    odd.im[k] = (mirroredRe - re) / 2;
  });
  return { even, odd };
}

function eachMirrored(
  [depth, height, half]: readonly [number, number, number],
  visit: (k: number, mirrored: number) => void,
): void {
  let k = 0;
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      const row = (((depth - z) % depth) * height + ((height - y) % height)) * half;
      for (let x = 0; x < half; x++) visit(k++, row + ((half - x) % half));
    }
  }
}

/**
 * Convolves a packed volume with the kernel, in place; `mirrored` convolves with the kernel
 * mirrored about its centre, which is the adjoint.
 *
 * The even and the odd columns of a convolution are sums of convolutions of the even and odd
 * columns of its parts; V below is the shift by one packed column that the odd ones bring.
 */
export function convolvePacked(
  packed: ComplexArray,
  kernel: KernelSpectrum,
  { mirrored }: { readonly mirrored: boolean },
): void {
  transform(packed, kernel.sizes);
  multiply(packed, kernel, mirrored ? -1 : 1);
  inverseTransform(packed, kernel.sizes);
}

function multiply(packed: ComplexArray, kernel: KernelSpectrum, sign: 1 | -1): void {
  const [depth, height, half] = kernel.sizes;
  const shift = shiftTable(half);
  for (let z = 0; z < depth; z++) {
    const mirroredZ = (depth - z) % depth;
    for (let y = 0; y < height; y++) {
      const row = (z * height + y) * half;
      const mirroredRow = (mirroredZ * height + ((height - y) % height)) * half;
      if (mirroredRow < row) continue;
      const last = mirroredRow === row ? half >> 1 : half - 1;
      multiplyRow({ packed, kernel, shift, sign }, { row, mirroredRow, half, last });
    }
  }
}

/** Every element and its mirror image are read and written together. */
function multiplyRow(
  { packed, kernel, shift, sign }: Multiplication,
  { row, mirroredRow, half, last }: RowPair,
): void {
  const { re, im } = packed;
  const { even, odd } = kernel;
  for (let x = 0; x <= last; x++) {
    const k = row + x;
    const m = mirroredRow + (x === 0 ? 0 : half - x);
    const er = ((re[k] ?? 0) + (re[m] ?? 0)) / 2;
    const ei = ((im[k] ?? 0) - (im[m] ?? 0)) / 2;
    const or = ((im[k] ?? 0) + (im[m] ?? 0)) / 2;
    const oi = ((re[m] ?? 0) - (re[k] ?? 0)) / 2;
    const vr = shift.re[x] ?? 0;
    const vi = shift.im[x] ?? 0;
    const her = even.re[k] ?? 0;
    const hei = sign * (even.im[k] ?? 0);
    const pr = odd.re[k] ?? 0;
    const pi = sign * (odd.im[k] ?? 0);
    // V·Ho. The mirrored kernel's odd columns are conj(V·Ho), and V times that is conj(Ho).
    const qr = pr * vr - pi * vi * sign;
    const qi = pr * vi * sign + pi * vr;
    const [ar, ai, br, bi] = sign === 1 ? [qr, qi, pr, pi] : [pr, pi, qr, qi];
    const evenRe = her * er - hei * ei + ar * or - ai * oi;
    const evenIm = her * ei + hei * er + ar * oi + ai * or;
    const oddRe = her * or - hei * oi + br * er - bi * ei;
    const oddIm = her * oi + hei * or + br * ei + bi * er;
    re[k] = evenRe - oddIm;
    im[k] = evenIm + oddRe;
    re[m] = evenRe + oddIm;
    im[m] = oddRe - evenIm;
  }
}

interface Multiplication {
  readonly packed: ComplexArray;
  readonly kernel: KernelSpectrum;
  readonly shift: ComplexArray;
  readonly sign: 1 | -1;
}

interface RowPair {
  readonly row: number;
  readonly mirroredRow: number;
  readonly half: number;
  readonly last: number;
}

function shiftTable(half: number): ComplexArray {
  const table = complexArray(half);
  for (let x = 0; x < half; x++) {
    table.re[x] = Math.cos((2 * Math.PI * x) / half);
    table.im[x] = -Math.sin((2 * Math.PI * x) / half);
  }
  return table;
}
