import {
  correlationSurface,
  crossSpectrum,
  overlapOf,
  pearson,
  taperedCrop,
} from './correlation.ts';
import { findPeaks, refinePeak } from './correlation-peak.ts';
import { cropImage, type Image, type Vector } from './image.ts';

/** A tile twice: as it is, and whitened for matching. */
export interface MatchableTile {
  readonly image: Image;
  readonly whitened: Image;
}

export interface TileMatch {
  /** Where the second tile's corner lies in the first tile, pixels. */
  readonly shift: Vector;
  /** Pearson's correlation of the overlap of the tiles as they are. */
  readonly correlation: number;
  /**
   * Fisher's atanh(r)·√n of the whitened tiles' correlation over n common pixels: a chance likeness of
   * few pixels does not pass for a likeness of many.
   */
  readonly evidence: number;
}

/** Peaks whose overlap is compared in earnest. */
const CANDIDATES = 8;
/** A match must have this many pixels in common. */
const MIN_PIXELS = 64;
/** Likeness above which more is not told apart. */
const LARGEST = 0.999999;

/**
 * Finds how two neighbouring tiles lie, within `reach` pixels of the nominal shift in x and y.
 *
 * The nominal overlap, wider by the reach, is cut out of both whitened tiles and cross-correlated;
 * the best maxima are judged by the correlation of the true overlap; the winner is refined below
 * a pixel on exactly the overlap. (The course of Muhlich et al., Bioinformatics 38:4613, 2022.)
 * Undefined where the tiles have nothing in common within reach.
 */
export function matchTiles(
  a: MatchableTile,
  b: MatchableTile,
  where: { readonly nominal: Vector; readonly reach: number },
): TileMatch | undefined {
  const best = bestCandidate(a, b, where);
  return best && refineMatch(a, b, best);
}

/** What `matchTiles` believes in before it refines: for matches of which only that counts. */
export function evidenceOf(
  a: MatchableTile,
  b: MatchableTile,
  where: { readonly nominal: Vector; readonly reach: number },
): number {
  return bestCandidate(a, b, where)?.evidence ?? 0;
}

interface Candidate {
  readonly shift: Vector;
  readonly evidence: number;
}

function bestCandidate(
  a: MatchableTile,
  b: MatchableTile,
  { nominal, reach }: { readonly nominal: Vector; readonly reach: number },
): Candidate | undefined {
  const around = { x: Math.round(nominal.x), y: Math.round(nominal.y) };
  let best: Candidate | undefined;
  for (const shift of candidateShifts(a, b, { around, reach })) {
    const overlap = overlapOf(a.image, b.image, shift);
    if (overlap === undefined) continue;
    const pixels = overlap.inA.width * overlap.inA.height;
    if (pixels < MIN_PIXELS) continue;
    const likeness = pearson(a.whitened, b.whitened, overlap.inA, overlap.inB);
    const evidence = Math.atanh(Math.min(LARGEST, likeness)) * Math.sqrt(pixels);
    if (best === undefined || evidence > best.evidence) best = { shift, evidence };
  }
  return best;
}

function candidateShifts(
  a: MatchableTile,
  b: MatchableTile,
  { around, reach }: { readonly around: Vector; readonly reach: number },
): readonly Vector[] {
  const cutA = wideOverlap(a.image, b.image, { shift: around, reach });
  const cutB = wideOverlap(b.image, a.image, { shift: { x: -around.x, y: -around.y }, reach });
  if (cutA === undefined || cutB === undefined) return [];
  const cropA = taperedCrop(a.whitened, cutA, 0.1);
  const cropB = taperedCrop(b.whitened, cutB, 0.1);
  // The shift between the crops when the tiles lie as planned.
  const zero = { x: around.x - cutA.x + cutB.x, y: around.y - cutA.y + cutB.y };
  const margin = { x: Math.abs(zero.x) + reach, y: Math.abs(zero.y) + reach };
  const spectrum = crossSpectrum(cropA, cropB, margin);
  const peaks = findPeaks(correlationSurface(spectrum), spectrum, {
    from: { x: zero.x - reach, y: zero.y - reach },
    to: { x: zero.x + reach, y: zero.y + reach },
    count: CANDIDATES,
  });
  return peaks.map(({ x, y }) => ({ x: x + cutA.x - cutB.x, y: y + cutA.y - cutB.y }));
}

/** The part of `a` that `b` covers for some shift within reach. */
function wideOverlap(
  a: Image,
  b: Image,
  { shift, reach }: { readonly shift: Vector; readonly reach: number },
): ReturnType<typeof boundsOf> {
  return boundsOf(
    [shift.x - reach, shift.x + reach + b.width, a.width],
    [shift.y - reach, shift.y + reach + b.height, a.height],
  );
}

function boundsOf(
  [left, right, width]: readonly [number, number, number],
  [top, bottom, height]: readonly [number, number, number],
): { x: number; y: number; width: number; height: number } | undefined {
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  const size = { width: Math.min(width, right) - x, height: Math.min(height, bottom) - y };
  return size.width > 0 && size.height > 0 ? { x, y, ...size } : undefined;
}

function refineMatch(
  a: MatchableTile,
  b: MatchableTile,
  { shift, evidence }: Candidate,
): TileMatch | undefined {
  const overlap = overlapOf(a.image, b.image, shift);
  if (overlap === undefined) return undefined;
  const { inA, inB } = overlap;
  const spectrum = crossSpectrum(
    taperedCrop(a.whitened, inA, 0.25),
    taperedCrop(b.whitened, inB, 0.25),
    { x: 2, y: 2 },
  );
  const rest = refinePeak(spectrum, { x: 0, y: 0 });
  const correlation = pearson(a.image, b.image, inA, inB);
  if (rest === undefined) return { shift, correlation, evidence };
  return { shift: { x: shift.x + rest.x, y: shift.y + rest.y }, correlation, evidence };
}

/** Correlation and mean absolute relative difference of two tiles where they overlap. */
export function compareOverlap(
  a: Image,
  b: Image,
  shift: Vector,
): { readonly correlation: number; readonly difference: number } | undefined {
  const overlap = overlapOf(a, b, { x: Math.round(shift.x), y: Math.round(shift.y) });
  if (overlap === undefined) return undefined;
  const cutA = cropImage(a, overlap.inA);
  const cutB = cropImage(b, overlap.inB);
  let difference = 0;
  let sum = 0;
  for (let i = 0; i < cutA.data.length; i++) {
    const u = cutA.data[i] ?? 0;
    const v = cutB.data[i] ?? 0;
    difference += Math.abs(u - v);
    sum += (u + v) / 2;
  }
  return {
    correlation: pearson(a, b, overlap.inA, overlap.inB),
    difference: sum > 0 ? difference / sum : 0,
  };
}
