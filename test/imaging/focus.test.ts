import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FocusProjection, projectFocus } from '../../rules/imaging/focus-projection.ts';
import { blankImage, type Image, meanOf } from '../../rules/imaging/image.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import { addBlobs, type Blob } from '../../rules/imaging/synthetic-scene.ts';
import { readTiffImage } from '../../rules/imaging/tiff-reader.ts';
import { HAS_REAL_DATA, realFile, realJson } from '../rigs/imaging-data.ts';

const SIDE = 160;
const PLANES = 9;

/** The surface of the tissue, planes. */
function surface(x: number, y: number): number {
  return 4 + 3 * Math.sin(x / 40) * Math.cos(y / 50);
}

describe('nine planes of a wavy, noisy tissue', async () => {
  const random = randomFrom('tissue');
  const blobs: Blob[] = Array.from({ length: 2500 }, () => {
    const [x, y] = [SIDE * random.uniform(), SIDE * random.uniform()];
    return { x, y, z: surface(x, y), sigma: 0.7, photons: 3000 * (0.5 + random.uniform()) };
  });
  const truth = flat(100);
  addBlobs(truth, blobs, { z: 0, inFocus: 0.5, perPlane: 0 });
  const planes = Array.from({ length: PLANES }, (_, z) => {
    const plane = flat(100);
    addBlobs(plane, blobs, { z, inFocus: 0.5, perPlane: 1.6 });
    return { ...plane, data: plane.data.map((mean) => random.poisson(mean)) };
  });
  const projection = await projectFocus(planes, { radius: 2, sigma: 5 });

  test('come out 8 dB nearer to the truth than their maximum', () => {
    const maximum = flat(0);
    for (const { data } of planes) {
      for (let i = 0; i < data.length; i++)
        maximum.data[i] = Math.max(maximum.data[i] ?? 0, data[i] ?? 0);
    }
    const gain = errorDb(maximum, truth) - errorDb(projection.image, truth);
    expect(gain).toBeGreaterThan(8);
  });

  test('are chosen within half a plane of the surface on average', () => {
    expect(depthError(projection)).toBeLessThan(0.5);
  });

  test('give every pixel as it is in the plane that was chosen', () => {
    expect(notCopied(projection, planes)).toBe(0);
  });
});

test('where light is scarce the planes are chosen by what lies around', async () => {
  const random = randomFrom('scarce');
  const blobs: Blob[] = Array.from({ length: 1200 }, () => {
    const [x, y] = [SIDE * random.uniform(), SIDE * random.uniform()];
    return { x, y, z: surface(x, y), sigma: 0.7, photons: 400 };
  });
  const planes = Array.from({ length: PLANES }, (_, z) => {
    const plane = flat(30);
    addBlobs(plane, blobs, { z, inFocus: 0.5, perPlane: 1.6 });
    return { ...plane, data: plane.data.map((mean) => random.poisson(mean)) };
  });
  const smoothed = depthError(await projectFocus(planes, { radius: 2, sigma: 5 }));
  const rough = depthError(await projectFocus(planes, { radius: 2, sigma: 0 }));
  expect(smoothed).toBeLessThan(0.5);
  expect(smoothed).toBeLessThan(0.5 * rough);
});

test('a stack of equal planes is that plane, from the first', async () => {
  const plane = flat(42);
  const { image, depth } = await projectFocus([plane, plane, plane], { radius: 2, sigma: 3 });
  expect(image.data).toEqual(plane.data);
  expect(Math.max(...depth)).toBe(0);
});

test('no planes and planes of other sizes are refused', async () => {
  await expect(projectFocus([], { radius: 2, sigma: 3 })).rejects.toThrow(
    'a focus projection needs at least one plane',
  );
  await expect(
    projectFocus([blankImage(3, 3), blankImage(4, 3)], { radius: 2, sigma: 3 }),
  ).rejects.toThrow('plane 2 has another size');
});

