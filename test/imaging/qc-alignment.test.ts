import { describe, expect, test } from 'vitest';
import { whiten } from '../../rules/imaging/correlation.ts';
import { cropImage, type Image, meanOf, type Rectangle } from '../../rules/imaging/image.ts';
import { compareOverlap } from '../../rules/imaging/match-tiles.ts';
import { cellCorrelations } from '../../rules/imaging/quality.ts';
import { matchBlocks } from '../../rules/imaging/register-images.ts';
import type { StitchModel } from '../../rules/imaging/stitch-model.ts';
import { judge } from '../../rules/qc/gates.ts';
import {
  coverageOf,
  measureRegistration,
  registrationNumbers,
  residualArrows,
} from '../../rules/qc/registration-checks.ts';
import { checkCycle } from '../../rules/qc/report.ts';
import { measureStitch } from '../../rules/qc/stitch-checks.ts';
import { acquisition, evenTiles } from '../rigs/imaging-scene.ts';

// A scene without seams, of which tiles are cut out at places that are known.
const MADE = acquisition({ grid: { rows: 1, columns: 1, overlap: 0.3 }, tileSize: 200, planes: 1 });
const [SCENE] = evenTiles(MADE, { plane: 0 }).tiles;
if (SCENE === undefined) throw new Error('no scene');
const scene: Image = SCENE;

/** Pearson's correlation and Σ|a − b| / Σ(a + b)/2, by the definitions. */
function byDefinition(a: Float32Array, b: Float32Array): [correlation: number, difference: number] {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [ab, aa, bb, apart, sum] = [0, 0, 0, 0, 0];
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    ab += (value - meanA) * (other - meanB);
    aa += (value - meanA) ** 2;
    bb += (other - meanB) ** 2;
    apart += Math.abs(value - other);
    sum += (value + other) / 2;
  }
  return [ab / Math.sqrt(aa * bb), apart / sum];
}

function part(x: number, y: number): Image {
  return cropImage(scene, { x, y, width: 180, height: 180 });
}

describe('seams', () => {
  const left = { x: 0, y: 0, width: 120, height: 200 };
  test.each([
    [0, 'pass', 'pass'],
    [1, 'pass', 'warn'],
    [3, 'warn', 'warn'],
  ] as const)(
    'of tiles that lie %d pixels off have the values of the definition',
    (off, ...seen) => {
      // The right tile begins at 80 and is said to begin at 80 + off.
      const right = { x: 80, y: 0, width: 120, height: 200 };
      const found = compareOverlap(cropImage(scene, left), cropImage(scene, right), {
        x: 80 + off,
        y: 0,
      });
      const width = 40 - off;
      const strip = (x: number): Rectangle => ({ x, y: 0, width, height: 200 });
      const [correlation, difference] = byDefinition(
        cropImage(scene, strip(80 + off)).data,
        cropImage(scene, strip(80)).data,
      );
      expect(found?.correlation).toBeCloseTo(correlation, 4);
      expect(found?.difference).toBeCloseTo(difference, 4);
      // What the gates are for: one pixel is seen in the difference, three in both.
      expect([
        judge(correlation, 'high', { warn: 0.9, fail: null }),
        judge(difference, 'low', { warn: 0.05, fail: null }),
      ]).toEqual(seen);
    },
  );

  test('report the worst one, and loose tiles by number', () => {
    const edge = { shift: null, correlation: 0, evidence: 0, isUsed: true, residual: 0 };
    const model: StitchModel = {
      canvas: { width: 10, height: 10 },
      tile: { width: 5, height: 5 },
      positions: [],
      edges: [
        { ...edge, from: 1, to: 2, placed: { correlation: 0.99, difference: 0.2 } },
        { ...edge, from: 2, to: 3, placed: { correlation: 0.7, difference: 0.1 } },
        { ...edge, from: 3, to: 4, placed: null },
      ],
      chance: 20,
      isolated: [4, 7],
    };
    expect(measureStitch(model, undefined)).toEqual({
      seam_correlation: { value: 0.7, where: 'tiles 2 and 3' },
      seam_difference: { value: 0.2, where: 'tiles 1 and 2' },
      isolated: { value: 2, where: 'tiles 4, 7' },
      flatness: undefined,
      saturated: undefined,
      blank: undefined,
    });
    const gates = {
      seam_correlation: { warn: 0.9, fail: 0.5 },
      seam_difference: { warn: 0.12, fail: 0.3 },
      isolated: { warn: 0, fail: 0 },
      flatness: { warn: 0.6, fail: 1 },
      saturated: { warn: 0.05, fail: 0.5 },
      blank: { warn: 0.1, fail: 0.5 },
    };
    const checks = checkCycle('stitch', gates, measureStitch(model, undefined));
    expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'seam_correlation warn',
      'seam_difference warn',
      'isolated fail',
      'flatness not measured',
      'saturated not measured',
      'blank not measured',
    ]);
  });

  test('of a single tile are no check', () => {
    const model: StitchModel = {
      canvas: { width: 5, height: 5 },
      tile: { width: 5, height: 5 },
      positions: [{ tile: 1, x: 0, y: 0 }],
      edges: [],
      chance: 0,
      isolated: [],
    };
    expect(Object.keys(measureStitch(model, { method: 'none', planes: [] }))).toEqual([
      'isolated',
      'saturated',
      'blank',
    ]);
  });
});

