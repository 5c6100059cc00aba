import { expand, type FileReference, rule } from 'dagflow';
import type { StepAmounts } from './step-amounts.ts';
import type { RegistrationParams } from './steps/registration.ts';

export interface RegistrationRule extends StepAmounts {
  readonly project: string;
  readonly image: FileReference<`${string}{cycle}${string}`>;
  readonly params: RegistrationParams;
}

/** All channels of all cycles on the grid of the reference cycle, and the transforms. */
export function registration({ project, image, params, ...amounts }: RegistrationRule) {
  return rule('registration', {
    input: { images: expand(image, { cycle: params.cycles }) },
    output: {
      image: `${project}/registered/registered.ome.tif`,
      transforms: `${project}/registered/transforms.json`,
    },
    params,
    ...amounts,
    script: 'steps/registration.ts',
  });
}