describe.skipIf(!HAS_REAL_DATA)('beads on a tilted well (skipped without ../shared/data)', () => {
  test('are sharper than in any plane, each from the plane it is sharpest in', async () => {
    const folder = realFile('edf/imagexpress_E08_s2_w1');
    const planes: Image[] = [];
    for (const step of readdirSync(folder).toSorted()) {
      const [name] = readdirSync(`${folder}/${step}`);
      planes.push(await readTiffImage(`${folder}/${step}/${name}`));
    }
    const { zsteps, objects } = realJson<Beads>('edf/imagexpress_E08_s2_w1_expected.json');
    expect(planes).toHaveLength(zsteps.length);
    const projection = await projectFocus(planes, { radius: 2, sigma: 10 });
    expect(logEnergy(planes[2] ?? flat(0))).toBeCloseTo(285_626, -2);
    expect(logEnergy(projection.image)).toBeGreaterThanOrEqual(315_000);
    expect(notCopied(projection, planes)).toBe(0);
    const clear = objects.filter(({ energy_ratio_best_to_second: ratio }) => ratio > 1.5);
    expect(clear).toHaveLength(15);
    const right = clear.filter(({ x, y, best_zstep: best }) => {
      return zsteps[projection.depth[Math.round(y) * 512 + Math.round(x)] ?? -1] === best;
    });
    expect(right.length).toBeGreaterThanOrEqual(0.9 * clear.length);
  });
});

interface Beads {
  readonly zsteps: readonly number[];
  readonly objects: readonly {
    readonly x: number;
    readonly y: number;
    readonly best_zstep: number;
    readonly energy_ratio_best_to_second: number;
  }[];
}

/** Mean distance of the chosen planes from the surface. */
function depthError({ depth }: FocusProjection): number {
  let error = 0;
  for (const [i, plane] of depth.entries()) {
    error += Math.abs(plane - surface(i % SIDE, Math.floor(i / SIDE)));
  }
  return error / depth.length;
}

/** How many pixels are not those of the plane that was chosen. */
function notCopied({ image, depth }: FocusProjection, planes: readonly Image[]): number {
  let wrong = 0;
  for (let i = 0; i < depth.length; i++) {
    if (image.data[i] !== planes[depth[i] ?? -1]?.data[i]) wrong++;
  }
  return wrong;
}

function flat(value: number): Image {
  const image = blankImage(SIDE, SIDE);
  image.data.fill(value);
  return image;
}

function errorDb(image: Image, truth: Image): number {
  const squared = image.data.map((value, i) => (value - (truth.data[i] ?? 0)) ** 2);
  return 10 * Math.log10(meanOf(squared));
}

/** Mean square of the Laplacian of a Gaussian of sigma 1.5, from the Gaussian's derivatives. */
function logEnergy(image: Image): number {
  const sigma = 1.5;
  const radius = 6;
  const taps = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const raw = taps.map((t) => Math.exp((-t * t) / (2 * sigma * sigma)));
  const sum = raw.reduce((total, value) => total + value, 0);
  const smooth = raw.map((value) => value / sum);
  const curved = smooth.map(
    (value, i) => value * ((taps[i] ?? 0) ** 2 / sigma ** 4 - 1 / sigma ** 2),
  );
  const horizontal = filter(filter(image, curved, 'x'), smooth, 'y');
  const vertical = filter(filter(image, smooth, 'x'), curved, 'y');
  const energies = Float64Array.from(
    horizontal.data,
    (value, i) => (value + (vertical.data[i] ?? 0)) ** 2,
  );
  return meanOf(energies);
}

function filter(
  { width, height, data }: Image,
  weights: readonly number[],
  axis: 'x' | 'y',
): Image {
  const out = blankImage(width, height);
  const radius = weights.length >> 1;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (const [k, weight] of weights.entries()) {
      const [u, v] =
        axis === 'x' ? [reflect(x + k - radius, width), y] : [x, reflect(y + k - radius, height)];
      sum += weight * (data[v * width + u] ?? 0);
    }
    out.data[i] = sum;
  }
  return out;
}

/** Scipy's mode `reflect`: the outermost pixels twice. */
function reflect(index: number, size: number): number {
  if (index < 0) return -index - 1;
  return index < size ? index : 2 * size - 1 - index;
}
