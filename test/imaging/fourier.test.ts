import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CosineTransform } from '../../rules/imaging/dct.ts';
import {
  type ComplexArray,
  complexArray,
  inverseTransform,
  smoothSize,
  transform,
} from '../../rules/imaging/fft.ts';

import type { Volume } from '../../rules/imaging/image.ts';
import { kernels } from '../../rules/imaging/kernels/kernel-memory.ts';
import { PeriodicConvolution } from '../../rules/imaging/real-convolution.ts';

// The independent model is the definition: a sum over all samples for every coefficient.

const SMOOTH = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25, 27, 30, 60, 64, 75, 120, 125, 128, 240,
];

describe('the transform', () => {
  test.each(SMOOTH)('of %i points is the sum of its definition', (size) => {
    const field = someField(size);
    const expected = byDefinition(field, [size]);
    transform(field, [size]);
    expect(relativeDifference(field, expected)).toBeLessThan(1e-6);
  });

  test.each([
    { sizes: [4, 6] },
    { sizes: [5, 9] },
    { sizes: [3, 4, 5] },
    { sizes: [2, 1, 15] },
    { sizes: [1, 8, 1] },
    { sizes: [20, 90] },
  ])('of a field of $sizes is the sum of its definition', ({ sizes }) => {
    const field = someField(sizes.reduce((product, size) => product * size, 1));
    const expected = byDefinition(field, sizes);
    transform(field, sizes);
    expect(relativeDifference(field, expected)).toBeLessThan(1e-6);
  });

  test('is undone by its inverse', () => {
    const size = fc.constantFrom<number[]>(1, 2, 3, 4, 5, 6, 10, 12);
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 3 }), (sizes) => {
        const count = sizes.reduce((product, length) => product * length, 1);
        const field = someField(count);
        const before = { re: field.re.slice(), im: field.im.slice() };
        transform(field, sizes);
        inverseTransform(field, sizes);
        expect(largestDifference(field, before)).toBeLessThan(1e-6);
      }),
      { numRuns: 60 },
    );
  });

  test('of a point at 1 is a wave, also after so many sizes that tables are forgotten', () => {
    const sizes = [16_384, 16_000, 15_625, 15_000, 14_580, 13_824, 13_122, 12_500, 12_288, 11_664];
    for (const size of [...sizes, ...sizes]) {
      const field = complexArray(size);
      field.re[1] = 1;
      transform(field, [size]);
      const far = [1, size >> 2, size - 1].map((k) => {
        const angle = (-2 * Math.PI * k) / size;
        const [re, im] = [field.re[k] ?? 0, field.im[k] ?? 0];
        return Math.hypot(re - Math.cos(angle), im - Math.sin(angle));
      });
      expect(Math.max(...far)).toBeLessThan(1e-5);
    }
  });

  test('refuses more points than there is room for', () => {
    expect(() => transform(complexArray(16_875), [16_875])).toThrow(
      'a transform of 16875 points: too many',
    );
  });

  test('refuses sizes with other prime factors', () => {
    expect(() => transform(complexArray(14), [14])).toThrow(
      'a transform of 14 points: not a product of 2, 3 and 5',
    );
  });

  test.each([
    [1, 1],
    [7, 8],
    [11, 12],
    [13, 15],
    [121, 125],
    [257, 270],
    [4096, 4096],
  ])('of at least %i points can have %i', (size, smooth) => {
    expect(smoothSize(size)).toBe(smooth);
  });
});

describe('the convolution of real volumes', () => {
  test.each([
    { size: [1, 1, 8], kernel: [1, 1, 3] },
    { size: [3, 4, 6], kernel: [1, 3, 2] },
    { size: [4, 5, 10], kernel: [3, 3, 5] },
    { size: [2, 6, 12], kernel: [2, 4, 3] },
    { size: [3, 4, 50], kernel: [3, 3, 11] },
  ])(
    'of $size by $kernel is the periodic sum, and its mirror image the adjoint',
    ({ size, kernel }) => {
      const volume = someVolume(size, (i) => Math.cos(i * i * 0.37));
      const spread = someVolume(kernel, (i) => Math.sin(i * 7.3));
      for (const mirrored of [false, true]) {
        const convolution = new PeriodicConvolution(spread, volume, 1);
        const packed = convolution.volumes[0] ?? complexArray(0);
        packed.re.set(pack(volume).re);
        packed.im.set(pack(volume).im);
        convolution.convolve(packed, { mirrored });
        const expected = pack(convolveByDefinition(volume, spread, mirrored ? -1 : 1));
        expect(largestDifference(packed, expected)).toBeLessThan(1e-5);
      }
    },
  );

  test('needs an even width', () => {
    const kernel = someVolume([1, 1, 1], () => 1);
    expect(() => new PeriodicConvolution(kernel, { width: 5, height: 2, depth: 1 }, 1)).toThrow(
      'a width of 5: must be even',
    );
  });
});

