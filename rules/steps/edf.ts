import { parallelMap, type ScriptJob } from 'dagflow';
import {
  type FocusProjection,
  type FocusSettings,
  projectFocus,
} from '../imaging/focus-projection.ts';
import type { Image } from '../imaging/image.ts';
import { createOmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import { moved } from './moved.ts';

interface Job {
  input: { image: string };
  /** The depth map numbers planes from 1. */
  output: { image: string; depth: string };
  params: FocusSettings;
  wildcards: 'cycle';
}

/** One image a channel, everywhere from the plane that is in focus. */
export default async function edf(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, wildcards } = job;
  const source = await openOmeTiff(input.image);
  const { width, height, channels, pixelUm } = source;
  await source.close();
  const projections = await parallelMap<EdfTask, FocusProjection>({
    module: import.meta.url,
    name: 'projectChannel',
    items: channels.map((_, channel) => ({ path: input.image, channel, settings: { ...params } })),
    threads: job.threads,
  });
  const shape = { width, height, planes: 1, channels, pixelUm, planeUm: 0 };
  const name = `cycle ${wildcards.cycle}, extended depth of focus`;
  const writer = createOmeTiff(output.image, { ...shape, name, type: 'float32' });
  for (const { image } of projections) writer.writePage(image.data);
  writer.close();
  const depths = createOmeTiff(output.depth, { ...shape, name: `${name}, planes`, type: 'uint16' });
  for (const { depth } of projections) depths.writePage(depth.map((plane) => plane + 1));
  depths.close();
}

export interface EdfTask {
  readonly path: string;
  readonly channel: number;
  readonly settings: FocusSettings;
}

export async function projectChannel({
  path,
  channel,
  settings,
}: EdfTask): Promise<FocusProjection> {
  const source = await openOmeTiff(path);
  async function* planes(): AsyncGenerator<Image> {
    for (let z = 0; z < source.planes; z++) yield await source.readPlane(channel, z);
  }
  const projection = await projectFocus(planes(), settings);
  await source.close();
  return moved(projection, projection.image.data);
}
