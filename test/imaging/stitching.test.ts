import { describe, expect, test } from 'vitest';
import { blendTiles, layOutMosaic } from '../../rules/imaging/blend-tiles.ts';
import { crossSpectrum, whiten } from '../../rules/imaging/correlation.ts';
import { refinePeak } from '../../rules/imaging/correlation-peak.ts';
import { blankImage, type Image, quantileOf, type Vector } from '../../rules/imaging/image.ts';
import { compareOverlap, matchTiles } from '../../rules/imaging/match-tiles.ts';
import { placeTiles } from '../../rules/imaging/place-tiles.ts';
import { fitStitchModel } from '../../rules/imaging/stitch-model.ts';
import { addBlobs } from '../../rules/imaging/synthetic-scene.ts';
import { neighbourPairs, nominalPositions } from '../../rules/imaging/tile-grid.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import { HAS_REAL_DATA, realFile, realJson } from '../rigs/imaging-data.ts';
import { acquisition, distances, evenTiles, rms } from '../rigs/imaging-scene.ts';

describe('the grid of tiles', () => {
  const grid = { rows: 2, columns: 3, overlap: 0.25 };

  test('lies in snake order', () => {
    expect(nominalPositions(grid, { width: 100, height: 40 })).toEqual([
      { x: 0, y: 0 },
      { x: 75, y: 0 },
      { x: 150, y: 0 },
      { x: 150, y: 30 },
      { x: 75, y: 30 },
      { x: 0, y: 30 },
    ]);
  });

  test('has neighbours side by side and one above the other', () => {
    const pairs = neighbourPairs(grid).map(({ from, to }) => `${from}-${to}`);
    expect(pairs.toSorted()).toEqual(['0-1', '0-5', '1-2', '1-4', '2-3', '4-3', '5-4']);
  });
});

describe('a shift below a pixel', () => {
  test.each([
    { x: 0.3, y: -0.2 },
    { x: -0.45, y: 0.05 },
    { x: 0, y: 0.5 },
  ])('of $x, $y is found to a hundredth', (shift) => {
    const spectrum = crossSpectrum(whiten(spots(shift)), whiten(spots({ x: 0, y: 0 })), {
      x: 2,
      y: 2,
    });
    const found = refinePeak(spectrum, { x: Math.round(shift.x), y: Math.round(shift.y) });
    expect(found?.x).toBeCloseTo(shift.x, 2);
    expect(found?.y).toBeCloseTo(shift.y, 2);
  });

  test('is none where there is nothing to correlate', () => {
    const flat = blankImage(16, 16);
    expect(refinePeak(crossSpectrum(flat, flat, { x: 2, y: 2 }), { x: 0, y: 0 })).toBe(undefined);
  });
});

function spots(shift: Vector): Image {
  const image = blankImage(48, 40);
  const places = [
    [10, 9],
    [30, 12],
    [22, 28],
    [37, 30],
    [8, 31],
  ] as const;
  const blobs = places.map(([x, y]) => ({
    x: x + shift.x,
    y: y + shift.y,
    z: 0,
    sigma: 1.5,
    photons: 5000,
  }));
  addBlobs(image, blobs, { z: 0, inFocus: 0.5, perPlane: 0 });
  return { ...image, data: image.data.map((value) => value + 10) };
}

describe.each([
  { side: 128, overlap: 0.3, jitter: 2 },
  { side: 256, overlap: 0.3, jitter: 4 },
  { side: 256, overlap: 0.15, jitter: 6 },
])(
  '3×3 tiles of $side² with $overlap overlap and jitter $jitter',
  async ({ side, overlap, jitter }) => {
    const made = acquisition({
      grid: { rows: 3, columns: 3, overlap },
      tileSize: side,
      jitter,
    });
    const { truth, tiles } = evenTiles(made);
    const model = await fitStitchModel(tiles, made.grid, {
      reach: 4 * jitter + 4,
      minCorrelation: 0.3,
    });

    test('are placed within a quarter of a pixel', () => {
      expect(rms(distances(model.positions, truth.corners))).toBeLessThan(0.25);
    });

    test('have all their edges believed or reported', () => {
      expect(model.edges).toHaveLength(12);
      expect(model.isolated).toEqual([]);
      for (const edge of model.edges.filter(({ isUsed }) => isUsed)) {
        expect(Math.abs(edge.residual)).toBeLessThan(1);
      }
    });

    test('agree where they overlap', () => {
      const correlations = model.edges.map(({ placed }) => placed?.correlation ?? 0);
      const differences = model.edges.map(({ placed }) => placed?.difference ?? 1);
      expect(Math.min(...correlations)).toBeGreaterThan(0.9);
      expect(Math.max(...differences)).toBeLessThan(0.12);
    });
  },
);

