import { describe, expect, test } from 'vitest';
import { besselJ0 } from '../../rules/imaging/bessel.ts';
import { type Rectangle, stackPlanes, sumOf, type Volume } from '../../rules/imaging/image.ts';
import { type Optics, psfReach, widefieldPsf } from '../../rules/imaging/psf.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import { PeriodicConvolution } from '../../rules/imaging/real-convolution.ts';
import { deconvolve, splitIntoBlocks } from '../../rules/imaging/richardson-lucy.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import { HAS_REAL_DATA, realFile } from '../rigs/imaging-data.ts';

test('the Bessel function is its integral (1/π)·∫₀^π cos(x·sin t) dt', () => {
  for (let x = 0; x < 40; x += 0.61) {
    const steps = 500;
    let sum = 0;
    for (let i = 0; i < steps; i++)
      sum += Math.cos(x * Math.sin((Math.PI * (i + 0.5)) / steps)) / steps;
    expect(besselJ0(x)).toBeCloseTo(sum, 9);
  }
});

describe('the point spread of NA 0.75 in air at 520 nm', () => {
  const optics: Optics = {
    numericalAperture: 0.75,
    refractiveIndex: 1,
    emissionNm: 520,
    pixelNm: 40,
    planeNm: 100,
  };
  const psf = widefieldPsf(optics, { lateral: 14, axial: 12 });

  test('has the sum 1 and is symmetric', () => {
    expect(sumOf(psf.data)).toBeCloseTo(1, 5);
    for (const i of [0, 1000, 5003, 9999]) {
      expect(psf.data[i]).toBe(psf.data[psf.data.length - 1 - i]);
    }
  });

  test('is as wide as theory says: 0.51 λ/NA, and 0.88 λ/(n − √(n² − NA²)) along the axis', () => {
    const across = Array.from({ length: 15 }, (_, r) => at(psf, 14 + r, 14, 12));
    const along = Array.from({ length: 13 }, (_, z) => at(psf, 14, 14, 12 + z));
    expect(Math.abs(40 * halfWidth(across) - (0.51 * 520) / 0.75)).toBeLessThan(10);
    expect(
      Math.abs(100 * halfWidth(along) - (0.88 * 520) / (1 - Math.sqrt(1 - 0.5625))),
    ).toBeLessThan(30);
  });

  test('reaches no further than the stack and its light', () => {
    expect(psfReach({ ...optics, pixelNm: 377, planeNm: 1500 }, 1)).toEqual({
      lateral: 3,
      axial: 0,
    });
    expect(psfReach({ ...optics, pixelNm: 377, planeNm: 1500 }, 3)).toEqual({
      lateral: 12,
      axial: 2,
    });
    expect(psfReach({ ...optics, pixelNm: 377, planeNm: 1500 }, 30)).toEqual({
      lateral: 12,
      axial: 2,
    });
  });
});

const OPTICS: Optics = {
  numericalAperture: 0.75,
  refractiveIndex: 1.44,
  emissionNm: 520,
  pixelNm: 180,
  planeNm: 800,
};

