import { parallelMap, type ScriptJob } from 'dagflow';
import type { Rectangle, Volume } from '../imaging/image.ts';
import { createOmeTiff, type OmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import type { Voxel } from '../imaging/measured-psf.ts';
import { type Optics, psfReach, widefieldPsf } from '../imaging/psf.ts';
import { type KnownVoxel, readPsf } from '../imaging/read-psf.ts';
import { deconvolve, splitIntoBlocks } from '../imaging/richardson-lucy.ts';
import { moved } from './moved.ts';

interface Job {
  /** Point spreads: by channel, or none. */
  input: { image: string; psfs: readonly string[] };
  output: { image: string };
  params: DeconParams;
  wildcards: 'cycle';
}

export type DeconParams = {
  readonly optics: Pick<Optics, 'numericalAperture' | 'refractiveIndex'>;
  /** By channel, nm. */
  readonly emissionNm: readonly number[];
  /** Of measured point spreads, where their files do not say it. */
  readonly psfVoxel: KnownVoxel;
  readonly iterations: number;
  /** Side of the parts that are worked on at once, pixels. */
  readonly block: number;
};

/** Deconvolves every channel of a stitched cycle, block by block, as 32-bit floats. */
export default async function decon(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, wildcards } = job;
  const source = await openOmeTiff(input.image);
  const { width, height, planes, channels } = source;
  const { pixelUm, planeUm } = voxelOf(source);
  const writer = createOmeTiff(output.image, {
    name: `cycle ${wildcards.cycle}, deconvolved`,
    width,
    height,
    planes,
    type: 'float32',
    channels,
    pixelUm,
    planeUm,
  });
  for (const channel of channels.keys()) {
    const volume = await readShared(source, channel);
    const voxel = { pixelNm: 1000 * pixelUm, planeNm: 1000 * planeUm };
    const psf = await psfOf(job, { channel, voxel, depth: planes });
    const blocks = splitIntoBlocks(volume, params.block);
    const parts = await parallelMap<DeconTask, Volume>({
      module: import.meta.url,
      name: 'deconvolveBlock',
      items: blocks.map((core) => ({ volume, psf, core, iterations: params.iterations })),
      threads: job.threads,
    });
    const result = new Float32Array(volume.data.length);
    for (const [i, core] of blocks.entries()) copyPart(parts[i], core, { ...volume, data: result });
    clearEmpty(result, volume);
    for (let z = 0; z < planes; z++) {
      writer.writePage(result.subarray(z * width * height, (z + 1) * width * height));
    }
  }
  writer.close();
  await source.close();
}

/** Measured, where there is a file for the channel; else from the optics. */
async function psfOf(
  { input, params }: ScriptJob<Job>,
  { channel, voxel, depth }: { readonly channel: number; readonly voxel: Voxel; depth: number },
): Promise<Volume> {
  const measured = input.psfs[channel];
  if (measured !== undefined) {
    return await readPsf(measured, { known: params.psfVoxel, to: voxel, depth });
  }
  const emissionNm = params.emissionNm[channel];
  if (emissionNm === undefined) throw new Error(`channel ${channel + 1} has no wavelength`);
  const optics = { ...params.optics, ...voxel, emissionNm };
  return widefieldPsf(optics, psfReach(optics, depth));
}

/** The blur of a single plane does not depend on a distance of planes. */
function voxelOf({ path, planes, pixelUm, planeUm }: OmeTiff): {
  readonly pixelUm: number;
  readonly planeUm: number;
} {
  if (pixelUm === undefined || (planes > 1 && planeUm === undefined)) {
    throw new Error(`${path} does not say how large its voxels are`);
  }
  return { pixelUm, planeUm: planeUm ?? pixelUm };
}

export interface DeconTask {
  readonly volume: Volume;
  readonly psf: Volume;
  readonly core: Rectangle;
  readonly iterations: number;
}

export function deconvolveBlock(task: DeconTask): Volume {
  const part = deconvolve(task);
  return moved(part, part.data);
}

/** A channel in memory that all threads see. */
async function readShared(source: OmeTiff, channel: number): Promise<Volume> {
  const { width, height, planes } = source;
  const size = width * height;
  const data = new Float32Array(new SharedArrayBuffer(4 * size * planes));
  for (let z = 0; z < planes; z++) data.set((await source.readPlane(channel, z)).data, z * size);
  return { width, height, depth: planes, data };
}

function copyPart(part: Volume | undefined, core: Rectangle, into: Volume): void {
  if (part === undefined) throw new Error('a block was not answered');
  for (let z = 0; z < part.depth; z++) {
    for (let y = 0; y < core.height; y++) {
      const from = (z * core.height + y) * core.width;
      const to = (z * into.height + core.y + y) * into.width + core.x;
      into.data.set(part.data.subarray(from, from + core.width), to);
    }
  }
}

/** Where the mosaic has no tile, all its planes are 0, and so is the result. */
function clearEmpty(result: Float32Array, { data, depth }: Volume): void {
  const size = data.length / depth;
  for (let i = 0; i < size; i++) {
    let top = 0;
    for (let k = i; k < data.length; k += size) top = Math.max(top, data[k] ?? 0);
    if (top === 0) for (let k = i; k < data.length; k += size) result[k] = 0;
  }
}