test('the cosine transform is orthonormal, its first coefficient the scaled sum', () => {
  const transformed = cosines();
  const field = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i * i));
  const coefficients = new Float64Array(64);
  transformed.forward(field, coefficients);
  const sum = field.reduce((total, value) => total + value, 0);
  expect(coefficients[0]).toBeCloseTo(sum / 8, 6);
  expect(squares(coefficients)).toBeCloseTo(squares(field), 4);
  const back = new Float64Array(64);
  transformed.inverse(coefficients, back);
  expect(Math.max(...field.map((value, i) => Math.abs(value - (back[i] ?? 0))))).toBeLessThan(1e-6);
});

test('the cosine transform of a cosine is a single coefficient', () => {
  const field = Float64Array.from({ length: 64 }, (_, i) =>
    Math.cos((Math.PI * (2 * (i % 8) + 1) * 3) / 16),
  );
  const coefficients = new Float64Array(64);
  cosines().forward(field, coefficients);
  const large = [...coefficients.keys()].filter((k) => Math.abs(coefficients[k] ?? 0) > 1e-6);
  expect(large).toEqual([3]);
});

function cosines(): CosineTransform {
  return new CosineTransform(8, kernels().allocate(...CosineTransform.lengths(8)));
}

function squares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

function someField(length: number): ComplexArray {
  return {
    re: Float32Array.from({ length }, (_, i) => Math.sin(i * 3.1)),
    im: Float32Array.from({ length }, (_, i) => Math.cos(i * i)),
  };
}

function byDefinition(field: ComplexArray, sizes: readonly number[]): Exact {
  const count = field.re.length;
  const out = { re: new Float64Array(count), im: new Float64Array(count) };
  for (let k = 0; k < count; k++) {
    for (let n = 0; n < count; n++) {
      const angle = -2 * Math.PI * phase(k, n, sizes);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [re, im] = [field.re[n] ?? 0, field.im[n] ?? 0];
      out.re[k] = (out.re[k] ?? 0) + re * cos - im * sin;
      out.im[k] = (out.im[k] ?? 0) + re * sin + im * cos;
    }
  }
  return out;
}

/** Σ k·n/N over the axes, of flat indices whose last axis changes fastest. */
function phase(k: number, n: number, sizes: readonly number[]): number {
  let [restK, restN, sum] = [k, n, 0];
  for (const size of sizes.toReversed()) {
    sum += (((restK % size) * (restN % size)) % size) / size;
    restK = Math.floor(restK / size);
    restN = Math.floor(restN / size);
  }
  return sum;
}

interface Exact {
  readonly re: Float32Array | Float64Array;
  readonly im: Float32Array | Float64Array;
}

/** As a share of the largest value. */
function relativeDifference(a: ComplexArray, exact: Exact): number {
  const largest = Math.max(...[...exact.re, ...exact.im].map(Math.abs));
  return largestDifference(a, exact) / largest;
}

function largestDifference(a: ComplexArray, b: Exact): number {
  let largest = 0;
  for (let i = 0; i < a.re.length; i++) {
    largest = Math.max(largest, Math.abs((a.re[i] ?? 0) - (b.re[i] ?? Number.NaN)));
    largest = Math.max(largest, Math.abs((a.im[i] ?? 0) - (b.im[i] ?? Number.NaN)));
  }
  return largest;
}

function someVolume(size: readonly number[], value: (i: number) => number): Volume {
  const [depth = 1, height = 1, width = 1] = size;
  const data = Float32Array.from({ length: depth * height * width }, (_, i) => value(i));
  return { width, height, depth, data };
}

function pack({ data }: Volume): ComplexArray {
  return {
    re: data.filter((_, i) => i % 2 === 0),
    im: data.filter((_, i) => i % 2 === 1),
  };
}

function convolveByDefinition(volume: Volume, kernel: Volume, sign: 1 | -1): Volume {
  const { width, height, depth } = volume;
  const taps = [...kernel.data.entries()].map(([i, value]) => ({
    x: sign * ((i % kernel.width) - (kernel.width >> 1)),
    y: sign * ((Math.floor(i / kernel.width) % kernel.height) - (kernel.height >> 1)),
    z: sign * (Math.floor(i / (kernel.width * kernel.height)) - (kernel.depth >> 1)),
    value,
  }));
  const at = (x: number, y: number, z: number): number => {
    return volume.data[(wrap(z, depth) * height + wrap(y, height)) * width + wrap(x, width)] ?? 0;
  };
  const data = volume.data.map((_, i) => {
    const [x, y, z] = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))];
    return taps.reduce((sum, tap) => sum + tap.value * at(x - tap.x, y - tap.y, z - tap.z), 0);
  });
  return { ...volume, data };
}

function wrap(index: number, size: number): number {
  return ((index % size) + size) % size;
}
