import type { FocusSettings } from '../../rules/imaging/focus-projection.ts';
import type { DeconParams } from '../../rules/steps/decon.ts';
import type { RegistrationParams } from '../../rules/steps/registration.ts';
import type { StitchParams } from '../../rules/steps/stitch.ts';
import type { Config } from './config.ts';
import { rawParams } from './raw.ts';

/** What of the config a step gets to see: nothing else can be a reason to run it again. */
export function stitchParams(config: Config): Omit<StitchParams, 'channelNames'> {
  return {
    ...rawParams(config),
    referenceChannel: referenceChannelIndex(config),
    illumination: { method: config.illumination.method, offset: config.illumination.offset },
    match: { reach: config.stitch.reach, minCorrelation: config.stitch.min_correlation },
  };
}

/**
 * The names of a cycle's channels; without any a channel is called as an OME-TIFF calls it, else
 * `CH` and its number.
 */
export function channelNamesOf(
  { raw, channels, channel_names: names }: Config,
  cycle: string,
): string[] {
  return names[cycle] ?? ('ome' in raw ? [] : channels.map((channel) => `CH${channel}`));
}

export function deconParams(config: Config): DeconParams {
  const { psf_pixel_size: pixelNm, psf_z_step_size: planeNm } = config.decon;
  return {
    optics: {
      numericalAperture: config.numerical_aperture,
      refractiveIndex: config.tissue_refractive_index,
    },
    emissionNm: config.channels.map((channel) => config.wavelengths[channel]?.[1] ?? 0),
    psfVoxel: {
      ...(pixelNm === undefined ? {} : { pixelNm }),
      ...(planeNm === undefined ? {} : { planeNm }),
    },
    iterations: config.decon.iterations,
    block: config.decon.block,
  };
}

export function edfParams(config: Config): FocusSettings {
  const { radius, sigma } = config.edf;
  return { radius, sigma };
}

export function registrationParams(config: Config): RegistrationParams {
  const {
    model,
    block,
    tolerance,
    min_peak: minPeak,
    min_inliers: minInliers,
  } = config.registration;
  return {
    cycles: config.cycles,
    referenceCycle: config.registration.reference_cycle,
    referenceChannel: referenceChannelIndex(config),
    settings: { model, block, minPeak, minInliers, tolerance },
  };
}

export function referenceChannelIndex({ channels, registration }: Config): number {
  return channels.indexOf(registration.reference_channel);
}
