import { qcDecon, qcEdf, qcRegistration, qcStitch } from '../../rules/qc.ts';
import { amountsOf } from './amounts.ts';
import type { Config } from './config.ts';
import { referenceChannelIndex } from './params.ts';
import type { Steps } from './steps.ts';

/** The QC rules of the steps that there are. */
export function checksOf(
  config: Config,
  { stitched, deconvolved, planes, projected, registered }: Steps,
) {
  const { project, cycles } = config;
  const common = {
    project,
    cycles,
    referenceChannel: referenceChannelIndex(config),
    ...amountsOf('qc', config),
  };
  return [
    qcStitch({ ...common, gates: config.qc.stitch, ...stitched.output }),
    deconvolved &&
      qcDecon({
        ...common,
        gates: config.qc.decon,
        iterations: config.steps.decon === undefined ? config.decon.iterations : null,
        before: stitched.output.image,
        after: deconvolved.output.image,
      }),
    projected &&
      qcEdf({
        ...common,
        gates: config.qc.edf,
        before: planes,
        after: projected.output.image,
        depth: projected.output.depth,
      }),
    qcRegistration({
      ...common,
      gates: config.qc.registration,
      image: registered.output.image,
      referenceCycle: config.registration.reference_cycle,
      channelCount: config.channels.length,
      cell: config.qc.cell,
      block: config.registration.block,
      tolerance: config.registration.tolerance,
    }),
  ].filter((check) => check !== undefined);
}
