import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { generatedTiles } from '../../rules/generate.ts';
import type { Acquisition, CycleTruth } from '../../rules/imaging/synthetic-tiles.ts';
import type { QcReport } from '../../rules/qc/report.ts';
import type { QcOutput } from '../../rules/qc/write-report.ts';
import decon from '../../rules/steps/decon.ts';
import edf from '../../rules/steps/edf.ts';
import generate from '../../rules/steps/generate.ts';
import { readJson } from '../../rules/steps/json-file.ts';
import qcDecon from '../../rules/steps/qc-decon.ts';
import qcEdf from '../../rules/steps/qc-edf.ts';
import qcRegistration from '../../rules/steps/qc-registration.ts';
import qcStitch from '../../rules/steps/qc-stitch.ts';
import registration from '../../rules/steps/registration.ts';
import stitch from '../../rules/steps/stitch.ts';
import { Config } from '../../workflows/kintsugi/config.ts';
import {
  channelNamesOf,
  deconParams,
  edfParams,
  registrationParams,
  stitchParams,
} from '../../workflows/kintsugi/params.ts';
import { acquisitionOf } from '../../workflows/kintsugi/raw.ts';
import { scriptJob } from './imaging-job.ts';

/** The demo's config, as the workflow gets it. */
export function demoConfig(): Config {
  const file = new URL('../../workflows/kintsugi/config.yaml', import.meta.url);
  return Config.parse(parse(readFileSync(file, 'utf8')));
}

export interface DemoRun {
  readonly folder: string;
  readonly config: Config;
  readonly acquisition: Acquisition;
  readonly truths: ReadonlyMap<number, CycleTruth>;
}

/** The steps of the demo one after the other in this process, without the engine. */
export async function runDemo(folder: string, config: Config): Promise<DemoRun> {
  if (!('generate' in config.raw)) throw new Error('the demo makes its raw data');
  const acquisition = acquisitionOf(config, config.raw.generate);
  const truths = new Map<number, CycleTruth>();
  for (const cycle of config.cycles) {
    truths.set(cycle, await runCycle({ folder, config, acquisition }, cycle));
  }
  const output = {
    image: made(folder, 'registered/registered.ome.tif'),
    transforms: made(folder, 'registered/transforms.json'),
  };
  const images = config.cycles.map((cycle) => join(folder, `edf/cyc${cycle}.ome.tif`));
  await registration(scriptJob({ input: { images }, output, params: registrationParams(config) }));
  return { folder, config, acquisition, truths };
}

/** All QC of a run; the files lie in `qc/` of its folder. */
export async function runQc({ folder, config }: DemoRun): Promise<readonly QcReport[]> {
  const { cycles, qc } = config;
  const each = (stage: string, ending: string): string[] =>
    cycles.map((cycle) => join(folder, `${stage}/cyc${cycle}${ending}`));
  const outputs = (stage: string): QcOutput => ({
    report: made(folder, `qc/${stage}.json`),
    page: join(folder, `qc/${stage}.html`),
    plots: cycles.map((cycle) => join(folder, `qc/${stage}-cyc${cycle}.png`)),
  });
  const common = { cycles, referenceChannel: 0 };
  const images = { stitched: each('stitched', '.ome.tif'), edf: each('edf', '.ome.tif') };
  const deconvolved = each('deconvolved', '.ome.tif');
  await qcStitch(
    scriptJob({
      input: {
        images: images.stitched,
        positions: each('stitched', '.json'),
        illumination: each('stitched', '-illumination.json'),
      },
      output: outputs('stitch'),
      params: { ...common, gates: qc.stitch },
    }),
  );
  await qcDecon(
    scriptJob({
      input: { before: images.stitched, after: deconvolved },
      output: outputs('decon'),
      params: { ...common, gates: qc.decon, iterations: config.decon.iterations },
    }),
  );
  await qcEdf(
    scriptJob({
      input: { before: deconvolved, after: images.edf, depths: each('edf', '-depth.ome.tif') },
      output: outputs('edf'),
      params: { ...common, gates: qc.edf },
    }),
  );
  const { block, tolerance, reference_cycle: referenceCycle } = config.registration;
  const channelCount = config.channels.length;
  await qcRegistration(
    scriptJob({
      input: { image: join(folder, 'registered/registered.ome.tif') },
      output: outputs('registration'),
      params: {
        ...common,
        gates: qc.registration,
        referenceCycle,
        channelCount,
        cell: qc.cell,
        block,
        tolerance,
      },
    }),
  );
  const stages = ['stitch', 'decon', 'edf', 'registration'];
  return stages.map((stage) => readJson<QcReport>(join(folder, `qc/${stage}.json`)));
}

async function runCycle(
  { folder, config, acquisition }: Omit<DemoRun, 'truths'>,
  cycle: number,
): Promise<CycleTruth> {
  const { channels } = config;
  const wildcards = { cycle: String(cycle) };
  const padded = wildcards.cycle.padStart(3, '0');
  const tiles = generatedTiles({
    folder: join(folder, 'raw'),
    channels,
    acquisition,
    cycle: padded,
  });
  for (const tile of tiles) mkdirSync(dirname(tile), { recursive: true });
  const truth = made(folder, `truth/cyc${padded}.json`);
  const pixelUm = (config.xy_pixel_size ?? 377) / 1000;
  generate(
    scriptJob({
      output: { tiles, truth },
      params: { acquisition, channels, pixelUm },
      wildcards: { cycle: padded },
    }),
  );
  const stitched = made(folder, `stitched/cyc${cycle}.ome.tif`);
  const positions = made(folder, `stitched/cyc${cycle}.json`);
  const illumination = made(folder, `stitched/cyc${cycle}-illumination.json`);
  await stitch(
    scriptJob({
      input: { tiles, flatfields: [] },
      output: { image: stitched, positions, illumination },
      params: { ...stitchParams(config), channelNames: channelNamesOf(config, wildcards.cycle) },
      wildcards,
    }),
  );
  const deconvolved = made(folder, `deconvolved/cyc${cycle}.ome.tif`);
  await decon(
    scriptJob({
      input: { image: stitched, psfs: [] },
      output: { image: deconvolved },
      params: deconParams(config),
      wildcards,
    }),
  );
  await edf(
    scriptJob({
      input: { image: deconvolved },
      output: {
        image: made(folder, `edf/cyc${cycle}.ome.tif`),
        depth: made(folder, `edf/cyc${cycle}-depth.ome.tif`),
      },
      params: edfParams(config),
      wildcards,
    }),
  );
  return readJson<CycleTruth>(truth);
}

function made(folder: string, path: string): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
}
