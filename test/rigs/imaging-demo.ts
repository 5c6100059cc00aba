import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { generatedTiles } from '../../rules/generate.ts';
import type { Acquisition, CycleTruth } from '../../rules/imaging/synthetic-tiles.ts';
import decon from '../../rules/steps/decon.ts';
import edf from '../../rules/steps/edf.ts';
import generate from '../../rules/steps/generate.ts';
import { readJson } from '../../rules/steps/json-file.ts';
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
      input: { image: stitched },
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
