import { CosineTransform } from './dct.ts';
import { meanOf } from './image.ts';
import { kernels } from './kernels/kernel-memory.ts';

/**
 * Images of one size, and what a fit to them needs. All arrays lie in the memory of the kernels:
 * nothing else may be allocated there while they are in use.
 */
export interface FlatfieldProblem {
  /** Square images of an even side, one after the other. */
  readonly stack: Float64Array;
  readonly count: number;
  /** By pixel of the stack: how dear it is to leave a rest there. */
  readonly weights: Float64Array;
  readonly work: Workspace;
  readonly cosines: CosineTransform;
  /** Price of the cosines of the flatfield. */
  readonly penalty: number;
  /** Largest singular value of the matrix whose rows are the images. */
  readonly scale: number;
}

interface Workspace {
  readonly rest: Float64Array;
  readonly multipliers: Float64Array;
  readonly flatfield: Float64Array;
  /** By pixel, over the images: sums of what is not rest, and of the multipliers. */
  readonly lit: Float64Array;
  readonly pulls: Float64Array;
  /** What the kernel sums up. */
  readonly totals: Float64Array;
}

/** Of images of `size`² pixels each, with equal weights. */
export function flatfieldProblem(images: readonly Float32Array[], size: number): FlatfieldProblem {
  const pixels = size * size;
  const count = images.length;
  const length = count * pixels;
  const { doubles, floats } = kernels().allocateBoth({
    doubles: [length, length, length, length, pixels, pixels, pixels, 4],
    floats: CosineTransform.lengths(size),
  });
  const [stack, weights, rest, multipliers, flatfield, lit, pulls, totals] = doubles;
  if (!stack || !weights || !rest || !multipliers) throw new Error('eight were asked for');
  if (!flatfield || !lit || !pulls || !totals) throw new Error('eight were asked for');
  for (const [i, image] of images.entries()) stack.set(image, i * pixels);
  weights.fill(1);
  const cosines = new CosineTransform(size, floats);
  return {
    stack,
    count,
    weights,
    work: { rest, multipliers, flatfield, lit, pulls, totals },
    cosines,
    penalty: penaltyFor(stack, count, cosines),
    scale: largestSingularValue(stack, count),
  };
}

export interface FitLimits {
  readonly maxIterations: number;
  /** Relative misfit at which the fit has converged. */
  readonly tolerance: number;
}

export interface FlatfieldFit {
  readonly flatfield: Float64Array;
  /** Brightness of each image, relative; its part of the stack is level · flatfield. */
  readonly levels: readonly number[];
  /** What is left, by pixel of the stack; until the next fit. */
  readonly rest: Float64Array;
}

const STEP_GROWTH = 1.5;
const MAX_STEP_GROWTH = 1e7;

/**
 * Splits a stack into level · flatfield + rest with the least penalty · |cosines of flatfield| +
 * |weights · rest|, by inexact augmented Lagrangian steps (Lin, Chen and Ma, arXiv:1009.5055). Penalty
 * and first step size are those of BaSiC (Peng et al., Nat. Commun. 8:14836, 2017).
 */
export function fitSparseFlatfield(problem: FlatfieldProblem, limits: FitLimits): FlatfieldFit {
  const { stack, count, cosines, work } = problem;
  const pixels = stack.length / count;
  const firstStep = 12.5 / problem.scale;
  const norm = Math.sqrt(sumOfSquares(stack));
  const coefficients = new Float64Array(pixels);
  const pull = new Float64Array(pixels);
  work.multipliers.fill(0);
  work.flatfield.fill(0);
  work.pulls.fill(0);
  work.lit.set(sumOverImages(stack, count));
  let levels = Array.from({ length: count }, () => 1);
  let step = firstStep;
  for (let iteration = 0; iteration < limits.maxIterations; iteration++) {
    const meanLevel = levels.reduce((sum, level) => sum + level, 0) / count;
    // The mean over images of what level · flatfield + rest leaves unexplained.
    for (let p = 0; p < pixels; p++) {
      const lit = (work.lit[p] ?? 0) + (work.pulls[p] ?? 0) / step;
      pull[p] = lit / count - meanLevel * (work.flatfield[p] ?? 0);
    }
    cosines.forward(pull, pull);
    const threshold = problem.penalty / step;
    for (let k = 0; k < pixels; k++) {
      coefficients[k] = shrinkBy((coefficients[k] ?? 0) + (pull[k] ?? 0), threshold);
    }
    cosines.inverse(coefficients, work.flatfield);
    const { misfit, means } = updateRest(problem, levels, step);
    const overall = means.reduce((sum, mean) => sum + mean, 0) / count;
    levels = means.map((mean) => Math.max(0, mean / overall));
    if (Math.sqrt(misfit) < limits.tolerance * norm) break;
    step = Math.min(step * STEP_GROWTH, firstStep * MAX_STEP_GROWTH);
  }
  return { flatfield: work.flatfield.slice(), levels, rest: work.rest };
}