describe('placement', () => {
  const nominal = nominalPositions(
    { rows: 3, columns: 3, overlap: 0.2 },
    { width: 100, height: 100 },
  );
  const truth = nominal.map(({ x, y }, i) => ({
    x: x + 3 * Math.sin(5 * i),
    y: y + 2 * Math.cos(3 * i),
  }));
  const edges = neighbourPairs({ rows: 3, columns: 3, overlap: 0.2 }).map(({ from, to }) => {
    const [a, b] = [truth[from] ?? { x: 0, y: 0 }, truth[to] ?? { x: 0, y: 0 }];
    return { from, to, shift: { x: b.x - a.x, y: b.y - a.y }, weight: 1 };
  });

  test('leaves out an edge that contradicts the others, however trusted', () => {
    const bad = edges.map((edge, i) =>
      i === 5 ? { ...edge, shift: { x: edge.shift.x + 24, y: edge.shift.y - 9 } } : edge,
    );
    const placement = placeTiles(nominal, bad, { tolerance: 2 });
    expect(placement.isUsed.map((isUsed, i) => (isUsed ? [] : [i])).flat()).toEqual([5]);
    expect(rms(distances(placement.positions, truth))).toBeLessThan(0.01);
    expect(placement.isolated).toEqual([]);
  });

  test('keeps a tile without believed edges at its nominal place and reports it', () => {
    const loose = edges.map((edge) =>
      edge.from === 4 || edge.to === 4 ? { ...edge, weight: 0 } : edge,
    );
    const placement = placeTiles(nominal, loose, { tolerance: 2 });
    expect(placement.isolated).toEqual([4]);
    expect(placement.positions[4]).toEqual(nominal[4]);
  });

  test('of a large grid agrees with all edges', () => {
    const grid = { rows: 20, columns: 25, overlap: 0.1 };
    const planned = nominalPositions(grid, { width: 100, height: 100 });
    const real = planned.map(({ x, y }, i) => ({
      x: x + 5 * Math.sin(i * i),
      y: y + 5 * Math.cos(i * i),
    }));
    const all = neighbourPairs(grid).map(({ from, to }) => {
      const [a, b] = [real[from] ?? { x: 0, y: 0 }, real[to] ?? { x: 0, y: 0 }];
      return { from, to, shift: { x: b.x - a.x, y: b.y - a.y }, weight: 0.8 };
    });
    const placement = placeTiles(planned, all, { tolerance: 2 });
    expect(rms(distances(placement.positions, real))).toBeLessThan(0.02);
  });
});

