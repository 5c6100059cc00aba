import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossSpectrum, whiten } from '../../rules/imaging/correlation.ts';
import { refinePeak } from '../../rules/imaging/correlation-peak.ts';
import { cropImage, type Image, type Vector } from '../../rules/imaging/image.ts';
import { openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { openImage } from '../../rules/imaging/open-image.ts';
import type { StitchModel } from '../../rules/imaging/stitch-model.ts';
import type { QcReport } from '../../rules/qc/report.ts';
import { readJson } from '../../rules/steps/json-file.ts';
import { HAS_REAL_DATA, realFile, realJson } from '../rigs/imaging-data.ts';

// Two real cycles from the raw files to one registered image, as a user runs them.

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-tonsil-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Of all cycles and checks of a report. */
function statusesOf(stage: string): string[] {
  return readJson<QcReport>(join(folder, `tonsil/qc/${stage}.json`)).cycles.flatMap(
    ({ cycle, checks }) => checks.map(({ name, status }) => `${cycle} ${name} ${status}`),
  );
}

function flow(...args: readonly string[]): { status: number | null; stderr: string } {
  const raw = realFile('stitching/cycif-tonsil-cycle{cycle}.ome.tif');
  const config = join(root, 'workflows/kintsugi/tonsil.yaml');
  const given = ['--configfile', config, '--config', `raw.ome=${raw}`];
  const program = [join(root, 'dist/flow.cjs'), ...args, ...given];
  return spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' });
}

describe.skipIf(!HAS_REAL_DATA)('the real run (skipped without ../shared/data)', () => {
  test('stitches and registers without the steps that a single plane has no use for', () => {
    const { status, stderr } = flow('run', 'all');
    expect(status, stderr).toBe(0);
    const done = [...stderr.matchAll(/^done {2}(?<label>\S+(?: cycle=\d)?) in /gmu)];
    expect(done.map((match) => String(match.groups?.['label'])).toSorted()).toEqual([
      'qc_registration',
      'qc_stitch',
      'registration',
      'stitch cycle=1',
      'stitch cycle=2',
    ]);
  });

  test('has nothing to do the second time', () => {
    expect(flow('run', 'all').stderr).toMatch(/^nothing to do: \d+ jobs up to date\n$/u);
  });

  test('places the tiles of both cycles as they were cut', () => {
    for (const cycle of [1, 2]) {
      const off = offsetsOf(cycle);
      const mean = meanOf(off);
      const errors = off.map(({ x, y }) => Math.hypot(x - mean.x, y - mean.y));
      expect(Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / 9)).toBeLessThan(0.25);
      expect(Math.max(...errors)).toBeLessThan(1);
      const { edges, isolated } = modelOf(cycle);
      expect(isolated).toEqual([]);
      const correlations = edges.map(({ placed }) => placed?.correlation ?? 0);
      expect(Math.min(...correlations)).toBeGreaterThanOrEqual(0.93);
      expect(correlations.toSorted((a, b) => a - b)[6]).toBeGreaterThanOrEqual(0.97);
    }
  });

  test('finds the shift between the cycles to a quarter of a pixel', () => {
    const { affine } = motionOf(2);
    const [[, , y = 0] = [], [, , x = 0] = []] = affine;
    // From pixels of the mosaics, each with an origin of its own, to those of the camera.
    const [first, second] = [meanOf(offsetsOf(1)), meanOf(offsetsOf(2))];
    const shift = { y: -(y + first.y - second.y), x: -(x + first.x - second.x) };
    expect(Math.abs(shift.y - 2.62)).toBeLessThan(0.25);
    expect(Math.abs(shift.x - 1.02)).toBeLessThan(0.25);
  });

  test('ends in one image of eight channels that lie on one another', async () => {
    const image = await openOmeTiff(join(folder, 'tonsil/registered/registered.ome.tif'));
    const { channels, pixelUm } = image;
    expect([channels[0], channels[6], channels.length, pixelUm]).toEqual([
      'cycle 1 DNA 1',
      'cycle 2 Pan-cytokeratin',
      8,
      0.65,
    ]);
    const reference = middleOf(await image.readPlane(0, 0));
    const moved = middleOf(await image.readPlane(4, 0));
    await image.close();
    expect(pearson(reference.data, moved.data)).toBeGreaterThanOrEqual(0.93);
  });

  test('passes QC, with every check that applies', () => {
    const stitched = ['seam_correlation', 'seam_difference', 'isolated', 'saturated', 'blank'];
    expect(statusesOf('stitch')).toEqual(
      [1, 2].flatMap((cycle) => stitched.map((name) => `${cycle} ${name} pass`)),
    );
    const registered = ['correlation_p5', 'correlation_min', 'displacement', 'inliers', 'coverage'];
    expect(statusesOf('registration')).toEqual(registered.map((name) => `2 ${name} pass`));
  });

  test('ends in the same pixels as OME-Zarr, if that is asked for', async () => {
    const { status, stderr } = flow('run', 'all', '--config', 'output_format=zarr');
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain('start stitch');
    const zarr = await openImage(join(folder, 'tonsil/registered/registered.ome.zarr'));
    const tiff = await openImage(join(folder, 'tonsil/registered/registered.ome.tif'));
    expect([zarr.channels, zarr.pixelUm]).toEqual([tiff.channels, tiff.pixelUm]);
    for (const page of tiff.channels.keys()) {
      const [a, b] = [await zarr.readPlane(page, 0), await tiff.readPlane(page, 0)];
      expect(Buffer.from(a.data.buffer).equals(Buffer.from(b.data.buffer))).toBe(true);
    }
    await tiff.close();
    const again = flow('run', 'all', '--config', 'output_format=zarr');
    expect(again.stderr).toMatch(/^nothing to do: \d+ jobs up to date\n$/u);
  });

  test('moves the other channels of the cycle by the same', async () => {
    const [[, , y = 0] = [], [, , x = 0] = []] = motionOf(2).affine;
    const before = await openOmeTiff(join(folder, 'tonsil/stitched/cyc2.ome.tif'));
    const after = await openOmeTiff(join(folder, 'tonsil/registered/registered.ome.tif'));
    for (const channel of [1, 2, 3]) {
      const from = middleOf(await before.readPlane(channel, 0));
      const to = middleOf(await after.readPlane(4 + channel, 0));
      const spectrum = crossSpectrum(whiten(from), whiten(to), { x: 8, y: 8 });
      const shift = refinePeak(spectrum, { x: Math.round(x), y: Math.round(y) });
      expect(Math.abs((shift?.x ?? 0) - x)).toBeLessThan(0.1);
      expect(Math.abs((shift?.y ?? 0) - y)).toBeLessThan(0.1);
    }
    await before.close();
    await after.close();
  });
});