describe('Richardson–Lucy', () => {
  const truth = beads({ width: 64, height: 60, depth: 8 });
  const psf = widefieldPsf(OPTICS, { lateral: 9, axial: 3 });
  const observed = withNoise(blur(truth, psf));
  const whole = { x: 0, y: 0, width: 64, height: 60 };
  const after = (iterations: number): Volume =>
    deconvolve({ volume: observed, psf, iterations, core: whole });

  test('brings the image nearer to the truth, by a quarter in 10 steps, and on and on to 25', () => {
    const errors = [observed, after(5), after(10), after(25)].map((volume) =>
      relativeError(volume, truth),
    );
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    expect(errors[2]).toBeLessThan(0.75 * (errors[0] ?? 0));
  });

  test('keeps the light and makes none negative', () => {
    const result = after(10);
    expect(Math.abs(sumOf(result.data) / sumOf(observed.data) - 1)).toBeLessThan(0.005);
    expect(Math.min(...result.data)).toBeGreaterThanOrEqual(0);
  });

  test('makes a bead narrower', () => {
    const bead = blur(single({ width: 40, height: 40, depth: 8 }), psf);
    const core = { x: 0, y: 0, width: 40, height: 40 };
    const sharper = deconvolve({ volume: bead, psf, iterations: 10, core });
    expect(halfWidth(fromMiddle(sharper))).toBeLessThan(0.8 * halfWidth(fromMiddle(bead)));
  });

  test('with a point as point spread changes nothing', () => {
    const point: Volume = {
      width: 3,
      height: 3,
      depth: 1,
      data: Float32Array.from([0, 0, 0, 0, 1, 0, 0, 0, 0]),
    };
    const volume = observed;
    const result = deconvolve({ volume, psf: point, iterations: 3, core: whole });
    const worst = Math.max(
      ...result.data.map((value, i) => Math.abs(value - (volume.data[i] ?? 0))),
    );
    expect(worst).toBeLessThan(1e-3 * (sumOf(volume.data) / volume.data.length));
  });

  test('takes a crooked point spread back, and not its mirror image', () => {
    const crooked: Volume = {
      width: 5,
      height: 3,
      depth: 1,
      data: Float32Array.from([0, 0, 0, 0, 0, 0, 0, 0.6, 0, 0.4, 0, 0, 0, 0, 0]),
    };
    const flat = beads({ width: 40, height: 30, depth: 2 });
    const volume = blur(flat, crooked);
    const core = { x: 0, y: 0, width: 40, height: 30 };
    const result = deconvolve({ volume, psf: crooked, iterations: 30, core });
    expect(relativeError(result, flat)).toBeLessThan(0.2 * relativeError(volume, flat));
  });

  test('lets no light in from the opposite border', () => {
    const [width, height, depth] = [48, 40, 6];
    const data = Float32Array.from({ length: width * height * depth }, (_, i) =>
      i % width < 4 ? 5000 : 10,
    );
    const core = { x: 0, y: 0, width, height };
    const result = deconvolve({ volume: { width, height, depth, data }, psf, iterations: 5, core });
    for (const [y, z] of [
      [0, 0],
      [20, 3],
      [39, 5],
    ] as const) {
      expect(Math.abs(at(result, 47, y, z) - 10)).toBeLessThan(0.1);
    }
  });

  test('gives the same in parts as in one', () => {
    const result = after(10);
    const mean = sumOf(result.data) / result.data.length;
    for (const core of splitIntoBlocks(observed, 32)) {
      const part = deconvolve({ volume: observed, psf, iterations: 10, core });
      expect(largestDifference(part, result, core)).toBeLessThan(1e-3 * mean);
    }
  });
});

test('blocks cover an image without overlap, of sizes that differ by one at most', () => {
  expect(splitIntoBlocks({ width: 10, height: 7 }, 4)).toEqual([
    { x: 0, y: 0, width: 3, height: 3 },
    { x: 3, y: 0, width: 3, height: 3 },
    { x: 6, y: 0, width: 4, height: 3 },
    { x: 0, y: 3, width: 3, height: 4 },
    { x: 3, y: 3, width: 3, height: 4 },
    { x: 6, y: 3, width: 4, height: 4 },
  ]);
});

describe.skipIf(!HAS_REAL_DATA)(
  'a grid of lines and a measured bead (skipped without ../shared/data)',
  () => {
    test('the four lines part, no others appear, and the light is kept', async () => {
      // The lines run along y: a strip of them shows all that there is.
      const grid = await readStack('decon/DeconvolutionSampleVerticalGrid1AU-crop.tif', {
        from: 65,
        rows: 20,
      });
      const psf = await readStack('decon/computed/bian_psf_avg.tif', { from: 0, rows: 31 });
      const core = { x: 0, y: 0, width: grid.width, height: grid.height };
      const run = (iterations: number): Volume =>
        deconvolve({ volume: grid, psf, iterations, core });
      const [twenty, fifty] = [run(20), run(50)];
      expect(valley(lineProfile(grid))).toBeGreaterThan(0.75);
      expect(valley(lineProfile(twenty))).toBeLessThanOrEqual(0.6);
      expect(valley(lineProfile(fifty))).toBeLessThanOrEqual(0.45);
      const peaks = peaksOf(lineProfile(fifty));
      expect(peaks).toHaveLength(4);
      for (const [i, x] of [42, 71, 83, 112].entries()) {
        expect(Math.abs((peaks[i] ?? 0) - x)).toBeLessThanOrEqual(1);
      }
      expect(Math.abs(sumOf(fifty.data) / sumOf(grid.data) - 1)).toBeLessThan(0.03);
    });
  },
);

async function readStack(
  path: string,
  { from, rows }: { from: number; rows: number },
): Promise<Volume> {
  const file = await openTiff(realFile(path));
  const planes = [];
  for (let page = 0; page < file.pageCount; page++) {
    const { width, data } = await file.readImage(page);
    planes.push({ width, height: rows, data: data.slice(from * width, (from + rows) * width) });
  }
  await file.close();
  return stackPlanes(planes);
}

