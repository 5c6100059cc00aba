import { describe, expect, test } from 'vitest';
import {
  applyAffine,
  composeAffine,
  fitMotion,
  rotationAbout,
} from '../../rules/imaging/affine.ts';
import { gaussianBlur, laplacian, localVariance, shrink } from '../../rules/imaging/filters.ts';
import type { Image, Vector } from '../../rules/imaging/image.ts';
import { sampleAt, warp } from '../../rules/imaging/resample.ts';
import { resizeArea, resizeLinear } from '../../rules/imaging/resize.ts';

function imageOf(width: number, height: number, value: (x: number, y: number) => number): Image {
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    value(i % width, Math.floor(i / width)),
  );
  return { width, height, data };
}

const wavy = imageOf(23, 17, (x, y) => 100 + 10 * Math.sin(x / 3) + 7 * Math.cos(y / 2) + x);

describe('interpolation', () => {
  test('gives back the pixels at whole places, also at the border', () => {
    for (const [x, y] of [
      [0, 0],
      [22, 16],
      [5, 9],
      [22, 0],
    ] as const) {
      expect(sampleAt(wavy, x, y)).toBeCloseTo(wavy.data[y * 23 + x] ?? Number.NaN, 4);
    }
  });

  test('is exact for quadratics', () => {
    const image = imageOf(12, 12, quadratic);
    expect(sampleAt(image, 4.3, 6.8)).toBeCloseTo(quadratic(4.3, 6.8), 4);
    expect(sampleAt(image, 2.5, 2.5)).toBeCloseTo(quadratic(2.5, 2.5), 4);
  });

  test('warps to another grid, with nothing where the image has nothing', () => {
    const moved = warp(
      wavy,
      { xx: 1, xy: 0, x0: 3, yx: 0, yy: 1, y0: -2 },
      { width: 23, height: 17 },
    );
    expect(moved.data[4 * 23 + 5]).toBeCloseTo(wavy.data[2 * 23 + 8] ?? Number.NaN, 4);
    expect(moved.data[1 * 23 + 5]).toBe(0);
    expect(moved.data[4 * 23 + 20]).toBe(0);
  });
});

describe('resizing', () => {
  test('by area keeps the mean, also between sizes that do not divide', () => {
    const small = resizeArea(wavy, 8);
    expect(mean(small)).toBeCloseTo(mean(wavy), 3);
  });

  test('by area to a multiple repeats pixels', () => {
    const image = imageOf(2, 2, (x, y) => 1 + x + 2 * y);
    expect([...resizeArea(image, 4).data]).toEqual([
      1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4,
    ]);
  });

  test('linearly keeps a gradient', () => {
    const image = imageOf(8, 8, (x) => x);
    const large = resizeLinear(image, { width: 32, height: 8 });
    // Pixel middles: 0.25·(x + 0.5) − 0.5, and no further than the outermost.
    expect(large.data[16]).toBeCloseTo(3.625, 5);
    expect(large.data[0]).toBe(0);
    expect(large.data[31]).toBe(7);
  });

  test('by block means leaves out what fills no block', () => {
    const image = imageOf(5, 3, (x, y) => x + 10 * y);
    expect(shrink(image, 2)).toEqual({ width: 2, height: 1, data: Float32Array.from([5.5, 7.5]) });
  });
});