function sumOverImages(stack: Float64Array, count: number): Float64Array {
  const pixels = stack.length / count;
  const sum = new Float64Array(pixels);
  for (let start = 0; start < stack.length; start += pixels) {
    for (let p = 0; p < pixels; p++) sum[p] = (sum[p] ?? 0) + (stack[start + p] ?? 0);
  }
  return sum;
}

function penaltyFor(stack: Float64Array, count: number, cosines: CosineTransform): number {
  const sum = sumOverImages(stack, count);
  const level = meanOf(sum);
  const coefficients = sum.map((value) => value / level);
  cosines.forward(coefficients, coefficients);
  return (coefficients.reduce((total, value) => total + Math.abs(value), 0) / 400) * 0.5;
}

/**
 * Sets rest, multipliers and their sums; answers the squared misfit and each image's mean without
 * the rest.
 */
function updateRest(
  { stack, count, weights, work }: FlatfieldProblem,
  levels: readonly number[],
  step: number,
): { misfit: number; means: number[] } {
  const { call } = kernels();
  const { rest, multipliers, flatfield, lit, pulls, totals } = work;
  const pixels = stack.length / count;
  lit.fill(0);
  pulls.fill(0);
  let misfit = 0;
  const means = levels.map((level, i) => {
    totals.fill(0);
    const ofImage = [stack, weights, rest, multipliers].map(
      ({ byteOffset }) => byteOffset + 8 * pixels * i,
    );
    const ofAll = [flatfield, lit, pulls, totals].map(({ byteOffset }) => byteOffset);
    call('splitRest', ...ofImage, ...ofAll, 8 * pixels, level, step, 1 / step);
    misfit += (totals[0] ?? 0) + (totals[1] ?? 0);
    return ((totals[2] ?? 0) + (totals[3] ?? 0)) / pixels;
  });
  return { misfit, means };
}

function shrinkBy(value: number, threshold: number): number {
  if (value > threshold) return value - threshold;
  return value < -threshold ? value + threshold : 0;
}

/** Of the matrix whose rows are the images, by power iteration on its small square. */
function largestSingularValue(stack: Float64Array, count: number): number {
  const pixels = stack.length / count;
  const vector = new Float64Array(count).fill(1 / Math.sqrt(count));
  const image = new Float64Array(pixels);
  let value = 0;
  for (let round = 0; round < 30; round++) {
    image.fill(0);
    for (let i = 0; i < count; i++) {
      const factor = vector[i] ?? 0;
      for (let p = 0, k = i * pixels; p < pixels; p++, k++) {
        image[p] = (image[p] ?? 0) + factor * (stack[k] ?? 0);
      }
    }
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let p = 0, k = i * pixels; p < pixels; p++, k++)
        sum += (image[p] ?? 0) * (stack[k] ?? 0);
      vector[i] = sum;
    }
    const size = Math.sqrt(sumOfSquares(vector));
    const last = value;
    value = Math.sqrt(size);
    if (Math.abs(value - last) <= 1e-6 * value) break;
    for (let i = 0; i < count; i++) vector[i] = (vector[i] ?? 0) / size;
  }
  return value;
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
