import { parallelMap, type ScriptJob, transfer } from 'dagflow';
import { blendTiles } from '../imaging/blend-tiles.ts';
import {
  buffersOf,
  type EncodedPage,
  encodePage,
  type PageEncoding,
} from '../imaging/encoded-page.ts';
import {
  asGain,
  type CorrectedTiles,
  correctTiles,
  type IlluminationMethod,
} from '../imaging/flatfield.ts';
import type { Image } from '../imaging/image.ts';
import { createOmeTiff } from '../imaging/ome-tiff.ts';
import { measureLight, type PlaneLight } from '../imaging/plane-light.ts';
import { type RawParams, rawCycle, readTiles, type TileAddress } from '../imaging/raw-cycle.ts';
import { toUint16 } from '../imaging/samples.ts';
import {
  fitStitchModel,
  layoutOf,
  type StitchModel,
  type StitchSettings,
} from '../imaging/stitch-model.ts';
import { readTiffImage } from '../imaging/tiff-reader.ts';
import { planTiles, type TileLayout } from '../imaging/tile-layout.ts';
import { writeJson } from './json-file.ts';

interface Job {
  /**
   * Raw tiles: by channel, in it by plane, in it by tile; or the one file that holds them all.
   * Flatfields: by channel, or none.
   */
  input: { tiles: readonly string[]; flatfields: readonly string[] };
  output: { image: string; positions: string; illumination: string };
  params: StitchParams;
  wildcards: 'cycle';
}

export type StitchParams = RawParams & {
  /** Index of the channel on which the tiles are matched. */
  readonly referenceChannel: number;
  readonly illumination: { readonly method: IlluminationMethod; readonly offset: number };
  readonly match: StitchSettings;
};

/** One channel and plane: what a thread needs to know of it. */
export interface PlaneTask {
  /** First, for the message of an error. */
  readonly of: string;
  readonly tiles: readonly TileAddress[];
  readonly flatfield: string | undefined;
  readonly illumination: StitchParams['illumination'];
}

/**
 * Tiles of a cycle to one mosaic a channel and plane. Where the tiles lie is worked out once, on the
 * middle plane of the reference channel; illumination is fitted for each channel and plane.
 */
export default async function stitch(job: ScriptJob<Job>): Promise<void> {
  const { input, output, params, wildcards } = job;
  const { layout, planes, channelNames, pixelUm, planeUm, stacks } = await rawCycle(
    input.tiles,
    params,
  );
  const tasks = stacks.map((tiles, index): PlaneTask => {
    const channel = Math.floor(index / planes);
    const of = `${channelNames[channel] ?? ''}, plane ${(index % planes) + 1}`;
    return { of, tiles, flatfield: input.flatfields[channel], illumination: params.illumination };
  });
  const reference = tasks[params.referenceChannel * planes + Math.floor(planes / 2)];
  if (reference === undefined) throw new Error('the reference channel is not among the channels');
  const model = await placeCycle(reference, { layout, match: params.match, threads: job.threads });
  const { feather } = planTiles(layout, model.tile);
  writeJson(output.positions, model);
  const writer = createOmeTiff(output.image, {
    name: `cycle ${wildcards.cycle}, stitched`,
    ...model.canvas,
    planes,
    type: 'uint16',
    channels: channelNames,
    pixelUm,
    planeUm,
  });
  const lights: PlaneLight[] = [];
  // A few planes at a time: a mosaic of many planes need not fit in memory.
  for (let start = 0; start < tasks.length; start += 2 * job.threads) {
    const mosaics = await parallelMap<BlendTask, BlendedPlane>({
      module: import.meta.url,
      name: 'blendPlane',
      items: tasks
        .slice(start, start + 2 * job.threads)
        .map((task) => ({ ...task, model, feather, encoding: writer.encoding })),
      threads: job.threads,
    });
    for (const mosaic of mosaics) {
      writer.writeEncoded(mosaic.encoded);
      lights.push(mosaic.light);
    }
  }
  writer.close();
  const illumination: CycleIllumination = {
    method: params.illumination.method,
    planes: lights.map((light, i) => ({
      channel: Math.floor(i / planes) + 1,
      plane: (i % planes) + 1,
      ...light,
    })),
  };
  writeJson(output.illumination, illumination);
}

/** By itself, so that its tiles are gone when the mosaics are made. */
async function placeCycle(
  reference: PlaneTask,
  { layout, match, threads }: { layout: TileLayout; match: StitchSettings; threads: number },
): Promise<StitchModel> {
  const { tiles } = await loadTiles(reference);
  return await fitStitchModel(tiles, layout, match, threads);
}

export interface BlendTask extends PlaneTask {
  readonly model: StitchModel;
  /** Pixels. */
  readonly feather: number;
  readonly encoding: PageEncoding;
}

/** What the light was like in every channel and plane of a cycle, numbered from 1. */
export interface CycleIllumination {
  readonly method: IlluminationMethod;
  readonly planes: readonly ({ readonly channel: number; readonly plane: number } & PlaneLight)[];
}

export interface BlendedPlane {
  readonly encoded: EncodedPage;
  readonly light: PlaneLight;
}

export async function blendPlane(task: BlendTask): Promise<BlendedPlane> {
  const { model, feather } = task;
  const { raw, tiles, gain } = await loadTiles(task, model.tile);
  const mosaic = blendTiles(tiles, layoutOf(model), feather);
  const { samples } = toUint16(mosaic.data);
  const encoded = encodePage({ ...model.canvas, samples }, task.encoding);
  const light = measureLight({ raw, even: tiles, gain, offset: task.illumination.offset });
  return transfer({ encoded, light }, buffersOf(encoded));
}

async function loadTiles(
  { tiles, flatfield, illumination }: PlaneTask,
  tile?: StitchModel['tile'],
): Promise<CorrectedTiles & { readonly raw: readonly Image[] }> {
  const raw = await readTiles(tiles, tile);
  const gain = flatfield === undefined ? undefined : asGain(await readTiffImage(flatfield));
  return { raw, ...correctTiles(raw, { ...illumination, gain }) };
}
