import { type Image, meanOf } from './image.ts';
import { fitSparseFlatfield, flatfieldProblem, type FlatfieldProblem } from './sparse-flatfield.ts';
import { resizeArea, resizeLinear } from './resize.ts';

export interface BasicSettings {
  /** Side of the working images, pixels; even. */
  readonly workingSize: number;
  /** Steps of one fit at most. */
  readonly maxIterations: number;
  /** Relative misfit at which a fit has converged. */
  readonly tolerance: number;
  /** Relative change of the flatfield at which re-weighting ends. */
  readonly reweightTolerance: number;
}

/** For tiles of any size and brightness. */
export const BASIC_DEFAULTS: BasicSettings = {
  workingSize: 64,
  maxIterations: 500,
  tolerance: 1e-4,
  reweightTolerance: 1e-2,
};

/** Rounds of re-weighting at most. */
const MAX_REWEIGHTS = 25;
/** Keeps weights finite where the sparse rest is 0. */
const WEIGHT_EPSILON = 0.1;

/**
 * The relative gain of every pixel (mean 1) from a stack of images of one size.
 *
 * Fits I = level · flatfield + a sparse rest, where the flatfield is sparse in cosines (BaSiC: Peng
 * et al., A BaSiC tool for background and shading correction of optical microscopy images,
 * Nat. Commun. 8:14836, 2017, without its darkfield): inexact augmented Lagrangian steps within
 * re-weighted L1 minimisation, on small images whose intensities are sorted pixel by pixel first.
 * A constant camera offset has to be subtracted before. Throws for no images and for black ones.
 */
export function fitFlatfield(images: readonly Image[], settings: BasicSettings): Image {
  const [first] = images;
  if (first === undefined) throw new Error('an illumination fit needs at least one image');
  const size = settings.workingSize;
  const sorted = sortedImages(images, size);
  if (!sorted.some((image) => image.some((value) => value > 0))) {
    throw new Error(
      'an illumination fit needs images that are not black: nothing is above the offset',
    );
  }
  const flat = fitReweighted(flatfieldProblem(sorted, size), settings);
  const enlarged = resizeLinear(
    { width: size, height: size, data: Float32Array.from(flat) },
    first,
  );
  const mean = meanOf(enlarged.data);
  return { ...enlarged, data: enlarged.data.map((value) => value / mean) };
}

/** All images, small; image i holds every pixel's i-th smallest value. */
function sortedImages(images: readonly Image[], size: number): readonly Float32Array[] {
  const stack = images.map((image) => resizeArea(image, size).data);
  const column = new Float32Array(images.length);
  for (let p = 0; p < size * size; p++) {
    for (const [i, image] of stack.entries()) column[i] = image[p] ?? 0;
    column.sort();
    for (const [i, image] of stack.entries()) image[p] = column[i] ?? 0;
  }
  return stack;
}

/** Fits until the flatfield settles; each round trusts less what the last could not explain. */
function fitReweighted(problem: FlatfieldProblem, settings: BasicSettings): Float64Array {
  let flat = new Float64Array(0);
  for (let round = 0; round < MAX_REWEIGHTS; round++) {
    const fit = fitSparseFlatfield(problem, settings);
    const mean = meanOf(fit.flatfield);
    const next = fit.flatfield.map((value) => value / mean);
    const change = round === 0 ? Number.POSITIVE_INFINITY : relativeChange(flat, next);
    flat = next;
    if (change <= settings.reweightTolerance) break;
    reweigh(problem.weights, fit.rest, { levels: fit.levels.map((level) => level * mean) });
  }
  return flat;
}

function relativeChange(last: Float64Array, next: Float64Array): number {
  let [difference, size] = [0, 0];
  for (let p = 0; p < next.length; p++) {
    difference += Math.abs((next[p] ?? 0) - (last[p] ?? 0));
    size += Math.abs(last[p] ?? 0);
  }
  return difference / size;
}

/** Small where the rest is large against the brightness of its image; of mean 1. */
function reweigh(
  weights: Float64Array,
  rest: Float64Array,
  { levels }: { readonly levels: readonly number[] },
): void {
  const pixels = rest.length / levels.length;
  for (const [i, level] of levels.entries()) {
    for (let k = i * pixels; k < (i + 1) * pixels; k++) {
      weights[k] = 1 / (Math.abs((rest[k] ?? 0) / (level + 1e-6)) + WEIGHT_EPSILON);
    }
  }
  const mean = meanOf(weights);
  for (let k = 0; k < weights.length; k++) weights[k] = (weights[k] ?? 0) / mean;
}
