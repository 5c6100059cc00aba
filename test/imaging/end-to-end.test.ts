import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Affine, applyAffine } from '../../rules/imaging/affine.ts';
import { quantileOf } from '../../rules/imaging/image.ts';
import { openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import type { StitchModel } from '../../rules/imaging/stitch-model.ts';
import type { CycleTruth } from '../../rules/imaging/synthetic-tiles.ts';
import { readJson } from '../../rules/steps/json-file.ts';
import registration from '../../rules/steps/registration.ts';
import { registrationParams } from '../../workflows/kintsugi/params.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { demoConfig, type DemoRun, runDemo, runQc } from '../rigs/imaging-demo.ts';
import { scriptJob } from '../rigs/imaging-job.ts';
import { rms } from '../rigs/imaging-scene.ts';

// The steps of the demo, called one after the other: does a nucleus of one cycle come to lie on
// the same nucleus of the other? The generator says where each of them was in every raw tile.

describe('the demo from raw tiles to registered images', () => {
  let run: DemoRun;

  beforeAll(async () => {
    run = await runDemo(temporaryFolder(), demoConfig());
  }, 120_000);

  test('brings nuclei of cycle 2 onto those of cycle 1, within a quarter of a pixel', () => {
    const errors = targetErrors(run, 2);
    expect(errors.length).toBeGreaterThan(80);
    expect(rms(errors)).toBeLessThan(0.25);
    expect(Math.max(...errors)).toBeLessThan(0.5);
  });

  test('needs to: without registration they are pixels apart', () => {
    const { truths } = run;
    const motion = truths.get(2)?.motion;
    const apart = (truths.get(1)?.nuclei ?? []).map((nucleus) => {
      const at = motion === undefined ? nucleus : applyAffine(motion, nucleus);
      return Math.hypot(at.x - nucleus.x, at.y - nucleus.y);
    });
    expect(quantileOf(apart, 0.5)).toBeGreaterThan(2);
  });

  test('places tiles within a quarter of a pixel', () => {
    for (const cycle of [1, 2]) {
      const { positions } = readJson<StitchModel>(join(run.folder, `stitched/cyc${cycle}.json`));
      const { corners } = truthOf(run, cycle);
      const off = positions.map(
        ({ x, y }, i) => [x - (corners[i]?.x ?? 0), y - (corners[i]?.y ?? 0)] as const,
      );
      const [meanX, meanY] = [0, 1].map(
        (axis) => off.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / off.length,
      );
      expect(rms(off.map(([x, y]) => Math.hypot(x - (meanX ?? 0), y - (meanY ?? 0))))).toBeLessThan(
        0.25,
      );
    }
  });

  test('writes all channels of all cycles, with their names and sizes', async () => {
    const file = await openOmeTiff(join(run.folder, 'registered/registered.ome.tif'));
    expect(file.channels).toEqual(['cycle 1 DAPI', 'cycle 1 CD3', 'cycle 2 DAPI', 'cycle 2 CD8']);
    expect([file.planes, file.pixelUm]).toEqual([1, 0.377]);
    const reference = await openOmeTiff(join(run.folder, 'edf/cyc1.ome.tif'));
    expect([file.width, file.height]).toEqual([reference.width, reference.height]);
    await reference.close();
    await file.close();
  });

  test('passes its quality gates', async () => {
    const reports = await runQc(run);
    const statuses = reports.map(({ stage, cycles }) => [
      stage,
      cycles.map(({ cycle, checks }) => [
        cycle,
        ...checks.map(({ name, status }) => `${name} ${status}`),
      ]),
    ]);
    const seams = ['seam_correlation', 'seam_difference', 'isolated'];
    const light = ['flatness', 'saturated', 'blank'];
    expect(statuses).toEqual([
      ['stitch', [1, 2].map((cycle) => [cycle, ...passed(...seams, ...light)])],
      ['decon', [1, 2].map((cycle) => [cycle, ...passed('light', 'signal_to_noise', 'change')])],
      // Of three planes only the sharpness of the projection is judged.
      ['edf', [1, 2].map((cycle) => [cycle, ...passed('sharpness')])],
      [
        'registration',
        [
          [
            2,
            ...passed('correlation_p5', 'correlation_min', 'displacement', 'inliers', 'coverage'),
          ],
        ],
      ],
    ]);
  });

  test('fails, and writes no image, where a cycle shows another scene', async () => {
    const { folder, config } = run;
    const images = [join(folder, 'edf/cyc1.ome.tif'), join(folder, 'edf/cyc2.ome.tif')];
    const output = { image: join(folder, 'none.ome.tif'), transforms: join(folder, 'none.json') };
    const params = { ...registrationParams(config), referenceChannel: 1 };
    await expect(registration(scriptJob({ input: { images }, output, params }))).rejects.toThrow(
      /cycle 2 could not be registered: /,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });
});

test('the same config gives the same bytes', async () => {
  const config = demoConfig();
  const quick = { ...config, n_zplanes: 2, decon: { ...config.decon, iterations: 1 } };
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await runDemo(first, quick);
  await runDemo(second, quick);
  const digests = digestsOf(first);
  expect(digests.length).toBeGreaterThan(40);
  expect(digestsOf(second)).toEqual(digests);
}, 120_000);

function passed(...names: string[]): string[] {
  return names.map((name) => `${name} pass`);
}

function digestsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map(
      (path) =>
        `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${path.slice(folder.length)}`,
    );
}

function truthOf({ truths }: DemoRun, cycle: number): CycleTruth {
  const truth = truths.get(cycle);
  if (truth === undefined) throw new Error(`no cycle ${cycle}`);
  return truth;
}

/** How far each nucleus of the overlap ends from itself in the reference. */
function targetErrors(run: DemoRun, cycle: number): number[] {
  const { cycles } = readJson<Transforms>(join(run.folder, 'registered/transforms.json'));
  const [[yy, yx, y0], [xy, xx, x0]] = cycles[cycle - 1]?.transform.affine ?? [
    [1, 0, 0],
    [0, 1, 0],
  ];
  const found: Affine = { xx, xy, x0, yx, yy, y0 };
  const [reference, moving] = [truthOf(run, 1), truthOf(run, cycle)];
  return reference.nuclei.flatMap((nucleus) => {
    const inReference = onCanvas(run, reference, nucleus);
    const inMoving = onCanvas(run, moving, applyAffine(moving.motion, nucleus));
    if (inReference === undefined || inMoving === undefined) return [];
    const at = applyAffine(found, inReference);
    return [Math.hypot(at.x - inMoving.x, at.y - inMoving.y)];
  });
}

interface Transforms {
  readonly cycles: readonly {
    readonly transform: {
      readonly affine: readonly [
        readonly [number, number, number],
        readonly [number, number, number],
      ];
    };
  }[];
}

/** Where a point of a cycle lies on the cycle's mosaic, by the first tile that shows it. */
function onCanvas(
  { folder, config, acquisition: { tileSize } }: DemoRun,
  truth: CycleTruth,
  point: { x: number; y: number },
): { x: number; y: number } | undefined {
  expect(config.cycles).toContain(truth.cycle);
  const { positions } = readJson<StitchModel>(join(folder, `stitched/cyc${truth.cycle}.json`));
  for (const [i, corner] of truth.corners.entries()) {
    const [x, y] = [point.x - corner.x, point.y - corner.y];
    const placed = positions[i];
    if (x < 0 || y < 0 || x > tileSize - 1 || y > tileSize - 1 || placed === undefined) continue;
    return { x: x + placed.x, y: y + placed.y };
  }
  return undefined;
}
