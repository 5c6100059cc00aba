import type { CosineTransform } from './dct.ts';
import { meanOf } from './image.ts';

export interface FlatfieldProblem {
  /** Images one after the other. */
  readonly stack: Float64Array;
  readonly count: number;
  readonly cosines: CosineTransform;
}

export interface FitLimits {
  /** By pixel of the stack: how dear it is to leave a rest there. */
  readonly weights: Float64Array;
  readonly maxIterations: number;
  /** Relative misfit at which the fit has converged. */
  readonly tolerance: number;
}

export interface FlatfieldFit {
  readonly flatfield: Float64Array;
  /** Brightness of each image, relative; its part of the stack is level · flatfield. */
  readonly levels: readonly number[];
  /** What is left, by pixel of the stack. */
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
  const { stack, count, cosines } = problem;
  const pixels = stack.length / count;
  const penalty = penaltyFor(problem);
  const firstStep = 12.5 / largestSingularValue(problem);
  const norm = Math.sqrt(sumOfSquares(stack));
  const rest = new Float64Array(stack.length);
  const multipliers = new Float64Array(stack.length);
  let levels = Array.from({ length: count }, () => 1);
  let coefficients = new Float64Array(pixels);
  let flatfield = new Float64Array(pixels);
  let step = firstStep;
  for (let iteration = 0; iteration < limits.maxIterations; iteration++) {
    const state = {
      ...problem,
      rest,
      multipliers,
      weights: limits.weights,
      levels,
      flatfield,
      step,
    };
    const pull = cosines.forward(meanPull(state));
    const threshold = penalty / step;
    coefficients = coefficients.map((c, k) => shrinkBy(c + (pull[k] ?? 0), threshold));
    flatfield = Float64Array.from(cosines.inverse(coefficients));
    const { misfit, means } = updateRest({ ...state, flatfield });
    const overall = means.reduce((sum, mean) => sum + mean, 0) / count;
    levels = means.map((mean) => Math.max(0, mean / overall));
    if (Math.sqrt(misfit) < limits.tolerance * norm) break;
    step = Math.min(step * STEP_GROWTH, firstStep * MAX_STEP_GROWTH);
  }
  return { flatfield, levels, rest };
}

function penaltyFor({ stack, count, cosines }: FlatfieldProblem): number {
  const pixels = stack.length / count;
  const mean = new Float64Array(pixels);
  for (let k = 0; k < stack.length; k++)
    mean[k % pixels] = (mean[k % pixels] ?? 0) + (stack[k] ?? 0);
  const level = meanOf(mean);
  const coefficients = cosines.forward(mean.map((value) => value / level));
  return (coefficients.reduce((sum, value) => sum + Math.abs(value), 0) / 400) * 0.5;
}

interface FitState extends FlatfieldProblem {
  readonly rest: Float64Array;
  readonly multipliers: Float64Array;
  readonly weights: Float64Array;
  readonly levels: readonly number[];
  readonly flatfield: Float64Array;
  readonly step: number;
}

/** The mean over images of what level · flatfield + rest leaves unexplained. */
function meanPull({
  stack,
  count,
  rest,
  multipliers,
  levels,
  flatfield,
  step,
}: FitState): Float64Array {
  const pixels = flatfield.length;
  const pull = new Float64Array(pixels);
  for (const [i, level] of levels.entries()) {
    for (let p = 0, k = i * pixels; p < pixels; p++, k++) {
      const residual = (stack[k] ?? 0) - level * (flatfield[p] ?? 0) - (rest[k] ?? 0);
      pull[p] = (pull[p] ?? 0) + (residual + (multipliers[k] ?? 0) / step) / count;
    }
  }
  return pull;
}

/** Sets rest and multipliers; answers the squared misfit and each image's mean without the rest. */
function updateRest(state: FitState): { misfit: number; means: number[] } {
  const { stack, rest, multipliers, weights, levels, flatfield, step } = state;
  const pixels = flatfield.length;
  let misfit = 0;
  const means: number[] = [];
  for (const [i, level] of levels.entries()) {
    let sum = 0;
    for (let p = 0, k = i * pixels; p < pixels; p++, k++) {
      const value = stack[k] ?? 0;
      const unexplained = value - level * (flatfield[p] ?? 0);
      const multiplier = multipliers[k] ?? 0;
      const left = shrinkBy(unexplained + multiplier / step, (weights[k] ?? 0) / step);
      const gap = unexplained - left;
      rest[k] = left;
      multipliers[k] = multiplier + step * gap;
      misfit += gap * gap;
      sum += value - left;
    }
    means.push(sum / pixels);
  }
  return { misfit, means };
}

function shrinkBy(value: number, threshold: number): number {
  if (value > threshold) return value - threshold;
  return value < -threshold ? value + threshold : 0;
}

/** Of the matrix whose rows are the images, by power iteration on its small square. */
function largestSingularValue({ stack, count }: FlatfieldProblem): number {
  const pixels = stack.length / count;
  let vector = new Float64Array(count).fill(1 / Math.sqrt(count));
  let value = 0;
  for (let round = 0; round < 30; round++) {
    const image = new Float64Array(pixels);
    for (let k = 0; k < stack.length; k++) {
      const p = k % pixels;
      image[p] = (image[p] ?? 0) + (vector[(k - p) / pixels] ?? 0) * (stack[k] ?? 0);
    }
    const next = new Float64Array(count);
    for (let k = 0; k < stack.length; k++) {
      const p = k % pixels;
      const i = (k - p) / pixels;
      next[i] = (next[i] ?? 0) + (image[p] ?? 0) * (stack[k] ?? 0);
    }
    const size = Math.sqrt(sumOfSquares(next));
    value = Math.sqrt(size);
    vector = next.map((entry) => entry / size);
  }
  return value;
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
