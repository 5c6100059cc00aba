import { type InputContext, rule } from 'dagflow';
import type { StepAmounts } from './step-amounts.ts';
import { besides, type OwnStep, runPart } from './step-run.ts';
import type { StitchParams } from './steps/stitch.ts';

export interface StitchRule extends StepAmounts, OwnStep {
  readonly project: string;
  /**
   * Raw tiles of a cycle: by channel, in it by plane, in it by tile in order of acquisition; or the
   * one file that holds them all.
   */
  readonly tiles: (wildcards: { readonly cycle: string }, context: InputContext) => string[];
  /** By channel; empty where they are fitted or not wanted. */
  readonly flatfields: readonly string[];
  /** Of a cycle's channels, in the order of the tiles. */
  readonly channelNames: (wildcards: { readonly cycle: string }) => readonly string[];
  readonly params: Omit<StitchParams, 'channelNames'>;
}

/** The tiles of a cycle as one mosaic a channel and plane, where they lie, and what their light was like. */
export function stitch({
  project,
  params,
  channelNames,
  tiles,
  flatfields,
  run,
  ...amounts
}: StitchRule) {
  return rule('stitch', {
    input: { tiles, flatfields },
    output: {
      image: `${project}/stitched/cyc{cycle}.ome.tif`,
      positions: besides(`${project}/stitched/cyc{cycle}.json`, run),
      illumination: besides(`${project}/stitched/cyc{cycle}-illumination.json`, run),
    },
    params: { ...params, channelNames },
    ...amounts,
    ...runPart(run, 'steps/stitch.ts'),
  });
}
