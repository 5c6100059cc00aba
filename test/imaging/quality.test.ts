import { expect, test } from 'vitest';
import { blankImage, type Image } from '../../rules/imaging/image.ts';
import { randomFrom } from '../../rules/imaging/random.ts';
import {
  cellCorrelations,
  focusEnergy,
  noiseOf,
  shrinkAll,
  signalOf,
} from '../../rules/imaging/quality.ts';
import { toUint16 } from '../../rules/imaging/samples.ts';

function stripes(period: number, width = 40): Image {
  const data = Float32Array.from(
    { length: width * width },
    (_, i) => 100 + 50 * Math.sin((2 * Math.PI * (i % width)) / period),
  );
  return { width, height: width, data };
}

test('focus is higher where detail is finer, and knows no brightness', () => {
  expect(focusEnergy(stripes(4))).toBeGreaterThan(5 * focusEnergy(stripes(10)));
  const bright = { ...stripes(4), data: stripes(4).data.map((value) => 7 * value) };
  expect(focusEnergy(bright)).toBeCloseTo(focusEnergy(stripes(4)), 5);
});

test('cells correlate one by one; empty, flat and cut-off ones are left out', () => {
  const image = stripes(5, 50);
  const other = { ...image, data: image.data.slice() };
  // One cell without data, one flat, one of opposite phase.
  for (let y = 0; y < 20; y++) {
    other.data.fill(0, y * 50, y * 50 + 20);
    other.data.fill(80, y * 50 + 20, y * 50 + 40);
  }
  for (let y = 20; y < 40; y++) {
    for (let x = 0; x < 20; x++) other.data[y * 50 + x] = 200 - (image.data[y * 50 + x] ?? 0);
  }
  const values = cellCorrelations(image, other, 20);
  expect(values).toHaveLength(2);
  // The upper two cells, and those cut off, are left out.
  expect(values.map(({ x, y, side }) => [x, y, side])).toEqual([
    [0, 20, 20],
    [20, 20, 20],
  ]);
  expect(values[0]?.correlation).toBeCloseTo(-1, 5);
  expect(values[1]?.correlation).toBeCloseTo(1, 5);
  expect(cellCorrelations(blankImage(9, 9), blankImage(9, 9), 4)).toEqual([]);
});

test.each([2, 5, 20])('noise of a standard deviation of %d is found beside structure', (sigma) => {
  const random = randomFrom(3, 'noise', sigma);
  const side = 200;
  // A slope, a step and a bright square: structure whose second differences are mostly 0.
  const data = Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    const step = x > 100 ? 300 : 0;
    const square = x > 20 && x < 60 && y > 20 && y < 60 ? 2000 : 0;
    return 500 + 2 * x + 3 * y + step + square + sigma * random.normal();
  });
  const found = noiseOf({ width: side, height: side, data });
  expect(Math.abs(found / sigma - 1)).toBeLessThan(0.05);
});

test('an image without noise has none, and one without data has no answer', () => {
  expect(noiseOf({ ...blankImage(9, 9), data: new Float32Array(81).fill(7) })).toBe(0);
  expect(noiseOf(blankImage(9, 9))).toBe(Number.NaN);
});

test('signal is the 99th percentile above the median, of what has data', () => {
  // 100 blank samples, then 1 … 1000: the 500th and the 990th.
  const data = Float32Array.from({ length: 1100 }, (_, i) => Math.max(0, i - 99));
  expect(signalOf({ width: 1100, height: 1, data })).toBe(990 - 501);
});

test('shrinking takes means, of cut-off blocks too', () => {
  const image = { width: 3, height: 2, data: Float32Array.from([1, 3, 5, 5, 7, 9]) };
  expect(shrinkAll(image, 2)).toEqual({ width: 2, height: 1, data: Float32Array.from([4, 7]) });
});

test('samples are rounded and limited, and those that were limited are counted', () => {
  const { samples, clipped } = toUint16(Float32Array.from([-3, 0.4, 0.6, 65535.4, 70000]));
  expect([...samples]).toEqual([0, 0, 1, 65535, 65535]);
  expect(clipped).toBe(1);
});
