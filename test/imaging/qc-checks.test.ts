import { describe, expect, test } from 'vitest';
import type { Image } from '../../rules/imaging/image.ts';
import { measureLight, type PlaneLight } from '../../rules/imaging/plane-light.ts';
import { fileOfCycle } from '../../rules/qc/cycle-files.ts';
import { changeOf, deconNumbers, measureDecon } from '../../rules/qc/decon-checks.ts';
import { depthHistogram, measureEdf, type ProjectedChannel } from '../../rules/qc/edf-checks.ts';
import { type Gate, judge } from '../../rules/qc/gates.ts';
import { checkCycle, worstOf, worstStatus } from '../../rules/qc/report.ts';
import { measureStitch } from '../../rules/qc/stitch-checks.ts';

describe('a value against its gate', () => {
  test.each([
    [0.95, 'high', { warn: 0.9, fail: 0.5 }, 'pass'],
    [0.9, 'high', { warn: 0.9, fail: 0.5 }, 'pass'],
    [0.89, 'high', { warn: 0.9, fail: 0.5 }, 'warn'],
    [0.5, 'high', { warn: 0.9, fail: 0.5 }, 'warn'],
    [0.49, 'high', { warn: 0.9, fail: 0.5 }, 'fail'],
    [0.01, 'low', { warn: 0.02, fail: 0.05 }, 'pass'],
    [0.03, 'low', { warn: 0.02, fail: 0.05 }, 'warn'],
    [0.06, 'low', { warn: 0.02, fail: 0.05 }, 'fail'],
    [9, 'low', { warn: 0.02, fail: null }, 'warn'],
    [null, 'low', { warn: 0.02, fail: 0.05 }, 'fail'],
    [Number.NaN, 'high', { warn: 0.9, fail: null }, 'fail'],
  ] as const)('%f, %s is better: %j says %s', (value, better, gate, status) => {
    expect(judge(value, better, gate)).toBe(status);
  });
});

test('what was not measured is no pass, and what does not apply is no check', () => {
  const gate: Gate = { warn: 0.9, fail: 0.5 };
  const gates = { light: { warn: 0.02, fail: 0.05 }, signal_to_noise: gate, change: gate };
  const checks = checkCycle('decon', gates, { light: undefined });
  expect(checks).toEqual([
    {
      name: 'light',
      value: null,
      status: 'not measured',
      gate: gates.light,
      advice: 'The step did not write what this is measured on.',
    },
  ]);
  expect(worstStatus(['pass', 'not measured'])).toBe('not measured');
  expect(worstStatus(['not measured', 'warn', 'pass'])).toBe('warn');
  expect(worstStatus(['warn', 'fail', 'not measured'])).toBe('fail');
});

test('the worst of values is the lowest or the highest, and no value is worse than any', () => {
  const values = [3, 1, 2].map((value) => ({ value, where: `at ${value}` }));
  expect(worstOf(values, 'high')).toEqual({ value: 1, where: 'at 1' });
  expect(worstOf(values, 'low')).toEqual({ value: 3, where: 'at 3' });
  expect(worstOf([...values, { value: null, where: 'at 4' }], 'low')).toEqual({
    value: null,
    where: 'at 4',
  });
  expect(worstOf([], 'low')).toEqual({ value: null });
});

test('files are found by the number of their cycle', () => {
  const paths = ['a/cyc10.ome.tif', 'cyc2/edf/cyc1-depth.ome.tif', 'a/cyc002.json'];
  expect([1, 2, 10, 3, 0].map((cycle) => fileOfCycle(paths, cycle))).toEqual([
    paths[1],
    paths[2],
    paths[0],
    undefined,
    undefined,
  ]);
});

function tile(value: (x: number, y: number) => number): Image {
  const data = Float32Array.from({ length: 64 * 64 }, (_, i) => value(i % 64, Math.floor(i / 64)));
  return { width: 64, height: 64, data };
}