function modelOf(cycle: number): StitchModel {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step writes this shape
  return JSON.parse(
    readFileSync(join(folder, `tonsil/stitched/cyc${cycle}.json`), 'utf8'),
  ) as StitchModel;
}

/** Placed less true corner by tile: all the same where the placement is right. */
function offsetsOf(cycle: number): Vector[] {
  const truth = realJson<{ tiles: Record<string, { true_yx: number[] }[]> }>(
    'stitching/stitching_truth.json',
  );
  const corners = truth.tiles[`cycle${cycle}`] ?? [];
  return modelOf(cycle).positions.map(({ x, y }, i) => {
    const [trueY = 0, trueX = 0] = corners[i]?.true_yx ?? [];
    return { x: x - trueX, y: y - trueY };
  });
}

function meanOf(vectors: readonly Vector[]): Vector {
  const mean = (axis: 'x' | 'y'): number =>
    vectors.reduce((sum, at) => sum + at[axis], 0) / vectors.length;
  return { x: mean('x'), y: mean('y') };
}

interface Motion {
  readonly affine: readonly (readonly number[])[];
}

/** Takes a place in the reference to the one in the cycle; rows y and x. */
function motionOf(cycle: number): Motion {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step writes this shape
  const { cycles } = JSON.parse(
    readFileSync(join(folder, 'tonsil/registered/transforms.json'), 'utf8'),
  ) as { cycles: { cycle: number; transform: Motion }[] };
  const found = cycles.find((entry) => entry.cycle === cycle)?.transform;
  if (found === undefined) throw new Error(`cycle ${cycle} has no transform`);
  return found;
}

/** The part that all tiles of both cycles cover. */
function middleOf(image: Image): Image {
  return cropImage(image, { x: 20, y: 20, width: 540, height: 420 });
}

function pearson(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [averageOf(a), averageOf(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [da, db] = [value - meanA, (b[i] ?? 0) - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return ab / Math.sqrt(aa * bb);
}

function averageOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
