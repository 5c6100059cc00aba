import { parallelMap, type ScriptJob } from 'dagflow';
import type { Volume } from '../imaging/image.ts';
import { createOmeTiff, type OmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import type { Voxel } from '../imaging/measured-psf.ts';
import { type Optics, psfReach, widefieldPsf } from '../imaging/psf.ts';
import { type KnownVoxel, readPsf } from '../imaging/read-psf.ts';
import type { VolumeSize } from '../imaging/real-convolution.ts';
import {
  type DeconvolutionRequest,
  deconvolve,
  splitIntoBlocks,
} from '../imaging/richardson-lucy.ts';

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
  // The same memory for all channels, and seen by all threads.
  const size = { width, height, depth: planes };
  const [volume, result] = [sharedVolume(size), sharedVolume(size)];
  for (const channel of channels.keys()) {
    await readChannel(source, channel, volume);
    const voxel = { pixelNm: 1000 * pixelUm, planeNm: 1000 * planeUm };
    const psf = await psfOf(job, { channel, voxel, depth: planes });
    await parallelMap<DeconTask, void>({
      module: import.meta.url,
      name: 'deconvolveBlock',
      items: splitIntoBlocks(volume, params.block).map((core) => ({
        volume,
        psf,
        core,
        iterations: params.iterations,
        result,
      })),
      threads: job.threads,
    });
    clearEmpty(result.data, volume);
    for (let z = 0; z < planes; z++) {
      // What is written goes through zlib, which takes no shared memory.
      writer.writePage(result.data.slice(z * width * height, (z + 1) * width * height));
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

export interface DeconTask extends DeconvolutionRequest {
  /** As large as the volume; the core of it is written. */
  readonly result: Volume;
}

export function deconvolveBlock({ result, ...request }: DeconTask): void {
  const { core } = request;
  const part = deconvolve(request);
  for (let z = 0; z < part.depth; z++) {
    for (let y = 0; y < core.height; y++) {
      const from = (z * core.height + y) * core.width;
      const to = (z * result.height + core.y + y) * result.width + core.x;
      result.data.set(part.data.subarray(from, from + core.width), to);
    }
  }
}

function sharedVolume(size: VolumeSize): Volume {
  const { width, height, depth } = size;
  return { ...size, data: new Float32Array(new SharedArrayBuffer(4 * width * height * depth)) };
}

async function readChannel(source: OmeTiff, channel: number, into: Volume): Promise<void> {
  const size = into.width * into.height;
  for (let z = 0; z < into.depth; z++) {
    into.data.set((await source.readPlane(channel, z)).data, z * size);
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
