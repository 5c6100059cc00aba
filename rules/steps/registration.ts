import { parallelMap, type ScriptJob, transfer } from 'dagflow';
import { type Affine, IDENTITY } from '../imaging/affine.ts';
import {
  buffersOf,
  type EncodedPage,
  encodePage,
  type PageEncoding,
} from '../imaging/encoded-page.ts';
import type { Image } from '../imaging/image.ts';
import { type OmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import { createPyramid, type ImageWriter } from '../imaging/open-image.ts';
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
};

/**
 * Brings all cycles onto the reference cycle by the channel that they share, and writes all their
 * channels into one image. A cycle that cannot be registered fails the job: no image is better
 * than an unregistered one under that name.
 */
export default async function registration(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, threads } = job;
  const cycles = withPaths(params.cycles, input.images);
  const reference = cycles.find(({ cycle }) => cycle === params.referenceCycle)?.path;
  if (reference === undefined) {
    throw new Error(`the reference cycle ${params.referenceCycle} is not among the cycles`);
  }
  const { referenceChannel: channel, settings } = params;
  const found = await parallelMap<RegisterTask, RegisteredCycle>({
    module: import.meta.url,
    name: 'registerCycle',
    items: cycles.map((moving) => ({ ...moving, reference, channel, settings })),
    threads,
  });
  const { width, height, channels, pixelUm } = await shapeOf(reference);
  const pages: WarpTask[] = [];
  const names: string[] = [];
  for (const { cycle, path, motion } of found) {
    const moving = await shapeOf(path);
    for (const [index, name] of moving.channels.entries()) {
      pages.push({ path, channel: index, motion, width, height });
      names.push(`cycle ${cycle} ${name}`);
    }
  }
  const shape = { width, height, planes: 1, channels: names, pixelUm, planeUm: undefined };
  const writer = await createPyramid(output.image, {
    ...shape,
    name: 'registered',
    type: 'uint16',
  });
  const clippedPixels = await writePages(writer, pages, threads);
  writeJson(output.transforms, {
    reference: { cycle: params.referenceCycle, channel: channels[channel] },
    clippedPixels,
    cycles: found.map(describe),
  });
}

interface CycleImage {
  readonly cycle: number;
  readonly path: string;
}

function withPaths(cycles: readonly number[], paths: readonly string[]): readonly CycleImage[] {
  if (cycles.length !== paths.length) {
    throw new Error(`${paths.length} images for ${cycles.length} cycles`);
  }
  return paths.map((path, i) => ({ cycle: cycles[i] ?? 0, path }));
}

async function shapeOf(path: string): Promise<Omit<OmeTiff, 'readPlane' | 'close'>> {
  const image = await openOmeTiff(path);
  await image.close();
  return image;
}

/** Answers how many pixels were beyond the range of the file. */
async function writePages(
  writer: ImageWriter,
  pages: readonly WarpTask[],
  threads: number,
): Promise<number> {
  let clipped = 0;
  // A few pages at a time: all channels of all cycles need not fit in memory.
  for (let start = 0; start < pages.length; start += 2 * threads) {
    const warped = await parallelMap<WarpTask & { encoding: PageEncoding }, Warped>({
      module: import.meta.url,
      name: 'warpChannel',
      items: pages
        .slice(start, start + 2 * threads)
        .map((page) => ({ ...page, encoding: writer.encoding })),
      threads,
    });
    for (const page of warped) {
      writer.writeEncoded(page.encoded);
      clipped += page.clipped;
    }
  }
  writer.close();
  return clipped;
}

/** A transform in the form of OME-NGFF 0.6: rows of an affine matrix, axes y and x, pixels. */
function describe(found: RegisteredCycle): object {
  const { cycle, motion, peak, blockCount, inlierShare, residual } = found;
  const { xx, xy, x0, yx, yy, y0 } = motion;
  const affine = [
    [yy, yx, y0],
    [xy, xx, x0],
  ];
  const transform = { type: 'affine', input: 'reference', output: `cycle ${cycle}`, affine };
  return { cycle, transform, peak, blockCount, inlierShare, residual };
}

export interface RegisterTask extends CycleImage {
  readonly reference: string;
  readonly channel: number;
  readonly settings: RegistrationSettings;
}

export interface RegisteredCycle extends CycleImage, Registration {}

export async function registerCycle(task: RegisterTask): Promise<RegisteredCycle> {
  const { cycle, path, reference, channel, settings } = task;
  if (path === reference) {
    const exact = { motion: IDENTITY, peak: 1, blockCount: 0, inlierShare: 1, residual: 0 };
    return { cycle, path, ...exact };
  }
  const [fixed, moving] = await Promise.all([
    readChannel(reference, channel),
    readChannel(path, channel),
  ]);
  try {
    return { cycle, path, ...registerImages(fixed, moving, settings) };
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
  readonly encoded: EncodedPage;
  readonly clipped: number;
}

export async function warpChannel({
  path,
  channel,
  motion,
  width,
  height,
  encoding,
}: WarpTask & { readonly encoding: PageEncoding }): Promise<Warped> {
  const image = await readChannel(path, channel);
  const { samples, clipped } = toUint16(warp(image, motion, { width, height }).data);
  const encoded = encodePage({ width, height, samples }, encoding);
  return transfer({ encoded, clipped }, buffersOf(encoded));
}

async function readChannel(path: string, channel: number): Promise<Image> {
  const file = await openOmeTiff(path);
  try {
    if (file.planes > 1) throw new Error(`${path} has ${file.planes} planes, not one`);
    return await file.readPlane(channel, 0);
  } finally {
    await file.close();
  }
}
