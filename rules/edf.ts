import { type FileReference, rule } from 'dagflow';
import type { FocusSettings } from './imaging/focus-projection.ts';
import type { StepAmounts } from './step-amounts.ts';
import { besides, type OwnStep, runPart } from './step-run.ts';

export interface EdfRule extends StepAmounts, OwnStep {
  readonly project: string;
  readonly image: FileReference<`${string}{cycle}${string}`>;
  readonly params: FocusSettings;
}

/** The planes of a cycle as one image a channel, sharp everywhere, and which plane it is. */
export function edf({ project, image, params, run, ...amounts }: EdfRule) {
  return rule('edf', {
    input: { image },
    output: {
      image: `${project}/edf/cyc{cycle}.ome.tif`,
      depth: besides(`${project}/edf/cyc{cycle}-depth.ome.tif`, run),
    },
    params,
    ...amounts,
    ...runPart(run, 'steps/edf.ts'),
  });
}