describe('light', () => {
  test('of a vignette that is taken out is flat, of one that is left in is not', () => {
    // From 1 at the left to 0.6 at the right: of eight steps, standard deviation over mean.
    const gain = tile((x) => 1 - 0.4 * (Math.floor(x / 8) / 7));
    const raw = tile((x, y) => 1000 * (gain.data[y * 64 + x] ?? 0));
    const even = tile(() => 1000);
    const steps = Array.from({ length: 8 }, (_, i) => 1 - (0.4 * i) / 7);
    const deviation = Math.sqrt(steps.reduce((sum, step) => sum + (step - 0.8) ** 2, 0) / 8);
    const light = measureLight({ raw: [raw], even: [even], gain, offset: 0 });
    expect(light.before.variation).toBeCloseTo(deviation / 0.8, 4);
    expect(light.after.variation).toBe(0);
    const planes = (after: PlaneLight['after']) => ({
      method: 'basic' as const,
      planes: [{ channel: 1, plane: 2, ...light, after }],
    });
    const flatness = (after: PlaneLight['after']) =>
      measureStitch(undefined, planes(after)).flatness;
    expect(flatness(light.after)).toEqual({ value: 0, where: 'channel 1, plane 2' });
    expect(flatness(light.before)?.value).toBe(1);
    // An even field that was made uneven: over 0.05, not over its own nothing.
    const worse = { channel: 1, plane: 1, ...light, before: { variation: 0, spread: 1 } };
    const made = { ...worse, after: { variation: 0.1, spread: 0.8 } };
    expect(measureStitch(undefined, { method: 'basic', planes: [made] }).flatness?.value).toBe(2);
  });

  test('of black planes is blank', () => {
    const black = measureLight({
      raw: [tile(() => 0), tile(() => 500)],
      even: [tile(() => 0)],
      gain: undefined,
      offset: 0,
    });
    const planes = [{ channel: 2, plane: 3, ...black }];
    expect(measureStitch(undefined, { method: 'none', planes })).toMatchObject({
      blank: { value: 0.5, where: 'channel 2, plane 3' },
    });
  });
});

test('deconvolution is judged by its light, and by signal over noise after and before', () => {
  const channels = [
    {
      name: 'DAPI',
      before: { total: 1000, signal: 90, noise: 3 },
      after: { total: 990, signal: 200, noise: 8 },
    },
    {
      name: 'CD3',
      before: { total: 400, signal: 50, noise: 2 },
      after: { total: 432, signal: 100, noise: 2 },
    },
  ];
  const { light, signal_to_noise, change } = measureDecon(channels, [0.2, 0.1]);
  expect(light).toEqual({ value: expect.closeTo(0.08, 9), where: 'channel CD3' });
  expect(signal_to_noise).toEqual({ value: expect.closeTo(25 / 30, 9), where: 'channel DAPI' });
  expect(change).toEqual({ value: 0.1, where: 'channel CD3' });
  expect(channels.map(deconNumbers)[0]).toEqual({
    channel: 'DAPI',
    lightRatio: 0.99,
    signalToNoiseBefore: 30,
    signalToNoiseAfter: 25,
    noisePowerBefore: 9,
    noisePowerAfter: 64,
  });
});

test('a step that hands on what it got has changed nothing', () => {
  const before: Image = { width: 2, height: 2, data: Float32Array.of(4, 2, 0, 4) };
  expect(changeOf(before, before)).toBe(0);
  // (|5 − 4| + |0 − 2| + 0 + |5 − 4|) / 10
  expect(changeOf(before, { ...before, data: Float32Array.of(5, 0, 0, 5) })).toBeCloseTo(0.4, 9);
  expect(judge(0, 'high', { warn: 0.002, fail: 0.0001 })).toBe('fail');
});

describe('depth of focus', () => {
  const dapi: ProjectedChannel = {
    name: 'DAPI',
    energies: [1, 2, 3, 8, 4, 2],
    projected: 9,
    histogram: [0.1, 0.1, 0.2, 0.3, 0.1, 0.2],
  };
  const dim: ProjectedChannel = { ...dapi, name: 'CD3', projected: 6 };

  test('is judged by the sharpest plane, its neighbours and the ends of the stack', () => {
    expect(measureEdf([dapi, dim], 0)).toEqual({
      sharpness: { value: 0.75, where: 'channel CD3' },
      // The median of six is the mean of 2 and 3.
      contrast: { value: 3.2, where: 'channel DAPI' },
      from_end: { value: 2, where: 'plane 4 of 6' },
      end_planes: { value: expect.closeTo(0.3, 9) },
    });
  });

  test('without a map of the depth is not measured where that is needed', () => {
    const found = measureEdf([{ ...dapi, histogram: undefined }], 0);
    expect('end_planes' in found && found.end_planes).toBe(undefined);
  });

  test('of few planes is sharpness alone', () => {
    expect(measureEdf([{ ...dapi, energies: [8, 2] }], 0)).toEqual({
      sharpness: { value: 9 / 8, where: 'channel DAPI' },
    });
  });

  test('has the share of pixels by plane', () => {
    expect(depthHistogram(Float32Array.from([1, 1, 3, 4]), 4)).toEqual([0.5, 0, 0.25, 0.25]);
  });
});
