import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stackPlanes, sumOf, type Volume } from '../../rules/imaging/image.ts';
import { measuredPsf } from '../../rules/imaging/measured-psf.ts';
import { createOmeTiff, openOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { type Optics, widefieldPsf } from '../../rules/imaging/psf.ts';
import { readPsf } from '../../rules/imaging/read-psf.ts';
import { deconvolve } from '../../rules/imaging/richardson-lucy.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { openTiff } from '../../rules/imaging/tiff-reader.ts';
import decon from '../../rules/steps/decon.ts';
import { HAS_REAL_DATA, realFile, temporaryFolder } from '../rigs/imaging-data.ts';
import { scriptJob } from '../rigs/imaging-job.ts';

const OPTICS: Optics = {
  numericalAperture: 0.75,
  refractiveIndex: 1.44,
  emissionNm: 520,
  pixelNm: 180,
  planeNm: 800,
};

/** A bead as a microscope sees it: fine voxels, off the middle, on the counts of a camera. */
function bead({ pixelNm, planeNm }: { pixelNm: number; planeNm: number }): Volume {
  const spread = widefieldPsf({ ...OPTICS, pixelNm, planeNm }, { lateral: 40, axial: 9 });
  const [width, height, depth] = [90, 84, 20];
  const data = new Float32Array(width * height * depth).fill(100);
  for (const [i, value] of spread.data.entries()) {
    const [x, y] = [i % spread.width, Math.floor(i / spread.width) % spread.height];
    const z = Math.floor(i / (spread.width * spread.height));
    const to = (z * height + y + 2) * width + x + 6;
    data[to] = (data[to] ?? 0) + 1e6 * value;
  }
  return { width, height, depth, data };
}

const FINE = { pixelNm: 60, planeNm: 400 };
const COARSE = { pixelNm: 180, planeNm: 800 };

describe('a measured point spread', () => {
  const spread = measuredPsf(bead(FINE), { from: FINE, to: COARSE, depth: 5 });

  test('is centred, of sum 1, and no larger than the stack and the image allow', () => {
    expect(sumOf(spread.data)).toBeCloseTo(1, 5);
    // 42 voxels of 60 nm are 14 pixels; an image of 5 planes uses 4 to each side.
    expect([spread.width, spread.height, spread.depth]).toEqual([27, 27, 9]);
    const middle = spread.data.indexOf(Math.max(...spread.data));
    expect(middle).toBe((spread.data.length - 1) / 2);
  });

  test('is what the optics say at the voxels of the image', () => {
    const expected = widefieldPsf(OPTICS, { lateral: 13, axial: 4 });
    let [difference, size] = [0, 0];
    for (const [i, value] of expected.data.entries()) {
      difference += ((spread.data[i] ?? 0) - value) ** 2;
      size += value ** 2;
    }
    expect(Math.sqrt(difference / size)).toBeLessThan(0.05);
  });

  test('of the same voxels is only evened out', () => {
    const same = measuredPsf(bead(COARSE), { from: COARSE, to: COARSE, depth: 3 });
    const expected = widefieldPsf(OPTICS, { lateral: same.width >> 1, axial: 2 });
    const worst = expected.data.map((value, i) => Math.abs(value - (same.data[i] ?? 0)));
    expect(Math.max(...worst)).toBeLessThan(0.02 * Math.max(...expected.data));
  });
});

function smallStack(value: (i: number) => number): Volume {
  const data = Float32Array.from({ length: 243 }, (_, i) => value(i));
  return { width: 9, height: 9, depth: 3, data };
}

describe('what is no point spread is refused', () => {
  const voxels = { from: COARSE, to: COARSE, depth: 3 };

  test.each([
    ['a black stack', () => 0, 'it is black, or equally bright everywhere'],
    ['a flat one', () => 7, 'it is black, or equally bright everywhere'],
    [
      'one with holes',
      (i: number) => (i === 3 ? Number.NaN : i),
      'it holds values that are no numbers',
    ],
    [
      'noise',
      (i: number) => 100 + ((i * 37) % 11),
      'its brightest voxel is only 1.0 times as bright as its sides',
    ],
    [
      'a bead at the side',
      (i: number) => (i === 81 + 9 * 4 ? 900 : 1),
      'the bead is cut off: it is bright at the side of the stack',
    ],
    [
      'a bead in the last plane',
      (i: number) => (i === 162 + 40 ? 900 : 1),
      'the bead is cut off: it is brightest in the first or last plane',
    ],
  ])('%s', (_, value, message) => {
    expect(() => measuredPsf(smallStack(value), voxels)).toThrow(message);
  });
});

function writeStack(
  path: string,
  { width, height, depth, data }: Volume,
  voxel?: typeof FINE,
): void {
  const writer =
    voxel === undefined
      ? new TiffWriter(path, { width, height, type: 'float32', pageCount: depth })
      : createOmeTiff(path, {
          name: 'bead',
          width,
          height,
          planes: depth,
          type: 'float32',
          channels: ['bead'],
          pixelUm: voxel.pixelNm / 1000,
          planeUm: voxel.planeNm / 1000,
        });
  const size = width * height;
  for (let z = 0; z < depth; z++) writer.writePage(data.subarray(z * size, (z + 1) * size));
  writer.close();
}

describe('a file with a point spread', () => {
  const folder = temporaryFolder();
  const withSize = join(folder, 'bead.ome.tif');
  const plain = join(folder, 'bead.tif');
  writeStack(withSize, bead(FINE), FINE);
  writeStack(plain, bead(FINE));
  const wanted = { to: COARSE, depth: 5 };

  test('says itself how large its voxels are, or the config does', async () => {
    const itself = await readPsf(withSize, { ...wanted, known: {} });
    const told = await readPsf(plain, { ...wanted, known: FINE });
    expect(itself).toEqual(measuredPsf(bead(FINE), { from: FINE, ...wanted }));
    expect(told).toEqual(itself);
  });

  test('of unknown voxels, or of others than the config says, is refused', async () => {
    await expect(readPsf(plain, { ...wanted, known: {} })).rejects.toThrow(
      `${plain} is of no use as point spread: neither the file nor the config says how large its pixels are`,
    );
    await expect(
      readPsf(withSize, { ...wanted, known: { pixelNm: 60, planeNm: 300 } }),
    ).rejects.toThrow(
      `${withSize} is of no use as point spread: its planes are 400 nm, not 300 nm as the config says`,
    );
  });

  test('is what the step of deconvolution uses', async () => {
    const image = join(folder, 'stitched.ome.tif');
    const data = Float32Array.from({ length: 40 * 30 * 3 }, (_, i) => (i % 97 === 0 ? 5000 : 50));
    const volume = { width: 40, height: 30, depth: 3, data };
    writeStack(image, volume, COARSE);
    const output = { image: join(folder, 'deconvolved.ome.tif') };
    const optics = { numericalAperture: 0.75, refractiveIndex: 1.44 };
    const params = { optics, emissionNm: [], psfVoxel: {}, iterations: 3, block: 64 };
    const input = { image, psfs: [withSize] };
    await decon(scriptJob({ input, output, params, wildcards: { cycle: '1' } }));
    const psf = measuredPsf(bead(FINE), { from: FINE, to: COARSE, depth: 3 });
    const core = { x: 0, y: 0, width: 40, height: 30 };
    const expected = deconvolve({ volume, psf, iterations: 3, core });
    const file = await openOmeTiff(output.image);
    expect((await file.readPlane(0, 1)).data).toEqual(expected.data.subarray(1200, 2400));
    await file.close();
  });
});

describe.skipIf(!HAS_REAL_DATA)(
  'the bead of Nitzsche and Haase (skipped without ../shared/data)',
  () => {
    test('is narrower across than along the axis, as averaged beads are', async () => {
      const file = await openTiff(realFile('decon/computed/bian_psf_avg.tif'));
      const planes = [];
      for (let page = 0; page < file.pageCount; page++) planes.push(await file.readImage(page));
      await file.close();
      const voxel = { pixelNm: 22, planeNm: 125 };
      const spread = measuredPsf(stackPlanes(planes), { from: voxel, to: voxel, depth: 21 });
      expect(sumOf(spread.data)).toBeCloseTo(1, 4);
      const { width, height, depth, data } = spread;
      const at = (x: number, y: number, z: number): number =>
        data[(z * height + y) * width + x] ?? 0;
      const [x, y, z] = [width >> 1, height >> 1, depth >> 1];
      const half = at(x, y, z) / 2;
      const reach = (value: (r: number) => number): number => {
        let r = 0;
        while (value(r) > half) r++;
        return r;
      };
      const across = 22 * reach((r) => at(x + r, y, z));
      const along = 125 * reach((r) => at(x, y, z + r));
      expect(across).toBeLessThan(250);
      expect(along).toBeGreaterThan(across);
    });
  },
);
