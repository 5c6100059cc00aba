import { describe, expect, test } from 'vitest';
import { applyAffine } from '../../rules/imaging/affine.ts';
import { blankImage, meanOf, sumOf } from '../../rules/imaging/image.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import { addBlobs } from '../../rules/imaging/synthetic-scene.ts';
import { trueFlatField, truthOf } from '../../rules/imaging/synthetic-tiles.ts';
import { acquisition, rawTiles } from '../rigs/imaging-scene.ts';

describe('random numbers', () => {
  test('follow from their seed alone', () => {
    const [a, b, c] = [randomFrom(1, 'x'), randomFrom(1, 'x'), randomFrom(1, 'y')];
    const draw = (random: typeof a): number[] => Array.from({ length: 5 }, () => random.uniform());
    const first = draw(a);
    expect(draw(b)).toEqual(first);
    expect(draw(c)).not.toEqual(first);
  });

  test('are the same on every machine', () => {
    const random = randomFrom('seed');
    expect(
      Array.from({ length: 3 }, () => Math.floor(random.uniform() * 2 ** 32)),
    ).toMatchInlineSnapshot(`
      [
        2709229542,
        1503685655,
        675527118,
      ]
    `);
  });

  test('are uniform from 0 up to 1', () => {
    const random = randomFrom(2);
    const values = many(() => random.uniform());
    const [mean, variance] = moments(values);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.003);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
  });

  test('are normal', () => {
    const random = randomFrom(3);
    const values = many(() => random.normal());
    const [mean, variance] = moments(values);
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
    const beyondTwo = values.filter((value) => Math.abs(value) > 2).length / values.length;
    expect(Math.abs(beyondTwo - 0.0455)).toBeLessThan(0.005);
  });

  test.each([0.3, 8, 63, 65, 900])('are Poisson counts of mean %f', (expected) => {
    const random = randomFrom(4, expected);
    const values = many(() => random.poisson(expected));
    const [mean, variance] = moments(values);
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.03);
    expect(Math.abs(variance / expected - 1)).toBeLessThan(0.06);
    expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
  });
});

test('a blob keeps its photons however far it is from focus', () => {
  for (const z of [0, 1, 3]) {
    const image = blankImage(64, 64);
    addBlobs(image, [{ x: 31.3, y: 30.8, z: 0, sigma: 1.5, photons: 1000 }], {
      z,
      inFocus: 0.5,
      perPlane: 1.2,
    });
    expect(Math.abs(sumOf(image.data) / 1000 - 1)).toBeLessThan(0.002);
  }
});

test('vignettes have the mean 1 and differ from channel to channel and plane to plane', () => {
  const made = acquisition();
  const fields = [
    { channel: 1, plane: 0 },
    { channel: 1, plane: 1 },
    { channel: 2, plane: 0 },
  ].map((which) => trueFlatField(made, which));
  for (const { data } of fields) {
    expect(meanOf(data)).toBeCloseTo(1, 5);
    expect(Math.min(...data)).toBeGreaterThan(0.1);
  }
  expect(new Set(fields.map(({ data }) => data[0])).size).toBe(3);
});

test('tiles are whole counts, brighter where the nuclei are that the truth names', () => {
  const made = acquisition({ jitter: 0 });
  const { truth, tiles } = rawTiles(made);
  const middle = tiles[4];
  const corner = truth.corners[4];
  if (middle === undefined || corner === undefined) throw new Error('no tile');
  expect(middle.data.every((value) => Number.isInteger(value))).toBe(true);
  const inside = truth.nuclei.filter(
    ({ x, y }) => x > corner.x + 4 && y > corner.y + 4 && x < corner.x + 123 && y < corner.y + 123,
  );
  const at = inside.map(
    ({ x, y }) => middle.data[Math.round(y - corner.y) * 128 + Math.round(x - corner.x)] ?? 0,
  );
  expect(at.reduce((sum, value) => sum + value, 0) / at.length).toBeGreaterThan(
    1.8 * meanOf(middle.data),
  );
});

test('the first cycle is where the scene is, later ones are moved within their limits', () => {
  const made = acquisition({ shift: 5, rotation: 1 });
  expect(applyAffine(truthOf(made, 1).motion, { x: 12, y: 34 })).toEqual({ x: 12, y: 34 });
  const { motion, nuclei } = truthOf(made, 2);
  expect(nuclei).toEqual(truthOf(made, 1).nuclei);
  const angle = (Math.atan2(motion.yx, motion.xx) * 180) / Math.PI;
  expect(Math.abs(angle)).toBeLessThanOrEqual(1);
  expect(Math.abs(angle)).toBeGreaterThan(0);
  const side = (128 * 2.4) / 2;
  const centre = applyAffine(motion, { x: side, y: side });
  expect(Math.abs(centre.x - side)).toBeLessThanOrEqual(5);
  expect(Math.abs(centre.y - side)).toBeLessThanOrEqual(5);
});

function many(draw: () => number): number[] {
  return Array.from({ length: 20_000 }, draw);
}

/** Mean and variance. */
function moments(values: readonly number[]): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [mean, values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length];
}
