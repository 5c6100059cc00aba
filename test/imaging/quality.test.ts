import { expect, test } from 'vitest';
import { blankImage, type Image } from '../../rules/imaging/image.ts';
import {
  cellCorrelations,
  focusEnergy,
  type Gate,
  judge,
  qualityReport,
} from '../../rules/imaging/quality.ts';
import { toUint16 } from '../../rules/imaging/samples.ts';

const HIGH: Gate = { better: 'high', warn: 0.9, fail: 0.5 };
const LOW: Gate = { better: 'low', warn: 0.02, fail: 0.05 };

test.each([
  [0.95, HIGH, 'pass'],
  [0.9, HIGH, 'pass'],
  [0.89, HIGH, 'warn'],
  [0.5, HIGH, 'warn'],
  [0.49, HIGH, 'fail'],
  [0.01, LOW, 'pass'],
  [0.03, LOW, 'warn'],
  [0.06, LOW, 'fail'],
  [null, LOW, 'fail'],
  [Number.NaN, HIGH, 'fail'],
] as const)('%f against $better is $status', (value, gate, status) => {
  expect(judge(value, gate)).toBe(status);
});

test('a report has the worst of its items, and what is broken fails whatever its value', () => {
  const report = qualityReport({ stage: 'stitch', metric: 'correlation', gate: HIGH }, [
    { name: 'cycle 1', value: 0.99 },
    { name: 'cycle 2', value: 0.95, isBroken: true, details: { isolatedTiles: [3] } },
  ]);
  expect(report).toEqual({
    stage: 'stitch',
    metric: 'correlation',
    gate: HIGH,
    value: 0.95,
    status: 'fail',
    items: [
      { name: 'cycle 1', value: 0.99, status: 'pass' },
      { name: 'cycle 2', value: 0.95, status: 'fail', details: { isolatedTiles: [3] } },
    ],
  });
});

test('what could not be measured has no value, and so has its report', () => {
  const report = qualityReport({ stage: 'decon', metric: 'flux', gate: LOW }, [
    { name: 'a', value: 0.01 },
    { name: 'b', value: Number.NaN },
  ]);
  expect([report.value, report.status]).toEqual([null, 'fail']);
});

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
  expect(values[0]).toBeCloseTo(-1, 5);
  expect(values[1]).toBeCloseTo(1, 5);
  expect(cellCorrelations(blankImage(9, 9), blankImage(9, 9), 4)).toEqual([]);
});

test('samples are rounded and limited, and those that were limited are counted', () => {
  const { samples, clipped } = toUint16(Float32Array.from([-3, 0.4, 0.6, 65535.4, 70000]));
  expect([...samples]).toEqual([0, 0, 1, 65535, 65535]);
  expect(clipped).toBe(1);
});
