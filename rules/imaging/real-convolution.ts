import { type ComplexArray, inverseInside, transformInside } from './fft.ts';
import type { Volume } from './image.ts';
import { kernels } from './kernels/kernel-memory.ts';

/** Extents of a volume in voxels. */
export type VolumeSize = Omit<Volume, 'data'>;

/**
 * Convolutions of real volumes with one kernel on a periodic field, in 32 bits and at half the cost: a
 * real volume is held as a complex one of half the width, even columns as real parts and odd
 * columns as imaginary parts.
 *
 * The even and the odd columns of a convolution are sums of convolutions of the even and odd
 * columns of its parts; the shift V by one packed column is what the odd ones bring:
 * even = Ke·e + V·Ko·o, odd = Ke·o + Ko·e.
 *
 * All arrays lie in the memory of the kernels, where only one object of this kind can live at a time.
 */
export class PeriodicConvolution {
  /** Room for packed volumes, of unknown content; the parts of each are neighbours. */
  readonly volumes: readonly ComplexArray[];
  readonly #even: ComplexArray;
  readonly #odd: ComplexArray;
  readonly #shift: ComplexArray;
  /** Depth, height, and half of the width. */
  readonly #sizes: readonly [number, number, number];
  readonly #allocation: number;

  /**
   * For a kernel whose centre is its middle voxel and a field of `size` voxels, 5-smooth, none below
   * the kernel's, the width even; with room for `count` packed volumes.
   */
  constructor(kernel: Volume, size: VolumeSize, count: number) {
    const { width, height, depth } = size;
    if (width % 2 === 1) throw new Error(`a width of ${width}: must be even`);
    this.#sizes = [depth, height, width / 2];
    const length = depth * height * (width / 2);
    const pairs = Array.from({ length: count + 2 }, () => 2 * length);
    const arrays = kernels().allocate(...pairs, width);
    const shift = arrays.pop() ?? new Float32Array(0);
    const [even, odd, ...volumes] = arrays.map(halves);
    if (even === undefined || odd === undefined) throw new Error('no room was given');
    this.#allocation = kernels().allocationCount();
    this.#even = even;
    this.#odd = odd;
    this.#shift = halves(shift);
    this.volumes = volumes;
    fillShift(this.#shift);
    packKernel(odd, kernel, size);
    transformInside(odd, this.#sizes);
    splitParts({ even, odd }, this.#sizes);
  }

  /** In place; `mirrored` convolves with the kernel mirrored about its centre: the adjoint. */
  convolve(packed: ComplexArray, { mirrored }: { readonly mirrored: boolean }): void {
    if (kernels().allocationCount() !== this.#allocation) {
      throw new Error('the memory of this convolution has gone to others');
    }
    transformInside(packed, this.#sizes);
    this.#multiply(packed, mirrored ? 'multiplyMirrored' : 'multiplySpectrum');
    inverseInside(packed, this.#sizes);
  }

  #multiply(packed: ComplexArray, kernel: string): void {
    const wasm = kernels();
    const [depth, height, half] = this.#sizes;
    const addresses = [packed, this.#even, this.#odd, this.#shift].flatMap(({ re, im }) => [
      re.byteOffset,
      im.byteOffset,
    ]);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = addresses;
    for (let z = 0; z < depth; z++) {
      const mirroredZ = (depth - z) % depth;
      for (let y = 0; y < height; y++) {
        const row = (z * height + y) * half;
        const mirrored = (mirroredZ * height + ((height - y) % height)) * half;
        if (mirrored < row) continue;
        const last = mirrored === row ? half >> 1 : half - 1;
        wasm.call(kernel, a, b, c, d, e, f, g, h, 4 * row, 4 * mirrored, 4 * half, 4 * last);
      }
    }
  }
}

function halves(array: Float32Array): ComplexArray {
  const length = array.length / 2;
  return { re: array.subarray(0, length), im: array.subarray(length) };
}

function fillShift({ re, im }: ComplexArray): void {
  for (let x = 0; x < re.length; x++) {
    re[x] = Math.cos((2 * Math.PI * x) / re.length);
    im[x] = -Math.sin((2 * Math.PI * x) / re.length);
  }
}

/** The kernel on the periodic field, its middle at the origin, over the length of the field. */
function packKernel(
  packed: ComplexArray,
  kernel: Volume,
  { width, height, depth }: VolumeSize,
): void {
  packed.re.fill(0);
  packed.im.fill(0);
  // The inverse transforms are not scaled: the kernel is instead.
  const scale = 1 / packed.re.length;
  let from = 0;
  for (let z = 0; z < kernel.depth; z++) {
    const toZ = (z - (kernel.depth >> 1) + depth) % depth;
    for (let y = 0; y < kernel.height; y++) {
      const toY = (y - (kernel.height >> 1) + height) % height;
      for (let x = 0; x < kernel.width; x++) {
        const toX = (x - (kernel.width >> 1) + width) % width;
        const to = (toZ * height + toY) * width + toX;
        (to % 2 === 0 ? packed.re : packed.im)[to >> 1] = scale * (kernel.data[from++] ?? 0);
      }
    }
  }
}

/** From the transform of the packed kernel, in `odd`, those of its even and of its odd columns. */
function splitParts(
  { even, odd }: { readonly even: ComplexArray; readonly odd: ComplexArray },
  [depth, height, half]: readonly [number, number, number],
): void {
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      const row = (z * height + y) * half;
      const mirroredRow = (((depth - z) % depth) * height + ((height - y) % height)) * half;
      if (mirroredRow < row) continue;
      const last = mirroredRow === row ? half >> 1 : half - 1;
      for (let x = 0; x <= last; x++) {
        splitPair(even, odd, [row + x, mirroredRow + (x === 0 ? 0 : half - x)]);
      }
    }
  }
}

function splitPair(even: ComplexArray, odd: ComplexArray, [k, m]: readonly [number, number]): void {
  const [re, im] = [odd.re[k] ?? 0, odd.im[k] ?? 0];
  const [mirroredRe, mirroredIm] = [odd.re[m] ?? 0, odd.im[m] ?? 0];
  even.re[k] = (re + mirroredRe) / 2;
  even.im[k] = (im - mirroredIm) / 2;
  even.re[m] = (re + mirroredRe) / 2;
  even.im[m] = (mirroredIm - im) / 2;
  odd.re[k] = (im + mirroredIm) / 2;
  odd.im[k] = (mirroredRe - re) / 2;
  odd.re[m] = (im + mirroredIm) / 2;
  odd.im[m] = (re - mirroredRe) / 2;
}
