import { type Image, quantileOf, type Vector } from '../imaging/image.ts';
import type { Cell } from '../imaging/quality.ts';
import type { BlockMatch } from '../imaging/register-images.ts';
import type { Measurements } from './report.ts';

/** How one cycle lies on the reference. */
export interface RegisteredLook {
  readonly cells: readonly Cell[];
  readonly blocks: readonly BlockMatch[];
  /** Pixels that a block may be off and still agree. */
  readonly tolerance: number;
  /** Share of the reference where this cycle has data. */
  readonly coverage: number;
}

/** Correlations of the cells, and how far blocks are still off. */
export function measureRegistration(look: RegisteredLook): Measurements<'registration'> {
  const correlations = look.cells.map(({ correlation }) => correlation);
  const lowest = Math.min(...correlations);
  const least = look.cells.find(({ correlation }) => correlation === lowest);
  const { inliers, share } = agreement(look);
  return {
    correlation_p5: { value: quantileOf(correlations, 0.05) },
    correlation_min: {
      value: least?.correlation ?? null,
      ...(least === undefined ? {} : { where: `cell at x ${least.x}, y ${least.y}` }),
    },
    displacement: { value: quantileOf(inliers, 0.5) },
    inliers: { value: share },
    coverage: { value: look.coverage },
  };
}

/** Side of the squares that hold data or none, pixels: single pixels may be 0 where it is dark. */
const SQUARE = 16;

/** Of the squares where the reference has data, the share where the other image, of one size, has too. */
export function coverageOf(reference: Image, moved: Image): number {
  const [fixed, covered] = [squaresOf(reference), squaresOf(moved)];
  let [both, all] = [0, 0];
  for (const [square, hasData] of fixed.entries()) {
    if (hasData === 0) continue;
    all++;
    both += covered[square] ?? 0;
  }
  return both / all;
}

/** 1 for each square with a sample above 0. */
function squaresOf({ width, height, data }: Image): Uint8Array {
  const across = Math.ceil(width / SQUARE);
  const squares = new Uint8Array(across * Math.ceil(height / SQUARE));
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / SQUARE) * across;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) > 0) squares[row + Math.floor(x / SQUARE)] = 1;
    }
  }
  return squares;
}

/** Distances of the blocks that agree, pixels, and their share of all blocks. */
function agreement({ blocks, tolerance }: RegisteredLook): { inliers: number[]; share: number } {
  const distances = blocks.flatMap(({ from, to }) =>
    to === undefined ? [] : [Math.hypot(to.x - from.x, to.y - from.y)],
  );
  const inliers = distances.filter((distance) => distance <= tolerance);
  return { inliers, share: inliers.length / blocks.length };
}

/** Numbers of a cycle for the report. */
export function registrationNumbers(look: RegisteredLook): Readonly<Record<string, unknown>> {
  const correlations = look.cells.map(({ correlation }) => correlation);
  const at = (share: number): number | null =>
    correlations.length === 0 ? null : short(quantileOf(correlations, share));
  const low = correlations.filter((value) => value < LOW).length;
  return {
    cells: correlations.length,
    correlation: { least: at(0), p5: at(0.05), p25: at(0.25), median: at(0.5) },
    shareBelow: { correlation: LOW, share: short(low / Math.max(1, correlations.length)) },
    blocks: look.blocks.length,
    cellCorrelations: look.cells.map(({ x, y, side, correlation }) => ({
      x,
      y,
      side,
      correlation: short(correlation),
    })),
    residuals: residualArrows(look).map(({ from, move }) => ({
      x: short(from.x),
      y: short(from.y),
      dx: short(move.x),
      dy: short(move.y),
    })),
  };
}

/** Correlation below which a cell is counted. */
const LOW = 0.7;
/** Arrows a side at most. */
const ARROWS = 24;

/** Where a place of the moving image still lies off the reference, pixels. */
export interface Arrow {
  readonly from: Vector;
  readonly move: Vector;
}

/** The median moves of agreeing blocks in the cells of a coarse grid. */
export function residualArrows({ blocks, tolerance }: RegisteredLook): readonly Arrow[] {
  const extent = blocks.reduce((top, { from }) => Math.max(top, from.x, from.y), 1);
  const side = extent / ARROWS;
  const groups = new Map<string, { from: Vector; move: Vector }[]>();
  for (const { from, to } of blocks) {
    if (to === undefined) continue;
    const move = { x: to.x - from.x, y: to.y - from.y };
    if (Math.hypot(move.x, move.y) > tolerance) continue;
    const key = `${Math.floor(from.x / side)},${Math.floor(from.y / side)}`;
    groups.set(key, [...(groups.get(key) ?? []), { from, move }]);
  }
  return [...groups.values()].map((group) => ({
    from: {
      x: middle(group.map(({ from }) => from.x)),
      y: middle(group.map(({ from }) => from.y)),
    },
    move: {
      x: middle(group.map(({ move }) => move.x)),
      y: middle(group.map(({ move }) => move.y)),
    },
  }));
}

/** The correlations of the whole cells as an image, a pixel a cell; NaN where one was left out. */
export function correlationMap(
  { width, height }: Pick<Image, 'width' | 'height'>,
  cells: readonly Cell[],
): Image {
  const side = cells[0]?.side ?? Math.max(width, height);
  const size = { width: Math.floor(width / side), height: Math.floor(height / side) };
  const data = new Float32Array(size.width * size.height).fill(Number.NaN);
  for (const { x, y, correlation } of cells) {
    data[Math.floor(y / side) * size.width + Math.floor(x / side)] = correlation;
  }
  return { ...size, data };
}

function middle(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

function short(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