/** Sums over y in plane 11. */
function lineProfile({ width, height, data }: Volume): number[] {
  return Array.from({ length: width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += data[(10 * height + y) * width + x] ?? 0;
    return sum;
  });
}

/** The lowest between the lines at 71 and 83, over the lower of the two. */
function valley(profile: readonly number[]): number {
  const lines = [Math.max(...profile.slice(68, 75)), Math.max(...profile.slice(80, 87))];
  return Math.min(...profile.slice(71, 84)) / Math.min(...lines);
}

function peaksOf(profile: readonly number[]): number[] {
  const top = Math.max(...profile);
  return [...profile.keys()].filter((x) => {
    const value = profile[x] ?? 0;
    return value > 0.5 * top && value > (profile[x - 1] ?? top) && value >= (profile[x + 1] ?? top);
  });
}

function at({ width, height, data }: Volume, x: number, y: number, z: number): number {
  return data[(z * height + y) * width + x] ?? Number.NaN;
}

/** Full width at half of the first value, in steps of the profile. */
function halfWidth(profile: readonly number[]): number {
  const half = (profile[0] ?? 0) / 2;
  const i = profile.findIndex((value) => value < half);
  const [above, below] = [profile[i - 1] ?? 0, profile[i] ?? 0];
  return 2 * (i - 1 + (above - half) / (above - below));
}

/** Small round bodies on a faint background. */
function beads(size: Omit<Volume, 'data'>): Volume {
  const random = randomFrom('beads');
  const { width, height, depth } = size;
  const data = new Float32Array(width * height * depth).fill(5);
  for (let i = 0; i < 40; i++) {
    const middle = [width, height, depth].map((extent) => random.uniform() * extent);
    const [x0 = 0, y0 = 0, z0 = 0] = middle;
    const bright = 1000 * (0.3 + random.uniform());
    for (let k = 0; k < data.length; k++) {
      const x = (k % width) - x0;
      const y = (Math.floor(k / width) % height) - y0;
      const z = Math.floor(k / (width * height)) - z0;
      const distance = (x * x + y * y) / (2 * 1.2 ** 2) + (z * z) / (2 * 0.6 ** 2);
      if (distance < 12) data[k] = (data[k] ?? 0) + bright * Math.exp(-distance);
    }
  }
  return { ...size, data };
}

function single(size: Omit<Volume, 'data'>): Volume {
  const data = new Float32Array(size.width * size.height * size.depth).fill(1);
  data[((size.depth >> 1) * size.height + (size.height >> 1)) * size.width + (size.width >> 1)] =
    1e5;
  return { ...size, data };
}

function blur(volume: Volume, psf: Volume): Volume {
  const convolution = new PeriodicConvolution(psf, volume, 1);
  const [packed] = convolution.volumes;
  if (packed === undefined) throw new Error('room for one volume was asked for');
  packed.re.set(volume.data.filter((_, i) => i % 2 === 0));
  packed.im.set(volume.data.filter((_, i) => i % 2 === 1));
  convolution.convolve(packed, { mirrored: false });
  const data = volume.data.map((_, i) => (i % 2 === 0 ? packed.re : packed.im)[i >> 1] ?? 0);
  return { ...volume, data };
}

function withNoise(volume: Volume): Volume {
  const random = randomFrom('noise');
  return { ...volume, data: volume.data.map((mean) => random.poisson(Math.max(0, mean))) };
}

function relativeError(volume: Volume, truth: Volume): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < truth.data.length; i++) {
    difference += ((volume.data[i] ?? 0) - (truth.data[i] ?? 0)) ** 2;
    size += (truth.data[i] ?? 0) ** 2;
  }
  return Math.sqrt(difference / size);
}

function largestDifference(part: Volume, whole: Volume, core: Rectangle): number {
  let largest = 0;
  for (let z = 0; z < part.depth; z++) {
    for (let y = 0; y < core.height; y++) {
      for (let x = 0; x < core.width; x++) {
        const difference = at(part, x, y, z) - at(whole, x + core.x, y + core.y, z);
        largest = Math.max(largest, Math.abs(difference));
      }
    }
  }
  return largest;
}

/** From the bead in the middle of 40×40×8 voxels to the right. */
function fromMiddle(volume: Volume): number[] {
  return Array.from({ length: 20 }, (_, r) => at(volume, 20 + r, 20, 4));
}