describe('a mosaic', () => {
  test('is as large as its tiles need, and empty where there are none', () => {
    const layout = layOutMosaic(
      [
        { x: -3.5, y: 2 },
        { x: 4, y: 0 },
      ],
      { width: 6, height: 5 },
    );
    expect(layout).toEqual({
      width: 14,
      height: 7,
      corners: [
        { x: 0.5, y: 2 },
        { x: 8, y: 0 },
      ],
    });
    const tile: Image = { width: 6, height: 5, data: new Float32Array(30).fill(7) };
    const mosaic = blendTiles([tile, tile], layout, 2);
    const at = (x: number, y: number): number => mosaic.data[y * 14 + x] ?? Number.NaN;
    expect([at(0, 0), at(7, 3), at(13, 6)]).toEqual([0, 0, 0]);
    expect(at(3, 4)).toBeCloseTo(7, 5);
    expect(at(9, 1)).toBeCloseTo(7, 5);
  });

  test('of tiles of one smooth scene is the scene', () => {
    const corners = [
      { x: 0.25, y: 0.6 },
      { x: 21.7, y: 1.35 },
    ];
    const tiles = corners.map((corner) => {
      const data = Float32Array.from({ length: 30 * 30 }, (_, i) =>
        smoothScene((i % 30) + corner.x, Math.floor(i / 30) + corner.y),
      );
      return { width: 30, height: 30, data };
    });
    const mosaic = blendTiles(tiles, layOutMosaic(corners, { width: 30, height: 30 }), 8);
    let worst = 0;
    for (let y = 3; y < 28; y++) {
      for (let x = 2; x < 49; x++) {
        worst = Math.max(
          worst,
          Math.abs((mosaic.data[y * mosaic.width + x] ?? 0) - smoothScene(x, y)),
        );
      }
    }
    expect(worst).toBeLessThan(0.02);
  });
});

test('tiles that have nothing in common are not matched', () => {
  const tile = { image: spots({ x: 0, y: 0 }), whitened: whiten(spots({ x: 0, y: 0 })) };
  expect(matchTiles(tile, tile, { nominal: { x: 500, y: 0 }, reach: 5 })).toBe(undefined);
  expect(compareOverlap(tile.image, tile.image, { x: 500, y: 0 })).toBe(undefined);
});

test('as many tiles as the grid has places are needed', async () => {
  const grid = { rows: 2, columns: 2, overlap: 0.3 };
  await expect(
    fitStitchModel([blankImage(8, 8)], grid, { reach: 2, minCorrelation: 0.3 }),
  ).rejects.toThrow('1 tiles for a grid of 2×2');
});

describe.skipIf(!HAS_REAL_DATA)('tonsil tiles (skipped without ../shared/data)', () => {
  test.each([1, 2])('of cycle %i are placed as they were cut', async (cycle) => {
    const truth = realJson<Truth>('stitching/stitching_truth.json');
    const file = await openTiff(realFile(`stitching/cycif-tonsil-cycle${cycle}.ome.tif`));
    const places = truth.tiles[`cycle${cycle}`] ?? [];
    const tiles: { image: Image; whitened: Image }[] = [];
    for (const { series } of places) {
      const image = await file.readImage(4 * series);
      tiles.push({ image, whitened: whiten(image) });
    }
    await file.close();
    const edges = (truth.neighbour_pairs[`cycle${cycle}`] ?? []).map((pair) => {
      const [a, b] = [tiles[pair.a], tiles[pair.b]];
      if (a === undefined || b === undefined) throw new Error('no such tile');
      const match = matchTiles(a, b, { nominal: vector(pair.nominal_offset_yx), reach: 10 });
      if (match === undefined) throw new Error('no match');
      return { from: pair.a, to: pair.b, shift: match.shift, weight: match.correlation };
    });
    const correlations = edges.map(({ weight }) => weight);
    expect(quantileOf(correlations, 0.5)).toBeGreaterThanOrEqual(0.97);
    expect(Math.min(...correlations)).toBeGreaterThanOrEqual(0.93);
    const nominal = places.map((place) => vector(place.nominal_yx));
    const { positions } = placeTiles(nominal, edges, { tolerance: 2 });
    const errors = distances(
      positions,
      places.map((place) => vector(place.true_yx)),
    );
    expect(rms(errors)).toBeLessThan(0.25);
    expect(Math.max(...errors)).toBeLessThan(1);
  });
});

interface Truth {
  readonly tiles: Readonly<
    Record<string, readonly { series: number; nominal_yx: number[]; true_yx: number[] }[]>
  >;
  readonly neighbour_pairs: Readonly<
    Record<string, readonly { a: number; b: number; nominal_offset_yx: number[] }[]>
  >;
}

function vector([y = 0, x = 0]: readonly number[]): Vector {
  return { x, y };
}

function smoothScene(x: number, y: number): number {
  return 50 + 10 * Math.sin(x / 9) + 8 * Math.cos(y / 7);
}
