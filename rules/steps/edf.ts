import { parallelMap, type ScriptJob } from 'dagflow';
import { type FocusSettings, projectFocus } from '../imaging/focus-projection.ts';
import type { Image } from '../imaging/image.ts';
import { createOmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import { moved } from './moved.ts';

interface Job {
  input: { image: string };
  output: { image: string };
  params: FocusSettings;
  wildcards: 'cycle';
}

/** One image a channel, everywhere from the plane that is in focus. */
export default async function edf(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, wildcards } = job;
  const source = await openOmeTiff(input.image);
  const { width, height, channels, pixelUm } = source;
  await source.close();
  const images = await parallelMap<EdfTask, Image>({
    module: import.meta.url,
    name: 'projectChannel',
    items: channels.map((_, channel) => ({ path: input.image, channel, settings: { ...params } })),
    threads: job.threads,
  });
  const writer = createOmeTiff(output.image, {
    name: `cycle ${wildcards.cycle}, extended depth of focus`,
    width,
    height,
    planes: 1,
    type: 'float32',
    channels,
    pixelUm: pixelUm ?? 1,
    planeUm: 0,
  });
  for (const image of images) writer.writePage(image.data);
  writer.close();
}

export interface EdfTask {
  readonly path: string;
  readonly channel: number;
  readonly settings: FocusSettings;
}

export async function projectChannel({ path, channel, settings }: EdfTask): Promise<Image> {
  const source = await openOmeTiff(path);
  async function* planes(): AsyncGenerator<Image> {
    for (let z = 0; z < source.planes; z++) yield await source.readPlane(channel, z);
  }
  const { image } = await projectFocus(planes(), settings);
  await source.close();
  return moved(image, image.data);
}
