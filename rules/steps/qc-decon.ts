import type { ScriptJob } from 'dagflow';
import { cropImage, type Image, sumOf } from '../imaging/image.ts';
import { openOmeTiff } from '../imaging/ome-tiff.ts';
import { noiseOf, signalOf } from '../imaging/quality.ts';
import { imageOfCycle } from '../qc/cycle-files.ts';
import {
  changeOf,
  type ChannelLight,
  deconNumbers,
  type DeconvolvedChannel,
  measureDecon,
} from '../qc/decon-checks.ts';
import type { Gates } from '../qc/gates.ts';
import { figure, table } from '../qc/page.ts';
import { greyPicture, sideBySide } from '../qc/pictures.ts';
import { checkCycle, cycleReport } from '../qc/report.ts';
import { type QcOutput, type SeenCycle, writeQc } from '../qc/write-report.ts';

interface Job {
  input: { before: readonly string[]; after: readonly string[] };
  output: QcOutput;
  params: {
    cycles: readonly number[];
    gates: Gates<'decon'>;
    /** Index of the channel of the plot. */
    referenceChannel: number;
    /** Of the shipped step; null: the step is somebody's own. */
    iterations: number | null;
  };
}

/** Light, signal and noise of every cycle and channel before and after deconvolution. */
export default async function qcDecon({ input, output, params }: ScriptJob<Job>): Promise<void> {
  const { cycles, gates, iterations } = params;
  const seen: SeenCycle[] = [];
  for (const cycle of cycles) {
    const from = imageOfCycle(input.before, cycle);
    const to = imageOfCycle(input.after, cycle);
    const [before, after] = [await look(from), await look(to)];
    const channels = before.flatMap((channel, i): DeconvolvedChannel[] => {
      const other = after[i];
      return other === undefined ? [] : [{ name: channel.name, before: channel, after: other }];
    });
    if (channels.length < before.length) {
      throw new Error(`cycle ${cycle} has ${before.length} channels before, ${after.length} after`);
    }
    const pairs = before.map(({ middle }, i) =>
      sideBySide([greyPicture(middle), greyPicture(after[i]?.middle ?? middle)]),
    );
    const plot = pairs[params.referenceChannel];
    if (plot === undefined) throw new Error('the reference channel is not among the channels');
    const checks = checkCycle('decon', gates, measureDecon(channels, await changes(from, to)));
    const numbers = channels.map(deconNumbers);
    const pictures = pairs.map((picture, i) =>
      figure({
        picture,
        caption: `${before[i]?.name ?? ''}, middle of the middle plane, before and after, each on a scale of its own`,
      }),
    );
    const head = ['channel', 'light', 'S/N before', 'after', 'noise power before', 'after'];
    const rows = numbers.map((each) => Object.values(each));
    seen.push({
      report: cycleReport(cycle, checks, { iterations, channels: numbers }),
      view: { cycle, pictures: [...pictures, table(head, rows)] },
      plot,
    });
  }
  writeQc('decon', output, seen);
}

/** Side of what is shown, pixels. */
const CROP = 240;

async function look(
  path: string,
): Promise<readonly (ChannelLight & { readonly name: string; readonly middle: Image })[]> {
  const file = await openOmeTiff(path);
  const channels: (ChannelLight & { name: string; middle: Image })[] = [];
  for (const [channel, name] of file.channels.entries()) {
    let total = 0;
    let middle: Image | undefined;
    for (let z = 0; z < file.planes; z++) {
      const plane = await file.readPlane(channel, z);
      total += sumOf(plane.data);
      if (z === file.planes >> 1) middle = plane;
    }
    if (middle === undefined) throw new Error(`${path} has no planes`);
    const [signal, noise] = [signalOf(middle), noiseOf(middle)];
    channels.push({ name, total, signal, noise, middle: middleOf(middle) });
  }
  await file.close();
  return channels;
}

/** By channel, how much the middle plane has changed. */
async function changes(from: string, to: string): Promise<readonly number[]> {
  const [before, after] = [await openOmeTiff(from), await openOmeTiff(to)];
  const found: number[] = [];
  for (const channel of before.channels.keys()) {
    const z = before.planes >> 1;
    found.push(changeOf(await before.readPlane(channel, z), await after.readPlane(channel, z)));
  }
  await before.close();
  await after.close();
  return found;
}

function middleOf(image: Image): Image {
  const width = Math.min(CROP, image.width);
  const height = Math.min(CROP, image.height);
  const [x, y] = [(image.width - width) >> 1, (image.height - height) >> 1];
  return cropImage(image, { x, y, width, height });
}
