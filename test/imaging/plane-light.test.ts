import { expect, test } from 'vitest';
import type { Image } from '../../rules/imaging/image.ts';
import { flatnessOf, measureLight } from '../../rules/imaging/plane-light.ts';

const SIDE = 64;

function imageOf(value: (x: number, y: number) => number): Image {
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    value(i % SIDE, Math.floor(i / SIDE)),
  );
  return { width: SIDE, height: SIDE, data };
}

test('evenness is the variation of the dark: of a staircase that of its steps', () => {
  // Eight steps of 100 … 107, and bright things on three fifths of the pixels, which are not dark.
  const tiles = [0, 1].map((shift) =>
    imageOf((x, y) => 100 + Math.floor(x / 8) + ((x + y + shift) % 5 > 1 ? 5000 : 0)),
  );
  // Of 0 … 7 the variance is (8² − 1) / 12.
  const deviation = Math.sqrt((8 ** 2 - 1) / 12);
  expect(flatnessOf(tiles, 0)).toEqual({
    variation: Math.round((1e5 * deviation) / 103.5) / 1e5,
    spread: Math.round((1e5 * 100) / 107) / 1e5,
  });
  // Without the camera's offset a vignette looks flatter than it is.
  expect(flatnessOf(tiles, 50).variation).toBeCloseTo(deviation / 53.5, 5);
});

test('what is dark all over has no evenness', () => {
  expect(flatnessOf([imageOf(() => 0)], 0)).toEqual({ variation: null, spread: null });
});

test('counts what is saturated and what is blank, by the range of the camera', () => {
  // 12 bits in a file of 16: 4013.1 and above is saturated.
  const raw = imageOf((x, y) => (y === 0 ? 0 : x === 0 ? 4095 : x === 1 ? 4014 : 4013));
  const light = measureLight({ raw: [raw], even: [raw], gain: undefined, offset: 0 });
  expect(light.blank).toBeCloseTo(1 / 64, 4);
  expect(light.saturated).toBeCloseTo((2 * 63) / SIDE ** 2, 5);
  expect(light.mean).toBeCloseTo((63 * (4095 + 4014 + 62 * 4013)) / SIDE ** 2, 1);
  expect(light.gain).toBe(null);
});

test('has the gain by blocks, and its extremes', () => {
  const gain = imageOf((x, y) => (x === 0 && y === 0 ? 0.5 : 1));
  const raw = imageOf(() => 200);
  const { gain: map } = measureLight({ raw: [raw], even: [raw], gain, offset: 0 });
  expect(map?.values).toHaveLength(32 * 32);
  // A block is four pixels.
  expect(map?.values.slice(0, 2)).toEqual([0.875, 1]);
  expect([map?.side, map?.least, map?.most]).toEqual([32, 0.5, 1]);
});
