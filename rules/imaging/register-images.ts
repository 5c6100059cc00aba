import {
  type Affine,
  applyAffine,
  composeAffine,
  fitMotion,
  IDENTITY,
  type MotionModel,
} from './affine.ts';
import { searchCoarsely } from './coarse-motion.ts';
import { correlationSurface, crossSpectrum, pearson, taper, whiten } from './correlation.ts';
import { findPeaks, refinePeak } from './correlation-peak.ts';
import { cropImage, type Image, meanOf, quantileOf, type Rectangle, type Vector } from './image.ts';
import { warp } from './resample.ts';

export type RegistrationSettings = {
  readonly model: MotionModel;
  /** Side of the blocks that are matched, pixels; they lie half a block apart. */
  readonly block: number;
  /** Least correlation of the whitened images after the coarse search. */
  readonly minPeak: number;
  /** Least share of the blocks that agree with the motion. */
  readonly minInliers: number;
  /** How far a block may lie from the motion and still agree with it, pixels. */
  readonly tolerance: number;
};

export interface Registration {
  /** Takes a pixel of the reference to its place in the moving image. */
  readonly motion: Affine;
  /** Correlation of the whitened, shrunken images at the coarse motion. */
  readonly peak: number;
  readonly blockCount: number;
  readonly inlierShare: number;
  /** Median distance of the agreeing blocks from the motion, pixels. */
  readonly residual: number;
}

/** Images that could not be brought together; the message has the numbers. */
class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}

const ROUNDS = 3;

/**
 * The motion between two images of one scene.
 *
 * A coarse search over rotations and shifts on shrunken images, then rounds in which blocks of the
 * moved image are matched to the reference with sub-pixel accuracy and the motion is fitted to
 * them, outliers weighted down. Throws `RegistrationError` where the coarse peak is low, or too few
 * blocks agree: a wrong motion is worse than none.
 */
export function registerImages(
  reference: Image,
  moving: Image,
  settings: RegistrationSettings,
): Registration {
  const { motion: start, peak } = searchCoarsely(reference, moving);
  if (!(peak >= settings.minPeak)) {
    throw new RegistrationError(
      `no common scene found: the best correlation is ${peak.toFixed(3)}, below ${settings.minPeak}`,
    );
  }
  const whitened = whiten(reference);
  let motion = start;
  let agreement: Agreement = { motion: IDENTITY, blockCount: 0, inlierShare: 0, residual: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const moved = whiten(warp(moving, motion, reference));
    agreement = fitBlocks(matchBlocks(whitened, moved, settings.block), settings);
    motion = composeAffine(motion, agreement.motion);
  }
  const { blockCount, inlierShare, residual } = agreement;
  if (!(inlierShare >= settings.minInliers)) {
    throw new RegistrationError(
      `${Math.round(inlierShare * 100)} % of ${blockCount} blocks agree on a motion, ` +
        `fewer than ${Math.round(settings.minInliers * 100)} %`,
    );
  }
  return { motion, peak, blockCount, inlierShare, residual };
}

export interface BlockMatch {
  /** Middle of the block in the reference. */
  readonly from: Vector;
  /** Where its content lies in the moved image; undefined: not found. */
  readonly to: Vector | undefined;
  readonly weight: number;
}

/** Blocks that are mostly covered by both images, and where each was found. */
export function matchBlocks(reference: Image, moved: Image, block: number): readonly BlockMatch[] {
  const matches: BlockMatch[] = [];
  const side = Math.min(block, reference.width, reference.height);
  const step = Math.max(1, side >> 1);
  for (let y = 0; y + side <= reference.height; y += step) {
    for (let x = 0; x + side <= reference.width; x += step) {
      const rectangle = { x, y, width: side, height: side };
      const a = cropImage(moved, rectangle);
      const b = cropImage(reference, rectangle);
      if (emptyShare(a) > 0.25 || emptyShare(b) > 0.25) continue;
      const from = { x: x + (side - 1) / 2, y: y + (side - 1) / 2 };
      matches.push({ from, ...matchBlock(a, b, from) });
    }
  }
  return matches;
}

/** Whitened images are exactly 0 only where they have no data. */
function emptyShare({ data }: Image): number {
  return meanOf(data.map((value) => (value === 0 ? 1 : 0)));
}

function matchBlock(a: Image, b: Image, from: Vector): Omit<BlockMatch, 'from'> {
  const reach = a.width >> 2;
  const spectrum = crossSpectrum(taper(a, 0.25), taper(b, 0.25), { x: reach, y: reach });
  const range = { from: { x: -reach, y: -reach }, to: { x: reach, y: reach }, count: 1 };
  const [peak] = findPeaks(correlationSurface(spectrum), spectrum, range);
  const shift = peak && refinePeak(spectrum, peak);
  if (peak === undefined || shift === undefined) return { to: undefined, weight: 0 };
  const inA = within(a, peak);
  const correlation = pearson(a, b, inA, within(b, { x: -peak.x, y: -peak.y }));
  return { to: { x: from.x + shift.x, y: from.y + shift.y }, weight: Math.max(0, correlation) };
}

function within({ width, height }: Image, { x, y }: Vector): Rectangle {
  return {
    x: Math.max(0, x),
    y: Math.max(0, y),
    width: width - Math.abs(x),
    height: height - Math.abs(y),
  };
}

interface Agreement extends Omit<Registration, 'peak'> {}

/**
 * A fit to which far matches count little: iteratively re-weighted least squares with Tukey's
 * biweight (Holland and Welsch, Robust regression using iteratively reweighted least-squares,
 * 1977), begun at the median shift.
 */
function fitBlocks(blocks: readonly BlockMatch[], settings: RegistrationSettings): Agreement {
  const found = blocks.flatMap(({ from, to, weight }) => (to ? [{ from, to, weight }] : []));
  let motion = medianShift(found);
  for (let step = 0; step < 20; step++) {
    const distances = found.map((match) => distanceFrom(motion, match));
    const scale = Math.max(0.02, 1.4826 * quantileOf(distances, 0.5));
    const weighted = found.map((match, i) => {
      const u = (distances[i] ?? 0) / (4.685 * scale);
      return { ...match, weight: u < 1 ? match.weight * (1 - u * u) ** 2 : 0 };
    });
    const next = fitMotion(weighted, settings.model);
    if (next === undefined) {
      throw new RegistrationError(
        `${found.length} of ${blocks.length} blocks of ${settings.block} px could be matched, ` +
          `too few for the model ${settings.model}`,
      );
    }
    motion = next;
  }
  const distances = found.map((match) => distanceFrom(motion, match));
  const inliers = distances.filter((distance) => distance <= settings.tolerance);
  return {
    motion,
    blockCount: blocks.length,
    inlierShare: blocks.length === 0 ? 0 : inliers.length / blocks.length,
    residual: quantileOf(inliers, 0.5),
  };
}

function medianShift(found: readonly { readonly from: Vector; readonly to: Vector }[]): Affine {
  const x0 = quantileOf(
    found.map(({ from, to }) => to.x - from.x),
    0.5,
  );
  const y0 = quantileOf(
    found.map(({ from, to }) => to.y - from.y),
    0.5,
  );
  return { ...IDENTITY, x0, y0 };
}

function distanceFrom(
  motion: Affine,
  { from, to }: { readonly from: Vector; readonly to: Vector },
): number {
  const at = applyAffine(motion, from);
  return Math.hypot(at.x - to.x, at.y - to.y);
}
