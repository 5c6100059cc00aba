import { decon } from '../../rules/decon.ts';
import { edf } from '../../rules/edf.ts';
import { registration } from '../../rules/registration.ts';
import { stitch } from '../../rules/stitch.ts';
import { amountsOf } from './amounts.ts';
import type { Config } from './config.ts';
import {
  channelNamesOf,
  deconParams,
  edfParams,
  registrationParams,
  stitchParams,
} from './params.ts';
import { ownRun } from './own-steps.ts';
import { rawData } from './raw.ts';

/** The rules from raw tiles to registered images; a step that the config leaves out is undefined. */
export function stepsOf(config: Config) {
  const { project } = config;
  const raw = rawData(config);
  const stitched = stitch({
    project,
    tiles: raw.tiles,
    flatfields: flatfieldsOf(config),
    params: stitchParams(config),
    channelNames: ({ cycle }) => channelNamesOf(config, cycle),
    run: runOf('stitch', config),
    ...amountsOf('stitch', config),
  });
  const deconvolved =
    config.decon.method === 'none'
      ? undefined
      : decon({
          project,
          image: stitched.output.image,
          psfs: byChannel(config, config.decon.psf === 'file' ? config.decon.psf_file : undefined),
          params: deconParams(config),
          run: runOf('decon', config),
          ...amountsOf('decon', config),
        });
  const planes = (deconvolved ?? stitched).output.image;
  const projected =
    config.edf.method === 'none'
      ? undefined
      : edf({
          project,
          image: planes,
          params: edfParams(config),
          run: runOf('edf', config),
          ...amountsOf('edf', config),
        });
  const registered = registration({
    project,
    image: projected?.output.image ?? planes,
    format: config.output_format,
    params: registrationParams(config),
    run: runOf('registration', config),
    ...amountsOf('registration', config),
  });
  return { raw, stitched, deconvolved, planes, projected, registered };
}

export type Steps = ReturnType<typeof stepsOf>;

/** What runs in the place of a step, with the card of the job where it has one. */
function runOf(step: keyof Config['steps'], config: Config) {
  const hasGpu = amountsOf(step, config).resources.gpus !== undefined;
  return ownRun(config.steps[step], { runtime: config.container_runtime, hasGpu });
}

function flatfieldsOf(config: Config): string[] {
  const { method, file } = config.illumination;
  return byChannel(config, method === 'file' ? file : undefined);
}

/** A path with `{channel}`, if any, for every channel. */
function byChannel({ channels }: Config, file: string | undefined): string[] {
  if (file === undefined) return [];
  return channels.map((channel) => file.replaceAll('{channel}', String(channel)));
}
