/** Bounds of a value: beyond `warn` somebody should look, beyond `fail` it is of no use. */
export type Gate = {
  readonly warn: number;
  /** Null: it never fails. */
  readonly fail: number | null;
};

export type Status = 'pass' | 'warn' | 'fail' | 'not measured';

export type Stage = 'stitch' | 'decon' | 'edf' | 'registration';

/** What is checked, and what to say of it. */
export interface CheckKind {
  readonly title: string;
  readonly better: 'high' | 'low';
  /** What the value is. */
  readonly meaning: string;
  /** What to do where it does not pass. */
  readonly advice: string;
}

const ISOLATED: CheckKind = {
  title: 'loose tiles',
  better: 'low',
  meaning: 'tiles that no believed overlap ties to the others; they lie at their nominal places',
  advice:
    'Look whether the tile shows anything: empty glass has nothing to match. Else raise `stitch.reach`, or lower `stitch.min_correlation`.',
};

/** By stage and name; the order is that of the report. */
export const CHECKS = {
  stitch: {
    seam_correlation: {
      title: 'seam correlation',
      better: 'high',
      meaning: 'Pearson correlation of the worst overlap of neighbouring tiles, as placed',
      advice:
        'Look at the seam that is named. Doubled nuclei mean that the tiles are misplaced: check `tile_overlap` and `stitch.reach`. An overlap without cells has nothing to correlate, and is harmless.',
    },
    seam_difference: {
      title: 'seam difference',
      better: 'low',
      meaning: 'mean absolute difference of the worst overlap over its mean',
      advice:
        'Neighbours differ in brightness: check `illumination.method` and `illumination.offset`; bleaching along the scan does the same.',
    },
    isolated: ISOLATED,
    flatness: {
      title: 'flatness',
      better: 'low',
      meaning:
        'variation of the dark over the tile after the correction, over that before it (at least 0.05)',
      advice:
        'The flat field does not fit: too few tiles, or a scene that is bright everywhere. Measure one and use `illumination.method: file`, and check `illumination.offset`.',
    },
    saturated: {
      title: 'saturated',
      better: 'low',
      meaning: 'share of raw samples at the end of the range of the camera, worst plane',
      advice: 'Exposure was too long: nothing after this can bring the counts back. Image it anew.',
    },
    blank: {
      title: 'blank',
      better: 'low',
      meaning: 'share of raw samples that are 0, worst plane',
      advice:
        'Planes are black: a shutter that stayed closed, or files cut short. Look at the raw tiles.',
    },
  },
  decon: {
    light: {
      title: 'change of light',
      better: 'low',
      meaning: 'relative change of the total light of a channel, worst channel',
      advice:
        'Deconvolution moves light and must not make any. Check that the step writes counts and does not rescale, and `illumination.offset`.',
    },
    signal_to_noise: {
      title: 'signal to noise',
      better: 'high',
      meaning: 'signal over noise after, over the same before, middle plane, worst channel',
      advice:
        'Noise grew faster than detail: fewer `decon.iterations`, or check the optics in the config.',
    },
    change: {
      title: 'change',
      better: 'high',
      meaning: 'mean absolute change over the mean, middle plane, least channel',
      advice:
        'The step hands on what it got. Check that it runs at all, and its log; a channel without structure changes little, too.',
    },
  },
  edf: {
    sharpness: {
      title: 'sharpness',
      better: 'high',
      meaning: 'focus energy of the projection over that of the sharpest plane, worst channel',
      advice: 'The projection is blurrier than one of its planes: try a smaller `edf.sigma`.',
    },
    contrast: {
      title: 'focus contrast',
      better: 'high',
      meaning: 'focus energy of the sharpest plane over that of the median plane, worst channel',
      advice:
        'All planes are alike: the step between planes is small against the depth of field, or none is in focus.',
    },
    from_end: {
      title: 'planes to the end',
      better: 'high',
      meaning: 'planes between the sharpest one and the nearer end of the stack, reference channel',
      advice: 'The focus may lie outside of the stack: set its middle anew, or take more planes.',
    },
    end_planes: {
      title: 'taken from the ends',
      better: 'low',
      meaning: 'share of pixels that come from the first or the last plane, reference channel',
      advice: 'Much of the tissue is sharpest at an end of the stack: it may go on beyond it.',
    },
  },
  registration: {
    correlation_p5: {
      title: 'correlation, p5',
      better: 'high',
      meaning: 'correlation with the reference cycle, 5th percentile of the cells of the grid',
      advice:
        'Compare with the displacement: where that is small, nuclei were lost or dimmed, and the cells are right. Else look at the arrows.',
    },
    correlation_min: {
      title: 'correlation, least',
      better: 'high',
      meaning: 'correlation with the reference cycle, worst cell of the grid',
      advice: 'Look at the darkest cell of the map: a fold, a bubble, or tissue that came off.',
    },
    displacement: {
      title: 'displacement',
      better: 'low',
      meaning: 'how far blocks still lie from the reference, median of those that agree, pixels',
      advice:
        'Arrows in one direction: the motion is off. Arrows that turn or spread: `registration.model: affine`. Arrows that differ place by place: tissue that warped, which no affine motion undoes.',
    },
    inliers: {
      title: 'agreeing blocks',
      better: 'high',
      meaning: 'share of blocks that lie within `registration.tolerance` of the reference',
      advice: 'Few blocks agree: compare the two cycles by eye before you trust this one.',
    },
    coverage: {
      title: 'coverage',
      better: 'high',
      meaning: 'share of the reference cycle where this one has data; the rest is not compared',
      advice:
        'The cycle lies beside the reference: another region, tiles out of order, or a scan that moved. Look at the stitching of both.',
    },
  },
} as const satisfies Record<Stage, Readonly<Record<string, CheckKind>>>;

export type CheckName<Of extends Stage> = keyof (typeof CHECKS)[Of] & string;

/** A gate for every check of a stage. */
export type Gates<Of extends Stage> = { readonly [Name in CheckName<Of>]: Gate };

/** Where a value lies; what could not be measured fails. */
export function judge(value: number | null, better: 'high' | 'low', gate: Gate): Status {
  if (value === null || !Number.isFinite(value)) return 'fail';
  const isBeyond = (bound: number): boolean => (better === 'high' ? value < bound : value > bound);
  if (gate.fail !== null && isBeyond(gate.fail)) return 'fail';
  return isBeyond(gate.warn) ? 'warn' : 'pass';
}
