import { type FileReference, rule } from 'dagflow';
import type { StepAmounts } from './step-amounts.ts';
import { type OwnStep, runPart } from './step-run.ts';
import type { DeconParams } from './steps/decon.ts';

export interface DeconRule extends StepAmounts, OwnStep {
  readonly project: string;
  readonly image: FileReference<`${string}{cycle}${string}`>;
  /** Measured point spreads by channel; empty where they are computed from the optics. */
  readonly psfs: readonly string[];
  readonly params: DeconParams;
}

/** A stitched cycle, deconvolved channel by channel. */
export function decon({ project, image, psfs, params, run, ...amounts }: DeconRule) {
  return rule('decon', {
    input: { image, psfs },
    output: { image: `${project}/deconvolved/cyc{cycle}.ome.tif` },
    params,
    ...amounts,
    ...runPart(run, 'steps/decon.ts'),
  });
}
