import { describe, expect, test } from 'vitest';
import {
  type Affine,
  applyAffine,
  composeAffine,
  rotationAbout,
} from '../../rules/imaging/affine.ts';
import { blendTiles, layOutMosaic } from '../../rules/imaging/blend-tiles.ts';
import { searchCoarsely } from '../../rules/imaging/coarse-motion.ts';
import { pearson } from '../../rules/imaging/correlation.ts';
import { blankImage, type Image } from '../../rules/imaging/image.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import { registerImages, type RegistrationSettings } from '../../rules/imaging/register-images.ts';
import { warp } from '../../rules/imaging/resample.ts';
import { addBlobs, nuclearBlobs, scatterNuclei } from '../../rules/imaging/synthetic-scene.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import { HAS_REAL_DATA, realFile, realJson } from '../rigs/imaging-data.ts';
import { rms } from '../rigs/imaging-scene.ts';

const SIDE = 384;
const CENTRE = { x: SIDE / 2, y: SIDE / 2 };
const NUCLEI = scatterNuclei({ width: SIDE, height: SIDE, depth: 1 }, 5);

const SETTINGS: RegistrationSettings = {
  model: 'affine',
  block: 96,
  minPeak: 0.1,
  minInliers: 0.5,
  tolerance: 2,
};

/** Nuclei as a camera sees them after a motion. */
function seen(
  motion: Affine,
  { cycle, lost, photons }: { cycle: number; lost: number; photons: number },
): Image {
  const image = blankImage(SIDE, SIDE);
  image.data.fill(photons / 40);
  const blobs = nuclearBlobs(NUCLEI, { seed: 5, cycle, lost, photons });
  const moved = blobs.map((blob) => ({ ...blob, ...applyAffine(motion, blob) }));
  addBlobs(image, moved, { z: 0, inFocus: 0.5, perPlane: 0 });
  const random = randomFrom('camera', cycle);
  const data = image.data.map((mean) => Math.max(0, random.poisson(mean) + 2 * random.normal()));
  return { ...image, data };
}

const reference = seen(rotationAbout(CENTRE, 0, { x: 0, y: 0 }), {
  cycle: 1,
  lost: 0,
  photons: 6000,
});

