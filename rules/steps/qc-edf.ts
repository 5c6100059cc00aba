import type { ScriptJob } from 'dagflow';
import type { Image } from '../imaging/image.ts';
import { type OmeTiff, openOmeTiff } from '../imaging/ome-tiff.ts';
import type { Picture } from '../imaging/png.ts';
import { focusEnergy, shrinkAll } from '../imaging/quality.ts';
import { fileOfCycle, imageOfCycle } from '../qc/cycle-files.ts';
import { barChart } from '../qc/bar-chart.ts';
import {
  depthHistogram,
  measureEdf,
  type ProjectedChannel,
  sharpestPlane,
} from '../qc/edf-checks.ts';
import type { Gates } from '../qc/gates.ts';
import type { Markup } from '../qc/markup.ts';
import { figure, together } from '../qc/page.ts';
import { heatPicture, sideBySide, thumbnailOf } from '../qc/pictures.ts';
import { checkCycle, cycleReport } from '../qc/report.ts';
import { type QcOutput, type SeenCycle, writeQc } from '../qc/write-report.ts';

interface Job {
  /** Depth maps only of cycles whose step wrote them. */
  input: { before: readonly string[]; after: readonly string[]; depths: readonly string[] };
  output: QcOutput;
  params: {
    cycles: readonly number[];
    gates: Gates<'edf'>;
    /** Index of the channel whose focus is judged. */
    referenceChannel: number;
  };
}

/** Sharpness of planes and projections, and which planes were taken, by cycle and channel. */
export default async function qcEdf({ input, output, params }: ScriptJob<Job>): Promise<void> {
  const { cycles, gates, referenceChannel } = params;
  const seen: SeenCycle[] = [];
  for (const cycle of cycles) {
    const channels = await lookAtCycle({
      before: imageOfCycle(input.before, cycle),
      after: imageOfCycle(input.after, cycle),
      depths: fileOfCycle(input.depths, cycle),
    });
    const checks = checkCycle('edf', gates, measureEdf(channels, referenceChannel));
    const plot = channels[referenceChannel]?.picture;
    if (plot === undefined) throw new Error('the reference channel is not among the channels');
    seen.push({
      report: cycleReport(cycle, checks, { channels: channels.map(numbersOf) }),
      view: { cycle, pictures: channels.map((channel) => together(picturesOf(channel))) },
      plot,
    });
  }
  writeQc('edf', output, seen);
}

interface SeenChannel extends ProjectedChannel {
  /** The projection, and the depth map beside it where there is one. */
  readonly picture: Picture;
}

interface CyclePaths {
  readonly before: string;
  readonly after: string;
  readonly depths: string | undefined;
}

async function lookAtCycle({ before, after, depths }: CyclePaths): Promise<SeenChannel[]> {
  const stack = await openOmeTiff(before);
  const projection = await openOmeTiff(after);
  const maps = depths === undefined ? undefined : await openOmeTiff(depths);
  const channels: SeenChannel[] = [];
  for (const [channel, name] of stack.channels.entries()) {
    const energies: number[] = [];
    for (let z = 0; z < stack.planes; z++)
      energies.push(focusEnergy(await stack.readPlane(channel, z)));
    const image = await projection.readPlane(channel, 0);
    const depth = await readDepth(maps, channel);
    channels.push({
      name,
      energies,
      projected: focusEnergy(image),
      histogram: depth && depthHistogram(depth.data, stack.planes),
      picture: pictureOf(image, depth, stack.planes),
    });
  }
  for (const file of [stack, projection, maps]) await file?.close();
  return channels;
}

async function readDepth(maps: OmeTiff | undefined, channel: number): Promise<Image | undefined> {
  return await maps?.readPlane(channel, 0);
}

/** Longer side of the picture of a projection, pixels. */
const SIDE = 320;

function pictureOf(image: Image, depth: Image | undefined, planes: number): Picture {
  const { picture, factor } = thumbnailOf(image, SIDE);
  if (depth === undefined) return picture;
  const small = factor === 1 ? depth : shrinkAll(depth, factor);
  return sideBySide([picture, heatPicture(small, 1, planes)]);
}

function picturesOf({ name, energies, histogram, picture }: SeenChannel): Markup[] {
  const map = histogram === undefined ? '' : ' and the planes it is taken from, dark first';
  const shown = figure({ picture, caption: `${name}: the projection${map}` });
  if (energies.length === 1) return [shown];
  const focus = barChart(energies, `${name}: focus energy by plane`);
  if (histogram === undefined) return [shown, focus];
  return [shown, focus, barChart(histogram, `${name}: share of pixels by plane`)];
}

function numbersOf({ name, energies, projected, histogram }: SeenChannel): object {
  return {
    channel: name,
    focusEnergies: energies.map(short),
    projectedFocusEnergy: short(projected),
    sharpestPlane: sharpestPlane(energies) + 1,
    planeShares: histogram ?? null,
  };
}

function short(value: number): number {
  return Number(value.toPrecision(5));
}