describe('filters', () => {
  test('a blurred point is a Gaussian of the given width and keeps its sum', () => {
    const point = imageOf(41, 41, (x, y) => (x === 20 && y === 20 ? 1 : 0));
    const blurred = gaussianBlur(point, 2);
    expect(mean(blurred) * 41 * 41).toBeCloseTo(1, 5);
    expect(blurred.data[20 * 41 + 20]).toBeCloseTo(1 / (2 * Math.PI * 4), 3);
    const ratio = (blurred.data[20 * 41 + 22] ?? 0) / (blurred.data[20 * 41 + 20] ?? 1);
    expect(ratio).toBeCloseTo(Math.exp(-0.5), 4);
  });

  test('blurring a constant changes nothing', () => {
    const flat = gaussianBlur(
      imageOf(9, 7, () => 5),
      3,
    );
    expect(Math.max(...flat.data.map((value) => Math.abs(value - 5)))).toBeLessThan(1e-5);
  });

  test('the Laplacian of x² + y² is 4, of a plane 0', () => {
    const bowl = laplacian(imageOf(7, 7, (x, y) => x * x + y * y));
    expect(bowl.data[3 * 7 + 3]).toBe(4);
    const plane = laplacian(imageOf(7, 7, (x, y) => 2 * x - y));
    expect(plane.data[3 * 7 + 3]).toBe(0);
  });

  test('the local variance is that of the pixels around, at the border of those there are', () => {
    const variances = localVariance(wavy, 2);
    for (const [x, y] of [
      [0, 0],
      [11, 8],
      [22, 16],
      [1, 16],
    ] as const) {
      const around: number[] = [];
      for (let j = Math.max(0, y - 2); j <= Math.min(16, y + 2); j++) {
        for (let i = Math.max(0, x - 2); i <= Math.min(22, x + 2); i++)
          around.push(wavy.data[j * 23 + i] ?? 0);
      }
      const middle = around.reduce((sum, value) => sum + value, 0) / around.length;
      const expected =
        around.reduce((sum, value) => sum + (value - middle) ** 2, 0) / around.length;
      expect(variances.data[y * 23 + x]).toBeCloseTo(expected, 3);
    }
  });
});

describe('motions', () => {
  const points: Vector[] = [
    { x: 0, y: 0 },
    { x: 100, y: 10 },
    { x: 20, y: 90 },
    { x: 70, y: 55 },
  ];

  test('compose in the order inner, outer', () => {
    const inner = rotationAbout({ x: 10, y: 5 }, 30, { x: 3, y: -4 });
    const outer = { xx: 1.1, xy: 0.2, x0: -7, yx: -0.1, yy: 0.9, y0: 2 };
    const at = applyAffine(outer, applyAffine(inner, { x: 12, y: 34 }));
    const composed = applyAffine(composeAffine(outer, inner), { x: 12, y: 34 });
    expect(composed.x).toBeCloseTo(at.x, 10);
    expect(composed.y).toBeCloseTo(at.y, 10);
  });

  test('a rotation by 90 degrees turns right to down and keeps its centre', () => {
    const turn = rotationAbout({ x: 5, y: 5 }, 90, { x: 0, y: 0 });
    const centre = applyAffine(turn, { x: 5, y: 5 });
    expect(centre.x).toBeCloseTo(5, 12);
    expect(centre.y).toBeCloseTo(5, 12);
    const right = applyAffine(turn, { x: 6, y: 5 });
    expect(right.x).toBeCloseTo(5, 12);
    expect(right.y).toBeCloseTo(6, 12);
  });

  test.each([
    ['translation', { xx: 1, xy: 0, x0: 3.5, yx: 0, yy: 1, y0: -2 }],
    ['rigid', rotationAbout({ x: 30, y: 40 }, -3, { x: 1, y: 2 })],
    ['affine', { xx: 1.02, xy: 0.03, x0: 4, yx: -0.01, yy: 0.97, y0: 5 }],
  ] as const)('an exact %s is found again', (model, motion) => {
    const matches = points.map((from) => ({ from, to: applyAffine(motion, from), weight: 2 }));
    const found = fitMotion(matches, model);
    for (const key of ['xx', 'xy', 'x0', 'yx', 'yy', 'y0'] as const) {
      expect(found?.[key]).toBeCloseTo(motion[key], 8);
    }
  });

  test('matches without weight do not count, and too few are no motion', () => {
    const matches = points.map((from) => ({ from, to: from, weight: 0 }));
    expect(fitMotion(matches, 'translation')).toBe(undefined);
    const [one] = points.map((from) => ({ from, to: from, weight: 1 }));
    expect(fitMotion(one === undefined ? [] : [one], 'rigid')).toBe(undefined);
  });

  test('points on a line determine no affine motion', () => {
    const line = [0, 1, 2, 3].map((t) => ({
      from: { x: t, y: 2 * t },
      to: { x: t, y: t },
      weight: 1,
    }));
    expect(fitMotion(line, 'affine')).toBe(undefined);
  });
});

function mean({ data }: Image): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length;
}

function quadratic(x: number, y: number): number {
  return 3 + 2 * x - y + 0.5 * x * x + 0.25 * y * y;
}