/** Distances between where the nuclei are and where the motion says that they are. */
function targetErrors(found: Affine, truth: Affine): number[] {
  return NUCLEI.filter(({ x, y }) => x > 0 && y > 0 && x < SIDE && y < SIDE).map((nucleus) => {
    const [a, b] = [applyAffine(found, nucleus), applyAffine(truth, nucleus)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
}

const scaled: Affine = { xx: 1.003, xy: 0, x0: 0, yx: 0, yy: 1.003, y0: 0 };

describe.each([
  {
    what: 'a shift',
    motion: rotationAbout(CENTRE, 0, { x: 7.3, y: -4.6 }),
    lost: 0,
    photons: 6000,
  },
  {
    what: 'a shift of a fifth of the side',
    motion: rotationAbout(CENTRE, 0, { x: 70.2, y: -61.7 }),
    lost: 0,
    photons: 6000,
  },
  {
    what: 'a small rotation',
    motion: rotationAbout(CENTRE, 0.4, { x: 2, y: 3 }),
    lost: 0,
    photons: 6000,
  },
  {
    what: 'a rotation between those that are tried',
    motion: rotationAbout(CENTRE, -1.4, { x: -8, y: 5 }),
    lost: 0,
    photons: 6000,
  },
  {
    what: 'a rotation and a scale',
    motion: composeAffine(scaled, rotationAbout(CENTRE, 1.5, { x: 4, y: 2 })),
    lost: 0,
    photons: 6000,
  },
  {
    what: 'a quarter of the nuclei lost and a fifth of the light',
    motion: rotationAbout(CENTRE, 0.3, { x: 5.5, y: 1.2 }),
    lost: 0.25,
    photons: 1200,
  },
  {
    what: 'half of the nuclei lost and a twentieth of the light',
    motion: rotationAbout(CENTRE, 0.3, { x: 5.5, y: 1.2 }),
    lost: 0.5,
    photons: 300,
  },
])('with $what', ({ motion, lost, photons }) => {
  const moving = seen(motion, { cycle: 2, lost, photons });
  const result = registerImages(reference, moving, SETTINGS);
  const errors = targetErrors(result.motion, motion);

  test('nuclei are brought within a quarter of a pixel, none off by half', () => {
    expect(rms(errors)).toBeLessThan(0.25);
    expect(Math.max(...errors)).toBeLessThan(0.5);
  });

  test('the figures of the result say so', () => {
    expect(result.inlierShare).toBeGreaterThan(0.6);
    expect(result.residual).toBeLessThan(0.5);
  });
});

test('a part that moved by itself does not pull the rest', () => {
  const motion = rotationAbout(CENTRE, 0.3, { x: 4, y: -3 });
  const moving = seen(motion, { cycle: 2, lost: 0, photons: 6000 });
  const loose = seen(rotationAbout(CENTRE, 0.3, { x: 13, y: 3 }), {
    cycle: 2,
    lost: 0,
    photons: 6000,
  });
  const data = moving.data.map((value, i) => (i % SIDE < SIDE / 4 ? (loose.data[i] ?? 0) : value));
  const result = registerImages(reference, { ...moving, data }, SETTINGS);
  expect(Math.max(...targetErrors(result.motion, motion))).toBeLessThan(0.5);
  expect(result.inlierShare).toBeLessThan(0.9);
});

test.each([
  { degrees: -1.9, nearest: -2 },
  { degrees: 0.4, nearest: 0.5 },
  { degrees: 0.1, nearest: 0 },
])(
  'the coarse search takes $degrees° for $nearest°, and is a few pixels off',
  ({ degrees, nearest }) => {
    const motion = rotationAbout(CENTRE, degrees, { x: 12, y: -7 });
    const moving = seen(motion, { cycle: 2, lost: 0.1, photons: 6000 });
    const coarse = searchCoarsely(reference, moving);
    expect((Math.atan2(coarse.motion.yx, coarse.motion.xx) * 180) / Math.PI).toBeCloseTo(
      nearest,
      9,
    );
    expect(Math.max(...targetErrors(coarse.motion, motion))).toBeLessThan(3);
  },
);

test('a rigid motion does not follow a scale, and its residual shows it', () => {
  const moving = seen(composeAffine(scaled, rotationAbout(CENTRE, 0.5, { x: 0, y: 0 })), {
    cycle: 2,
    lost: 0,
    photons: 6000,
  });
  const rigid = registerImages(reference, moving, { ...SETTINGS, model: 'rigid' });
  const affine = registerImages(reference, moving, SETTINGS);
  expect(rigid.motion.xx ** 2 + rigid.motion.yx ** 2).toBeCloseTo(1, 9);
  expect(rigid.residual).toBeGreaterThan(3 * affine.residual);
});

describe('what cannot be registered is an error with numbers', () => {
  test('another scene', () => {
    const other = blankImage(SIDE, SIDE);
    const blobs = nuclearBlobs(scatterNuclei({ width: SIDE, height: SIDE, depth: 1 }, 99), {
      seed: 99,
      cycle: 1,
      lost: 0,
      photons: 6000,
    });
    addBlobs(other, blobs, { z: 0, inFocus: 0.5, perPlane: 0 });
    expect(() => registerImages(reference, other, SETTINGS)).toThrow(
      /^\d % of \d\d blocks agree on a motion, fewer than 50 %$/,
    );
  });

  test('an empty image', () => {
    expect(() => registerImages(reference, blankImage(SIDE, SIDE), SETTINGS)).toThrow(
      'no common scene found: the best correlation is 0.000, below 0.1',
    );
  });

  test('two halves that moved apart', () => {
    const left = seen(rotationAbout(CENTRE, 0, { x: 6, y: 0 }), {
      cycle: 1,
      lost: 0,
      photons: 6000,
    });
    const right = seen(rotationAbout(CENTRE, 0, { x: -9, y: 7 }), {
      cycle: 1,
      lost: 0,
      photons: 6000,
    });
    const torn = {
      ...left,
      data: left.data.map((v, i) => (i % SIDE < SIDE / 2 ? v : (right.data[i] ?? 0))),
    };
    expect(() => registerImages(reference, torn, { ...SETTINGS, minInliers: 0.6 })).toThrow(
      /^\d\d % of 49 blocks agree on a motion, fewer than 60 %$/,
    );
  });
});

describe.skipIf(!HAS_REAL_DATA)('tonsil cycles (skipped without ../shared/data)', () => {
  test('lie on one another as measured', async () => {
    const stitching = realJson<Truth>('stitching/stitching_truth.json');
    const { mosaic_shift_to_cycle1_yx: shifts } = realJson<{
      mosaic_shift_to_cycle1_yx: { cycle2: [number, number] };
    }>('registration/registration_truth.json');
    const first = await mosaicOf(1, stitching);
    const second = await mosaicOf(2, stitching);
    const { motion } = registerImages(first.image, second.image, {
      ...SETTINGS,
      block: 128,
      model: 'translation',
    });
    // Both canvases begin somewhere in their camera frames.
    const shift = {
      x: first.origin.x - (motion.x0 + second.origin.x),
      y: first.origin.y - (motion.y0 + second.origin.y),
    };
    expect(Math.abs(shift.y - shifts.cycle2[0])).toBeLessThan(0.25);
    expect(Math.abs(shift.x - shifts.cycle2[1])).toBeLessThan(0.25);
    const moved = warp(second.image, motion, first.image);
    const { width, height } = first.image;
    const inner = { x: 15, y: 15, width: width - 30, height: height - 30 };
    expect(pearson(first.image, moved, inner, inner)).toBeGreaterThanOrEqual(0.93);
  });
});

interface Truth {
  readonly tiles: Readonly<
    Record<string, readonly { series: number; true_yx: [number, number] }[]>
  >;
}

/** The DNA channel of a cycle, its tiles where they truly lie, and where the canvas begins. */
async function mosaicOf(
  cycle: number,
  truth: Truth,
): Promise<{ image: Image; origin: { x: number; y: number } }> {
  const file = await openTiff(realFile(`stitching/cycif-tonsil-cycle${cycle}.ome.tif`));
  const places = truth.tiles[`cycle${cycle}`] ?? [];
  const tiles: Image[] = [];
  for (const { series } of places) tiles.push(await file.readImage(4 * series));
  await file.close();
  const positions = places.map(({ true_yx: [y, x] }) => ({ x, y }));
  const layout = layOutMosaic(positions, { width: 220, height: 180 });
  const [position = { x: 0, y: 0 }] = positions;
  const [corner = { x: 0, y: 0 }] = layout.corners;
  return {
    image: blendTiles(tiles, layout, 36),
    origin: { x: position.x - corner.x, y: position.y - corner.y },
  };
}
