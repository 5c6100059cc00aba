import { type FileReference, rule } from 'dagflow';
import type { StepAmounts } from './step-amounts.ts';
import type { DeconParams } from './steps/decon.ts';

export interface DeconRule extends StepAmounts {
  readonly project: string;
  readonly image: FileReference<`${string}{cycle}${string}`>;
  readonly params: DeconParams;
}

/** A stitched cycle, deconvolved channel by channel. */
export function decon({ project, image, params, ...amounts }: DeconRule) {
  return rule('decon', {
    input: { image },
    output: { image: `${project}/deconvolved/cyc{cycle}.ome.tif` },
    params,
    ...amounts,
    script: 'steps/decon.ts',
  });
}
