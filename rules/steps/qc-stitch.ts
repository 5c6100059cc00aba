import type { ScriptJob } from 'dagflow';
import { openOmeTiff } from '../imaging/ome-tiff.ts';
import type { StitchModel } from '../imaging/stitch-model.ts';
import { fileOfCycle, imageOfCycle } from '../qc/cycle-files.ts';
import type { Gates } from '../qc/gates.ts';
import type { Thumbnail } from '../qc/pictures.ts';
import { checkCycle, cycleReport } from '../qc/report.ts';
import { measureStitch } from '../qc/stitch-checks.ts';
import { mosaicThumbnail, seamPlot, stitchPictures } from '../qc/stitch-view.ts';
import { type QcOutput, type SeenCycle, writeQc } from '../qc/write-report.ts';
import { readJson } from './json-file.ts';
import type { CycleIllumination } from './stitch.ts';

interface Job {
  /** Positions and illumination only of cycles whose step wrote them. */
  input: {
    images: readonly string[];
    positions: readonly string[];
    illumination: readonly string[];
  };
  output: QcOutput;
  params: {
    cycles: readonly number[];
    gates: Gates<'stitch'>;
    /** Index of the channel that is shown large. */
    referenceChannel: number;
  };
}

/** Seams, light and mosaics of every cycle. */
export default async function qcStitch({ input, output, params }: ScriptJob<Job>): Promise<void> {
  const { cycles, gates, referenceChannel } = params;
  const seen: SeenCycle[] = [];
  for (const cycle of cycles) {
    const positions = fileOfCycle(input.positions, cycle);
    const model = positions === undefined ? undefined : readJson<StitchModel>(positions);
    const illumination = fileOfCycle(input.illumination, cycle);
    const light =
      illumination === undefined ? undefined : readJson<CycleIllumination>(illumination);
    const { channels, mosaics } = await mosaicsOf(
      imageOfCycle(input.images, cycle),
      referenceChannel,
    );
    const shown = { channels, mosaics, referenceChannel, model, light, gates };
    const checks = checkCycle('stitch', gates, measureStitch(model, light));
    const details = {
      seams: model?.edges ?? null,
      illumination: light?.planes.map(numbersOf) ?? null,
    };
    seen.push({
      report: cycleReport(cycle, checks, details),
      view: { cycle, pictures: stitchPictures(shown) },
      plot: seamPlot(shown),
    });
  }
  writeQc('stitch', output, seen);
}

/** The gain of a plane stays in the file of the step. */
function numbersOf(plane: CycleIllumination['planes'][number]): object {
  const { gain, ...numbers } = plane;
  const extremes = gain === null ? null : { least: gain.least, most: gain.most };
  return { ...numbers, gain: extremes };
}

async function mosaicsOf(
  path: string,
  referenceChannel: number,
): Promise<{ readonly channels: readonly string[]; readonly mosaics: readonly Thumbnail[] }> {
  const file = await openOmeTiff(path);
  const mosaics: Thumbnail[] = [];
  for (const channel of file.channels.keys()) {
    const plane = await file.readPlane(channel, file.planes >> 1);
    mosaics.push(mosaicThumbnail(plane, channel === referenceChannel));
  }
  await file.close();
  return { channels: file.channels, mosaics };
}
