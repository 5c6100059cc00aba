import { describe, expect, test } from 'vitest';
import { blendTiles, layOutMosaic } from '../../rules/imaging/blend-tiles.ts';
import { registerImages } from '../../rules/imaging/register-images.ts';
import { fitStitchModel } from '../../rules/imaging/stitch-model.ts';
import { acquisition, distances, evenTiles, rms } from '../rigs/imaging-scene.ts';

test('tiles in a tenth of the light are still placed, within half a pixel', async () => {
  const made = acquisition({ grid: { rows: 3, columns: 3, overlap: 0.3 }, photons: 600 });
  const { truth, tiles } = evenTiles(made);
  const model = await fitStitchModel(tiles, made.grid, { reach: 12, minCorrelation: 0.1 });
  expect(model.isolated).toEqual([]);
  expect(rms(distances(model.positions, truth.corners))).toBeLessThan(0.5);
});

describe('a model of tiles of which one is wrong', () => {
  const made = acquisition({ grid: { rows: 3, columns: 3, overlap: 0.2 }, jitter: 3 });
  const { truth, tiles } = evenTiles(made);
  const settings = { reach: 16, minCorrelation: 0.3 };

  test('reports a tile that shows something else, and places the others', async () => {
    const elsewhere = evenTiles({ ...made, seed: 99 }).tiles;
    const mixed = tiles.map((tile, i) => (i === 4 ? (elsewhere[4] ?? tile) : tile));
    const model = await fitStitchModel(mixed, made.grid, settings);
    expect(model.isolated).toEqual([5]);
    const loose = model.edges.filter(({ from, to }) => from === 5 || to === 5);
    expect(loose.map(({ isUsed }) => isUsed)).toEqual([false, false, false, false]);
    const others = [...tiles.keys()].filter((i) => i !== 4);
    const errors = distances(
      others.map((i) => model.positions[i] ?? { x: 0, y: 0 }),
      others.map((i) => truth.corners[i] ?? { x: 0, y: 0 }),
    );
    expect(rms(errors)).toBeLessThan(0.25);
  });

  test('leaves out an edge that looks right and contradicts the others', async () => {
    // The left of tile 5 shows what the right of tile 6 beside it shows, 12 pixels further down.
    const [beside, middle] = [tiles[5], tiles[4]];
    if (beside === undefined || middle === undefined) throw new Error('no tiles');
    const left = Math.round((truth.corners[4]?.x ?? 0) - (truth.corners[5]?.x ?? 0));
    const data = middle.data.slice();
    for (let y = 12; y < 128; y++) {
      data.set(beside.data.subarray((y - 12) * 128 + left, (y - 11) * 128), y * 128);
    }
    const mixed = tiles.map((tile, i) => (i === 4 ? { ...middle, data } : tile));
    const model = await fitStitchModel(mixed, made.grid, settings);
    const wrong = model.edges.find(({ from, to }) => from === 6 && to === 5);
    expect(wrong?.correlation).toBeGreaterThan(0.9);
    expect(wrong?.evidence).toBeGreaterThan(2 * model.chance);
    expect(wrong?.residual).toBeGreaterThan(4);
    expect(model.edges.filter(({ isUsed }) => !isUsed)).toEqual([wrong]);
    expect(model.isolated).toEqual([]);
    expect(rms(distances(model.positions, truth.corners))).toBeLessThan(0.25);
  });
});

test('mosaics of tiles at whole pixels register worse than at their fractions', () => {
  const made = acquisition({ grid: { rows: 3, columns: 3, overlap: 0.2 }, shift: 0, rotation: 0 });
  const residual = (place: (value: number) => number): number => {
    const [reference, moving] = [1, 2].map((cycle) => {
      const { truth, tiles } = evenTiles(made, { cycle });
      const places = truth.corners.map(({ x, y }) => ({ x: place(x), y: place(y) }));
      return blendTiles(tiles, layOutMosaic(places, { width: 128, height: 128 }), 26);
    });
    if (reference === undefined || moving === undefined) throw new Error('no mosaics');
    const settings = { model: 'affine', block: 64, minPeak: 0.1, minInliers: 0.5 } as const;
    return registerImages(reference, moving, { ...settings, tolerance: 2 }).residual;
  };
  const withFractions = residual((value) => value);
  expect(withFractions).toBeLessThan(0.1);
  expect(residual(Math.round)).toBeGreaterThan(2 * withFractions);
});