/** 64×40 pixels. */
function image(value: (x: number, y: number) => number): Image {
  const data = Float32Array.from({ length: 64 * 40 }, (_, i) => value(i % 64, Math.floor(i / 64)));
  return { width: 64, height: 40, data };
}

describe('registration', () => {
  const reference = part(8, 8);

  test.each([
    [0, 0],
    [1, 0],
    [-1, 1],
  ])('that is off by %d, %d pixels is said to be so', (dx, dy) => {
    // What lies at p in the reference lies at p − d in the moved image.
    const moved = part(8 + dx, 8 + dy);
    const look = {
      cells: cellCorrelations(reference, moved, 60),
      blocks: matchBlocks(whiten(reference), whiten(moved), 60),
      tolerance: 2,
      coverage: 0.75,
    };
    const found = measureRegistration(look);
    expect(found.displacement?.value).toBeCloseTo(Math.hypot(dx, dy), 1);
    expect(found.inliers?.value).toBeGreaterThan(0.95);
    const cells = look.cells.map(({ x, y, side }) => {
      const rectangle = { x, y, width: side, height: side };
      return byDefinition(
        cropImage(reference, rectangle).data,
        cropImage(moved, rectangle).data,
      )[0];
    });
    expect(look.cells).toHaveLength(9);
    expect(found.correlation_min?.value).toBeCloseTo(Math.min(...cells), 4);
    for (const { move } of residualArrows(look)) {
      expect(move.x).toBeCloseTo(-dx, 0);
      expect(move.y).toBeCloseTo(-dy, 0);
    }
  });

  test('counts cells and blocks, and what lies beyond the tolerance agrees with nothing', () => {
    const cell = { x: 0, y: 0, side: 10 };
    const correlations = [0.1, 0.5, 0.6, 0.8, 0.9];
    const look = {
      cells: correlations.map((correlation, i) => ({ ...cell, x: 10 * i, correlation })),
      blocks: [0.2, 0.4, 0.6, 9, undefined].map((move) => ({
        from: { x: 5, y: 5 },
        to: move === undefined ? undefined : { x: 5 + move, y: 5 },
        weight: 1,
      })),
      tolerance: 2,
      coverage: 0.75,
    };
    expect(measureRegistration(look)).toEqual({
      correlation_p5: { value: 0.1 },
      correlation_min: { value: 0.1, where: 'cell at x 0, y 0' },
      displacement: { value: expect.closeTo(0.4, 9) },
      inliers: { value: 0.6 },
      coverage: { value: 0.75 },
    });
    expect(registrationNumbers(look)).toMatchObject({
      cells: 5,
      correlation: { least: 0.1, p5: 0.1, p25: 0.5, median: 0.6 },
      shareBelow: { correlation: 0.7, share: 0.6 },
      blocks: 5,
    });
  });

  test('covers what it has data for, dark or not, of what the reference has', () => {
    // Twelve squares of 16 pixels, those of the last row cut; the first column of them is empty.
    const fixed = image((x) => (x < 16 ? 0 : 5));
    expect(coverageOf(fixed, fixed)).toBe(1);
    expect(
      coverageOf(
        fixed,
        image((x) => (x < 32 ? 7 : 0)),
      ),
    ).toBeCloseTo(1 / 3, 9);
    expect(
      coverageOf(
        fixed,
        image((x, y) => ((x + y) % 7 === 0 ? 1 : 0)),
      ),
    ).toBe(1);
    expect(
      coverageOf(
        fixed,
        image((_, y) => (y < 32 ? 1 : 0)),
      ),
    ).toBeCloseTo(2 / 3, 9);
  });

  test('without a cell or block in common has no value', () => {
    const found = measureRegistration({ cells: [], blocks: [], tolerance: 2, coverage: 0 });
    expect(judge(found.correlation_p5?.value ?? null, 'high', { warn: 0.7, fail: null })).toBe(
      'fail',
    );
    expect(judge(found.inliers?.value ?? null, 'high', { warn: 0.6, fail: 0.5 })).toBe('fail');
  });
});
