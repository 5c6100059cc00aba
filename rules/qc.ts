import { expand, type FileReference, rule } from 'dagflow';
import type { Gate } from './imaging/quality.ts';
import type { StepAmounts } from './step-amounts.ts';

type CycleFile = FileReference<`${string}{cycle}${string}`>;

export interface QcRule extends StepAmounts {
  readonly project: string;
  readonly cycles: readonly number[];
  readonly gate: Gate;
}

/** Whether the overlaps of placed tiles agree. */
export function qcStitch({
  project,
  cycles,
  gate,
  positions,
  ...amounts
}: QcRule & { readonly positions: CycleFile }) {
  return rule('qc_stitch', {
    input: { positions: expand(positions, { cycle: cycles }) },
    output: { report: `${project}/qc/stitch.json` },
    params: { cycles, gate },
    ...amounts,
    script: 'steps/qc-stitch.ts',
  });
}

export interface BeforeAfter {
  readonly before: CycleFile;
  readonly after: CycleFile;
}

/** Whether deconvolution has kept the light. */
export function qcDecon({
  project,
  cycles,
  gate,
  before,
  after,
  ...amounts
}: QcRule & BeforeAfter) {
  return rule('qc_decon', {
    input: {
      before: expand(before, { cycle: cycles }),
      after: expand(after, { cycle: cycles }),
    },
    output: { report: `${project}/qc/decon.json` },
    params: { cycles, gate },
    ...amounts,
    script: 'steps/qc-decon.ts',
  });
}

/** Whether the projection is as sharp as the sharpest plane. */
export function qcEdf({ project, cycles, gate, before, after, ...amounts }: QcRule & BeforeAfter) {
  return rule('qc_edf', {
    input: {
      before: expand(before, { cycle: cycles }),
      after: expand(after, { cycle: cycles }),
    },
    output: { report: `${project}/qc/edf.json` },
    params: { cycles, gate },
    ...amounts,
    script: 'steps/qc-edf.ts',
  });
}

export interface QcRegistrationRule extends QcRule {
  readonly image: FileReference;
  readonly referenceCycle: number;
  /** Index of the shared channel among the channels of a cycle. */
  readonly referenceChannel: number;
  readonly channelCount: number;
  /** Side of the cells that are compared, pixels. */
  readonly cell: number;
}

/** Whether the cycles lie on the reference cycle. */
export function qcRegistration({
  project,
  image,
  threads,
  resources,
  ...params
}: QcRegistrationRule) {
  return rule('qc_registration', {
    input: { image },
    output: { report: `${project}/qc/registration.json` },
    params,
    threads,
    resources,
    script: 'steps/qc-registration.ts',
  });
}
