import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openOmeTiff, createOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { meanOf, sumOf } from '../../rules/imaging/image.ts';
import type { StitchModel } from '../../rules/imaging/stitch-model.ts';
import { trueFlatField } from '../../rules/imaging/synthetic-tiles.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { toUint16 } from '../../rules/imaging/samples.ts';
import decon from '../../rules/steps/decon.ts';
import { readJson } from '../../rules/steps/json-file.ts';
import stitch, { type CycleIllumination, type StitchParams } from '../../rules/steps/stitch.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';
import { scriptJob } from '../rigs/imaging-job.ts';
import { acquisition, rawTiles } from '../rigs/imaging-scene.ts';

const MADE = acquisition({ grid: { rows: 1, columns: 2, overlap: 0.3 }, tileSize: 96, planes: 1 });

const PARAMS: StitchParams = {
  grid: MADE.grid,
  planes: 1,
  channelNames: ['DAPI'],
  referenceChannel: 0,
  illumination: { method: 'file', offset: 0 },
  match: { reach: 10, minCorrelation: 0.3 },
  pixelUm: 0.377,
  planeUm: 1.5,
};

/** Two raw tiles of one channel and plane, and the measured flatfield, as files. */
function rawFiles(): { folder: string; tiles: string[]; flatfield: string } {
  const folder = temporaryFolder();
  const tiles = rawTiles(MADE, { plane: 0 }).tiles.map((tile, i) => {
    const path = join(folder, `tile${i}.tif`);
    writeImage(path, toUint16(tile.data).samples, tile.width);
    return path;
  });
  const flatfield = join(folder, 'flat.tif');
  // A lamp twice as bright: only the shape counts.
  const { data, width } = trueFlatField(MADE, { channel: 1, plane: 0 });
  writeImage(
    flatfield,
    data.map((value) => 2 * value),
    width,
  );
  return { folder, tiles, flatfield };
}

function writeImage(path: string, samples: Uint16Array | Float32Array, side: number): void {
  const type = samples instanceof Uint16Array ? 'uint16' : 'float32';
  const writer = new TiffWriter(path, { width: side, height: side, type, pageCount: 1 });
  writer.writePage(samples);
  writer.close();
}

function outputsIn(folder: string): Record<'image' | 'positions' | 'illumination', string> {
  return {
    image: join(folder, 'out.ome.tif'),
    positions: join(folder, 'out.json'),
    illumination: join(folder, 'out-illumination.json'),
  };
}

describe('stitching', () => {
  test('evens tiles out by measured flatfields', async () => {
    const { folder, tiles, flatfield } = rawFiles();
    const output = outputsIn(folder);
    const input = { tiles, flatfields: [flatfield] };
    await stitch(scriptJob({ input, output, params: PARAMS, wildcards: { cycle: '1' } }));
    const [edge] = readJson<StitchModel>(output.positions).edges;
    expect(edge?.placed?.correlation).toBeGreaterThan(0.95);
    expect(edge?.placed?.difference).toBeLessThan(0.1);
    const { method, planes } = readJson<CycleIllumination>(output.illumination);
    expect([method, planes.length, planes[0]?.channel, planes[0]?.plane]).toEqual([
      'file',
      1,
      1,
      1,
    ]);
    const [light] = planes;
    expect(light?.after.variation ?? 1).toBeLessThan(0.6 * (light?.before.variation ?? 0));
    const image = await openOmeTiff(output.image);
    expect(image.channels).toEqual(['DAPI']);
    await image.close();
  });

  test('wants tiles of one size, in all channels', async () => {
    const { folder, tiles } = rawFiles();
    const small = join(folder, 'small.tif');
    writeImage(small, new Uint16Array(64 * 64).fill(100), 64);
    const run = async (raw: readonly string[], channelNames: readonly string[]) => {
      const illumination = { method: 'none', offset: 0 } as const;
      const params = { ...PARAMS, channelNames, illumination };
      const input = { tiles: raw, flatfields: [] };
      await stitch(
        scriptJob({ input, output: outputsIn(folder), params, wildcards: { cycle: '1' } }),
      );
    };
    const said = `${small} has 64×64 pixels, where 96×96 are expected`;
    await expect(run([tiles[0] ?? '', small], ['DAPI'])).rejects.toThrow(said);
    await expect(run([...tiles, small, small], ['DAPI', 'CD3'])).rejects.toThrow(said);
  });

  test('wants all tiles', async () => {
    const { folder, tiles } = rawFiles();
    const output = outputsIn(folder);
    const input = { tiles: tiles.slice(1), flatfields: [] };
    await expect(
      stitch(scriptJob({ input, output, params: PARAMS, wildcards: { cycle: '1' } })),
    ).rejects.toThrow('1 raw tiles where 2 were expected');
    expect(existsSync(output.image)).toBe(false);
  });
});

describe('deconvolution', () => {
  const folder = temporaryFolder();
  const image = join(folder, 'stitched.ome.tif');
  const [width, height] = [40, 30];
  const writer = createOmeTiff(image, {
    name: 'stitched',
    width,
    height,
    planes: 2,
    type: 'uint16',
    channels: ['DAPI'],
    pixelUm: 0.377,
    planeUm: 1.5,
  });
  for (const plane of [1, 2]) {
    // No tile lies in the first five rows; the rest is a rough floor.
    const rough = (_: unknown, i: number): number =>
      i < 5 * width ? 0 : 200 + ((i * 37 * plane) % 101);
    writer.writePage(Uint16Array.from({ length: width * height }, rough));
  }
  writer.close();
  const optics = { numericalAperture: 0.75, refractiveIndex: 1.44, pixelNm: 377, planeNm: 1500 };
  const params = { optics, emissionNm: [461], psfVoxel: {}, iterations: 4, block: 16 };

  test('leaves empty what no tile covers, and keeps the light of the rest', async () => {
    const output = { image: join(folder, 'deconvolved.ome.tif') };
    await decon(
      scriptJob({ input: { image, psfs: [] }, output, params, wildcards: { cycle: '1' } }),
    );
    const [before, after] = [await openOmeTiff(image), await openOmeTiff(output.image)];
    for (const plane of [0, 1]) {
      const { data } = await after.readPlane(0, plane);
      expect(sumOf(data.subarray(0, 5 * width))).toBe(0);
      expect(meanOf(data) / meanOf((await before.readPlane(0, plane)).data)).toBeCloseTo(1, 1);
    }
    await before.close();
    await after.close();
  });

  test('does not guess wavelengths', async () => {
    const output = { image: join(folder, 'none.ome.tif') };
    const job = {
      input: { image, psfs: [] },
      output,
      params: { ...params, emissionNm: [] },
      wildcards: { cycle: '1' },
    };
    await expect(decon(scriptJob(job))).rejects.toThrow('channel 1 has no wavelength');
  });
});
