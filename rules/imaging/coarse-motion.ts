import { type Affine, composeAffine, rotationAbout } from './affine.ts';
import {
  correlationSurface,
  crossSpectrum,
  overlapOf,
  pearson,
  taper,
  whiten,
} from './correlation.ts';
import { findPeaks } from './correlation-peak.ts';
import { shrink } from './filters.ts';
import type { Image } from './image.ts';
import { warp } from './resample.ts';

const MAX_SIDE = 256;
const ROTATIONS = [0, 0.5, -0.5, 1, -1, 2, -2];
/** Peaks whose overlap is compared in earnest. */
const CANDIDATES = 5;
/** Shifts that leave less of the smaller image in common are not believed. */
const MIN_OVERLAP = 0.3;

export interface CoarseMotion {
  /** Takes a pixel of the reference to its place in the moving image. */
  readonly motion: Affine;
  /** Correlation of the whitened, shrunken images where they overlap; −1: nothing was found. */
  readonly peak: number;
}

/**
 * The best of a few rotations and all shifts up to half a side, on images shrunk to at most 256
 * pixels: maxima of the cross-correlation of the whitened images, judged by the correlation
 * of what overlaps there.
 */
export function searchCoarsely(reference: Image, moving: Image): CoarseMotion {
  const largest = Math.max(reference.width, reference.height, moving.width, moving.height);
  const factor = Math.ceil(largest / MAX_SIDE);
  const smallReference = whiten(shrink(reference, factor));
  const smallMoving = shrink(moving, factor);
  const centre = { x: (smallMoving.width - 1) / 2, y: (smallMoving.height - 1) / 2 };
  let best: CoarseMotion = { motion: rotationAbout(centre, 0, { x: 0, y: 0 }), peak: -1 };
  for (const degrees of ROTATIONS) {
    const rotation = rotationAbout(centre, degrees, { x: 0, y: 0 });
    const turned = whiten(warp(smallMoving, rotation, smallMoving));
    const { x, y, peak } = bestShift(turned, smallReference);
    if (peak <= best.peak) continue;
    const shift = { xx: 1, xy: 0, x0: x, yx: 0, yy: 1, y0: y };
    best = { motion: composeAffine(rotation, shift), peak };
  }
  return { ...best, motion: enlarge(best.motion, factor) };
}

function bestShift(a: Image, b: Image): { x: number; y: number; peak: number } {
  const reach = { x: Math.max(a.width, b.width) >> 1, y: Math.max(a.height, b.height) >> 1 };
  const spectrum = crossSpectrum(taper(a, 0.1), taper(b, 0.1), reach);
  const from = { x: -reach.x, y: -reach.y };
  const peaks = findPeaks(correlationSurface(spectrum), spectrum, {
    from,
    to: reach,
    count: CANDIDATES,
  });
  const least = MIN_OVERLAP * Math.min(a.width * a.height, b.width * b.height);
  let best = { x: 0, y: 0, peak: -1 };
  for (const shift of peaks) {
    const overlap = overlapOf(a, b, shift);
    if (overlap === undefined || overlap.inA.width * overlap.inA.height < least) continue;
    const peak = pearson(a, b, overlap.inA, overlap.inB);
    if (peak > best.peak) best = { ...shift, peak };
  }
  return best;
}

/** A motion of block means as a motion of pixels: the middle of block 0 is (factor − 1)/2. */
function enlarge(motion: Affine, factor: number): Affine {
  const offset = (factor - 1) / 2;
  const out: Affine = { xx: factor, xy: 0, x0: offset, yx: 0, yy: factor, y0: offset };
  const back: Affine = {
    xx: 1 / factor,
    xy: 0,
    x0: -offset / factor,
    yx: 0,
    yy: 1 / factor,
    y0: -offset / factor,
  };
  return composeAffine(out, composeAffine(motion, back));
}
