import { directory, expand, type FileReference, rule } from 'dagflow';
import type { StepAmounts } from './step-amounts.ts';
import { besides, type OwnStep, runPart } from './step-run.ts';
import type { RegistrationParams } from './steps/registration.ts';

export interface RegistrationRule extends StepAmounts, OwnStep {
  readonly project: string;
  readonly image: FileReference<`${string}{cycle}${string}`>;
  /** An OME-TIFF, or a folder of OME-Zarr. */
  readonly format: 'tiff' | 'zarr';
  readonly params: RegistrationParams;
}

/** All channels of all cycles on the grid of the reference cycle, and the transforms. */
export function registration({
  project,
  image,
  format,
  params,
  run,
  ...amounts
}: RegistrationRule) {
  const registered = `${project}/registered/registered.ome`;
  return rule('registration', {
    input: { images: expand(image, { cycle: params.cycles }) },
    output: {
      image: format === 'zarr' ? directory(`${registered}.zarr`) : `${registered}.tif`,
      transforms: besides(`${project}/registered/transforms.json`, run),
    },
    params,
    ...amounts,
    ...runPart(run, 'steps/registration.ts'),
  });
}
