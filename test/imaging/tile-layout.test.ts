import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Image } from '../../rules/imaging/image.ts';
import { fitStitchModel } from '../../rules/imaging/stitch-model.ts';
import { neighbourPairs, nominalPositions, type TileScan } from '../../rules/imaging/tile-grid.ts';
import { planTiles } from '../../rules/imaging/tile-layout.ts';
import { acquisition, distances, evenTiles, rms } from '../rigs/imaging-scene.ts';

const TILE = { width: 100, height: 40 };

describe('a scan', () => {
  test.each([
    [{ corner: 'upper-left', along: 'rows', order: 'snake' }, '00 01 02 12 11 10'],
    [{ corner: 'upper-left', along: 'rows', order: 'raster' }, '00 01 02 10 11 12'],
    [{ corner: 'upper-left', along: 'columns', order: 'snake' }, '00 10 11 01 02 12'],
    [{ corner: 'lower-left', along: 'rows', order: 'snake' }, '10 11 12 02 01 00'],
    [{ corner: 'upper-right', along: 'rows', order: 'raster' }, '02 01 00 12 11 10'],
    [{ corner: 'lower-right', along: 'columns', order: 'snake' }, '12 02 01 11 10 00'],
  ] satisfies [TileScan, string][])('%j takes the tiles of two rows as %s', (scan, way) => {
    const positions = nominalPositions({ rows: 2, columns: 3, overlap: 0.5, scan }, TILE);
    expect(positions.map(({ x, y }) => `${y / 20}${x / 50}`).join(' ')).toBe(way);
  });

  test('of any kind visits every place once, and a snake moves by one place', () => {
    fc.assert(
      fc.property(anyGrid(), (grid) => {
        const positions = nominalPositions({ ...grid, overlap: 0.5 }, TILE);
        const places = positions.map(({ x, y }) => ({ row: y / 20, column: x / 50 }));
        expect(new Set(places.map(({ row, column }) => `${row},${column}`)).size).toBe(
          grid.rows * grid.columns,
        );
        if (grid.scan.order === 'raster') return;
        for (const [i, { row, column }] of places.entries()) {
          const next = places[i + 1];
          if (next === undefined) break;
          expect(Math.abs(next.row - row) + Math.abs(next.column - column)).toBe(1);
        }
      }),
    );
  });
});

function anyGrid() {
  return fc.record({
    rows: fc.integer({ min: 1, max: 6 }),
    columns: fc.integer({ min: 1, max: 6 }),
    scan: fc.record({
      corner: fc.constantFrom(
        'upper-left' as const,
        'upper-right' as const,
        'lower-left' as const,
        'lower-right' as const,
      ),
      along: fc.constantFrom('rows' as const, 'columns' as const),
      order: fc.constantFrom('snake' as const, 'raster' as const),
    }),
  });
}

describe('stage positions', () => {
  test('of a grid have the neighbours of the grid, however it was scanned', () => {
    fc.assert(
      fc.property(anyGrid(), fc.double({ min: 0.05, max: 0.4, noNaN: true }), (shape, overlap) => {
        const grid = { ...shape, overlap };
        const positions = nominalPositions(grid, TILE);
        const plan = planTiles({ positions }, TILE);
        expect(plan.nominal).toBe(positions);
        expect(named(plan.pairs)).toEqual(named(neighbourPairs(grid)));
      }),
    );
  });

  test('that waver a little keep them: left before right, upper before lower', () => {
    const positions = [
      { x: 0, y: 3 },
      { x: 80, y: 0 },
      { x: 82, y: 31 },
      { x: -2, y: 29 },
    ];
    const plan = planTiles({ positions }, TILE);
    expect(named(plan.pairs)).toEqual(['0-1', '0-3', '1-2', '3-2']);
    // The overlaps are 20, 14, 9 and 16 pixels wide.
    expect(plan.feather).toBe(16);
  });

  test('far apart have no neighbours', () => {
    const positions = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 0, y: 400 },
    ];
    expect(planTiles({ positions }, TILE)).toEqual({ nominal: positions, pairs: [], feather: 0 });
  });

  test('place tiles of an odd shape to a quarter of a pixel', async () => {
    const made = acquisition({ grid: { rows: 2, columns: 3, overlap: 0.3 } });
    const { truth, tiles } = evenTiles(made);
    const nominal = nominalPositions(made.grid, { width: 128, height: 128 });
    // An L: the last tile of the second row was left out.
    const kept = [0, 1, 2, 3, 4];
    const chosen = kept.flatMap((i) => tiles[i] ?? []);
    const positions = kept.flatMap((i) => nominal[i] ?? []);
    const model = await fitStitchModel(chosen, { positions }, { reach: 12, minCorrelation: 0.3 });
    expect(model.isolated).toEqual([]);
    expect(model.edges).toHaveLength(5);
    expect(
      rms(
        distances(
          model.positions,
          kept.flatMap((i) => truth.corners[i] ?? []),
        ),
      ),
    ).toBeLessThan(0.25);
  });

  test('are needed for every tile', async () => {
    const blank: Image = { width: 8, height: 8, data: new Float32Array(64) };
    const settings = { reach: 2, minCorrelation: 0.3 };
    await expect(
      fitStitchModel([blank, blank], { positions: [{ x: 0, y: 0 }] }, settings),
    ).rejects.toThrow('2 tiles for 1 stage positions');
    await expect(fitStitchModel([], { positions: [] }, settings)).rejects.toThrow(
      'no tiles to stitch',
    );
  });
});

function named(pairs: readonly { readonly from: number; readonly to: number }[]): string[] {
  return pairs.map(({ from, to }) => `${from}-${to}`).toSorted();
}
