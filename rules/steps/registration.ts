import { parallelMap, type ScriptJob, transfer } from 'dagflow';
import { type Affine, IDENTITY } from '../imaging/affine.ts';
import type { Image } from '../imaging/image.ts';
import { createOmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import {
  type Registration,
  registerImages,
  type RegistrationSettings,
} from '../imaging/register-images.ts';
import { warp } from '../imaging/resample.ts';
import { toUint16 } from '../imaging/samples.ts';
import { writeJson } from './json-file.ts';

interface Job {
  /** One image a cycle, channels as pages. */
  input: { images: readonly string[] };
  output: { image: string; transforms: string };
  params: RegistrationParams;
}

export type RegistrationParams = {
  /** By input image. */
  readonly cycles: readonly number[];
  readonly referenceCycle: number;
  /** Index of the channel that all cycles have. */
  readonly referenceChannel: number;
  readonly settings: RegistrationSettings;
  readonly pixelUm: number;
};

/**
 * Brings all cycles onto the reference cycle by the channel that they share, and writes all their
 * channels into one image. A cycle that cannot be registered fails the job: no image is better
 * than an unregistered one under that name.
 */
export default async function registration(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, threads } = job;
  const referenceIndex = params.cycles.indexOf(params.referenceCycle);
  const reference = input.images[referenceIndex];
  if (reference === undefined) {
    throw new Error(`the reference cycle ${params.referenceCycle} is not among the cycles`);
  }
  const module = import.meta.url;
  const found = await parallelMap<RegisterTask, Registration>({
    module,
    name: 'registerCycle',
    items: input.images.map((moving, i) => ({
      cycle: params.cycles[i] ?? 0,
      reference,
      moving,
      channel: params.referenceChannel,
      settings: params.settings,
    })),
    threads,
  });
  const { width, height, channels } = await sizeOf(reference);
  const pages: WarpTask[] = [];
  const names: string[] = [];
  for (const [i, path] of input.images.entries()) {
    const moving = await sizeOf(path);
    for (const [channel, name] of moving.channels.entries()) {
      pages.push({ path, channel, motion: found[i]?.motion ?? IDENTITY, width, height });
      names.push(`cycle ${params.cycles[i] ?? 0} ${name}`);
    }
  }
  const writer = createOmeTiff(output.image, {
    name: 'registered',
    width,
    height,
    planes: 1,
    type: 'uint16',
    channels: names,
    pixelUm: params.pixelUm,
    planeUm: 0,
  });
  let clipped = 0;
  for (let start = 0; start < pages.length; start += 2 * threads) {
    const items = pages.slice(start, start + 2 * threads);
    const warped = await parallelMap<WarpTask, Warped>({
      module,
      name: 'warpChannel',
      items,
      threads,
    });
    for (const page of warped) {
      writer.writePage(page.samples);
      clipped += page.clipped;
    }
  }
  writer.close();
  writeJson(output.transforms, {
    reference: { cycle: params.referenceCycle, channel: channels[params.referenceChannel] },
    clippedPixels: clipped,
    cycles: found.map((result, i) => describe(params.cycles[i] ?? 0, result)),
  });
}

async function sizeOf(
  path: string,
): Promise<{ width: number; height: number; channels: readonly string[] }> {
  const image = await openOmeTiff(path);
  await image.close();
  return image;
}

/** A transform in the form of OME-NGFF 0.6: rows of an affine matrix, axes y and x, pixels. */
function describe(cycle: number, { motion, ...figures }: Registration): object {
  const { xx, xy, x0, yx, yy, y0 } = motion;
  const input = 'reference';
  const affine = [
    [yy, yx, y0],
    [xy, xx, x0],
  ];
  return {
    cycle,
    transform: { type: 'affine', input, output: `cycle ${cycle}`, affine },
    ...figures,
  };
}

export interface RegisterTask {
  readonly cycle: number;
  readonly reference: string;
  readonly moving: string;
  readonly channel: number;
  readonly settings: RegistrationSettings;
}

export async function registerCycle(task: RegisterTask): Promise<Registration> {
  const { cycle, reference, moving, channel, settings } = task;
  if (moving === reference) {
    return { motion: IDENTITY, peak: 1, blockCount: 0, inlierShare: 1, residual: 0 };
  }
  const [fixed, moved] = await Promise.all([
    readChannel(reference, channel),
    readChannel(moving, channel),
  ]);
  try {
    return registerImages(fixed, moved, settings);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cycle ${cycle} could not be registered: ${reason}`, { cause: error });
  }
}

export interface WarpTask {
  readonly path: string;
  readonly channel: number;
  readonly motion: Affine;
  readonly width: number;
  readonly height: number;
}

interface Warped {
  readonly samples: Uint16Array;
  readonly clipped: number;
}

export async function warpChannel({
  path,
  channel,
  motion,
  width,
  height,
}: WarpTask): Promise<Warped> {
  const image = await readChannel(path, channel);
  const warped = toUint16(warp(image, motion, { width, height }).data);
  return transfer(warped, [warped.samples.buffer]);
}

async function readChannel(path: string, channel: number): Promise<Image> {
  const file = await openOmeTiff(path);
  const image = await file.readPlane(channel, 0);
  await file.close();
  return image;
}
