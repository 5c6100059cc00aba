import { expand, type FileReference, report, rule } from 'dagflow';
import type { Gates, Stage } from './qc/gates.ts';
import type { StepAmounts } from './step-amounts.ts';

type CycleFile = FileReference<`${string}{cycle}${string}`>;

export interface QcRule<Of extends Stage> extends StepAmounts {
  readonly project: string;
  readonly cycles: readonly number[];
  readonly gates: Gates<Of>;
  /** Index of the channel that all cycles share, among the channels of a cycle. */
  readonly referenceChannel: number;
}

/** What every check makes: numbers, a page, and a picture of each cycle. */
function made(stage: Stage, project: string, cycles: readonly number[]) {
  const category = 'QC';
  return {
    report: `${project}/qc/${stage}.json`,
    page: report(`${project}/qc/${stage}.html`, { caption: `${stage}, all cycles`, category }),
    plots: cycles.map((cycle) =>
      report(`${project}/qc/${stage}-cyc${cycle}.png`, {
        caption: `${stage}, cycle ${cycle}`,
        category,
      }),
    ),
  };
}

export interface QcStitchRule extends QcRule<'stitch'> {
  readonly image: CycleFile;
  /** May be missing where the step is somebody's own. */
  readonly positions: CycleFile;
  readonly illumination: CycleFile;
}

/** Whether the overlaps of placed tiles agree, and the tiles are evenly lit. */
export function qcStitch({
  project,
  cycles,
  gates,
  referenceChannel,
  image,
  positions,
  illumination,
  ...amounts
}: QcStitchRule) {
  return rule('qc_stitch', {
    input: {
      images: expand(image, { cycle: cycles }),
      positions: expand(positions, { cycle: cycles }),
      illumination: expand(illumination, { cycle: cycles }),
    },
    output: made('stitch', project, cycles),
    params: { cycles, gates, referenceChannel },
    ...amounts,
    script: 'steps/qc-stitch.ts',
  });
}

export interface BeforeAfter {
  readonly before: CycleFile;
  readonly after: CycleFile;
}

/** Whether deconvolution has kept the light, and what it did to the noise. */
export function qcDecon({
  project,
  cycles,
  gates,
  referenceChannel,
  iterations,
  before,
  after,
  ...amounts
}: QcRule<'decon'> & BeforeAfter & { readonly iterations: number | null }) {
  return rule('qc_decon', {
    input: {
      before: expand(before, { cycle: cycles }),
      after: expand(after, { cycle: cycles }),
    },
    output: made('decon', project, cycles),
    params: { cycles, gates, referenceChannel, iterations },
    ...amounts,
    script: 'steps/qc-decon.ts',
  });
}

/** Whether the projection is as sharp as the sharpest plane, and the focus lies in the stack. */
export function qcEdf({
  project,
  cycles,
  gates,
  referenceChannel,
  before,
  after,
  depth,
  ...amounts
}: QcRule<'edf'> &
  BeforeAfter & {
    /** May be missing where the step is somebody's own. */
    readonly depth: CycleFile;
  }) {
  return rule('qc_edf', {
    input: {
      before: expand(before, { cycle: cycles }),
      after: expand(after, { cycle: cycles }),
      depths: expand(depth, { cycle: cycles }),
    },
    output: made('edf', project, cycles),
    params: { cycles, gates, referenceChannel },
    ...amounts,
    script: 'steps/qc-edf.ts',
  });
}

export interface QcRegistrationRule extends QcRule<'registration'> {
  readonly image: FileReference;
  readonly referenceCycle: number;
  readonly channelCount: number;
  /** Side of the cells that are compared, pixels. */
  readonly cell: number;
  /** Side of the blocks that are matched, pixels. */
  readonly block: number;
  /** How far a block may be off and still agree, pixels. */
  readonly tolerance: number;
}

/** Whether the cycles lie on the reference cycle. */
export function qcRegistration({
  project,
  image,
  threads,
  resources,
  ...params
}: QcRegistrationRule) {
  const { cycles, referenceCycle } = params;
  return rule('qc_registration', {
    input: { image },
    output: made(
      'registration',
      project,
      cycles.filter((cycle) => cycle !== referenceCycle),
    ),
    params,
    threads,
    resources,
    script: 'steps/qc-registration.ts',
  });
}

/** Fails where one of the reports does: what needs its output waits for QC that passed. */
export function qcGate({
  project,
  reports,
}: {
  readonly project: string;
  readonly reports: readonly FileReference[];
}) {
  return rule('qc_gate', {
    input: { reports },
    output: { passed: `${project}/qc/passed.json` },
    script: 'steps/qc-gate.ts',
  });
}
