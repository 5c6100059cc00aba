import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOmeTiff } from '../../rules/imaging/ome-tiff.ts';
import { TiffWriter } from '../../rules/imaging/tiff-writer.ts';
import { bundleProgram } from '../rigs/bundle-program.ts';
import { temporaryFolder } from '../rigs/imaging-data.ts';

// A thread holds the planes of one channel, and what it makes of them: more channels take longer,
// not more memory.

const folder = temporaryFolder();
const SIDE = 640;
/** MiB of one channel as 32-bit floats. */
const channelMib = (planes: number): number => (4 * SIDE * SIDE * planes) / 2 ** 20;
let program: string;

beforeAll(async () => {
  program = await bundleProgram(new URL('programs/step-memory.ts', import.meta.url), folder);
});

function cycle(channels: number, planes: number): string {
  const path = join(folder, `${channels}x${planes}.ome.tif`);
  const writer = createOmeTiff(path, {
    name: 'cycle',
    width: SIDE,
    height: SIDE,
    planes,
    type: 'uint16',
    channels: Array.from({ length: channels }, (_, i) => `CH${i + 1}`),
    pixelUm: 0.377,
    planeUm: 1.5,
  });
  const page = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => 100 + ((i * 7919) % 61));
  for (let i = 0; i < channels * planes; i++) writer.writePage(page);
  writer.close();
  return path;
}

/** One raw tile; with it, as `TILE,CHANNELS,PLANES`, a cycle of 3×3 such tiles. */
function rawTile(): string {
  const path = join(folder, 'tile.tif');
  const format = {
    width: SIDE,
    height: SIDE,
    type: 'uint16',
    pageCount: 1,
    pixelUm: 0.377,
  } as const;
  const writer = new TiffWriter(path, format);
  writer.writePage(Uint16Array.from({ length: SIDE * SIDE }, (_, i) => 100 + ((i * 7919) % 61)));
  writer.close();
  return path;
}

function peakMib(step: string, input: string): number {
  const args = [program, step, input, join(folder, `${step}.ome.tif`)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return Number(stdout);
}

describe('peak memory', () => {
  test('of deconvolution does not grow with the channels', () => {
    // Eight more would be 150 MiB; what is no longer used may wait for its collection.
    const [two, ten] = [peakMib('decon', cycle(2, 12)), peakMib('decon', cycle(10, 12))];
    expect(ten - two).toBeLessThan(4 * channelMib(12));
  });

  test('of stitching does not grow with the channels and planes', () => {
    const tile = rawTile();
    // What a thread holds at once are nine tiles and their mosaic; eight more planes are 112 MiB.
    const [few, many] = [peakMib('stitch', `${tile},1,2`), peakMib('stitch', `${tile},2,5`)];
    expect(many - few).toBeLessThan(4 * channelMib(9));
  });

  test('of a projection does not grow with the planes', () => {
    const [few, many] = [peakMib('edf', cycle(2, 8)), peakMib('edf', cycle(2, 40))];
    expect(many - few).toBeLessThan(channelMib(32));
  });
});
