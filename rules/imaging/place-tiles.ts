import type { Vector } from './image.ts';

/** A measured shift between two tiles: position of `to` less position of `from`, pixels. */
export interface TileEdge {
  readonly from: number;
  readonly to: number;
  readonly shift: Vector;
  /** Trust; 0 leaves the edge out. */
  readonly weight: number;
}

export interface Placement {
  /** By tile. */
  readonly positions: readonly Vector[];
  /** By edge: measured less placed shift, pixels. */
  readonly residuals: readonly number[];
  /** By edge: took part in the placement. */
  readonly isUsed: readonly boolean[];
  /** Tiles that no used edge ties to the largest group, ascending. */
  readonly isolated: readonly number[];
}

/** Pulls what the edges leave open, groups of tiles and the whole, to the nominal positions. */
const PRIOR_WEIGHT = 1e-4;
/** Residual below which absolute and squared errors are treated alike, pixels. */
const SOFT = 0.25;

/**
 * Positions that agree best with all edges.
 *
 * First with the least sum of *absolute* residuals, by iterative re-weighting, where a wrong edge
 * cannot pull; edges more than `tolerance` pixels off are then left out, and the others are
 * fitted by weighted least squares. A weak prior holds tiles without edges at their nominal
 * places. The normal equations are solved by conjugate gradients.
 */
export function placeTiles(
  nominal: readonly Vector[],
  edges: readonly TileEdge[],
  { tolerance }: { readonly tolerance: number },
): Placement {
  let weights = edges.map(({ weight }) => weight);
  let positions = nominal;
  for (let round = 0; round < 30; round++) {
    positions = solve(nominal, edges, weights);
    weights = edges.map((edge) => edge.weight / Math.max(SOFT, residualOf(positions, edge)));
  }
  const isUsed = edges.map((edge) => edge.weight > 0 && residualOf(positions, edge) <= tolerance);
  positions = solve(
    nominal,
    edges,
    edges.map(({ weight }, i) => (isUsed[i] === true ? weight : 0)),
  );
  return {
    positions,
    residuals: edges.map((edge) => residualOf(positions, edge)),
    isUsed,
    isolated: outsideLargestGroup(
      nominal.length,
      edges.filter((_, i) => isUsed[i]),
    ),
  };
}

function residualOf(positions: readonly Vector[], edge: TileEdge): number {
  const from = positions[edge.from];
  const to = positions[edge.to];
  if (from === undefined || to === undefined) return 0;
  return Math.hypot(to.x - from.x - edge.shift.x, to.y - from.y - edge.shift.y);
}

function solve(
  nominal: readonly Vector[],
  edges: readonly TileEdge[],
  weights: readonly number[],
): readonly Vector[] {
  const along = (axis: 'x' | 'y'): Float64Array => {
    const start = Float64Array.from(nominal, (position) => position[axis]);
    const excess = edges.map(({ from, to, shift }) => {
      return shift[axis] - ((start[to] ?? 0) - (start[from] ?? 0));
    });
    const moves = solveMoves(nominal.length, edges, { weights, excess });
    return start.map((value, i) => value + (moves[i] ?? 0));
  };
  const xs = along('x');
  const ys = along('y');
  return nominal.map((_, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0 }));
}

/** Moves from the nominal places along one axis, by conjugate gradients. */
function solveMoves(
  count: number,
  edges: readonly TileEdge[],
  { weights, excess }: { readonly weights: readonly number[]; readonly excess: readonly number[] },
): Float64Array {
  const multiply = (v: Float64Array): Float64Array => {
    const out = v.map((value) => value * PRIOR_WEIGHT);
    for (const [i, { from, to }] of edges.entries()) {
      const pull = (weights[i] ?? 0) * ((v[to] ?? 0) - (v[from] ?? 0));
      out[to] = (out[to] ?? 0) + pull;
      out[from] = (out[from] ?? 0) - pull;
    }
    return out;
  };
  const residual = new Float64Array(count);
  for (const [i, { from, to }] of edges.entries()) {
    const pull = (weights[i] ?? 0) * (excess[i] ?? 0);
    residual[to] = (residual[to] ?? 0) + pull;
    residual[from] = (residual[from] ?? 0) - pull;
  }
  const moves = new Float64Array(count);
  let direction = residual.slice();
  let size = dot(residual, residual);
  const small = 1e-20 * size;
  for (let step = 0; step < 10 * count + 100 && size > small; step++) {
    const image = multiply(direction);
    const alpha = size / dot(direction, image);
    for (let i = 0; i < count; i++) {
      moves[i] = (moves[i] ?? 0) + alpha * (direction[i] ?? 0);
      residual[i] = (residual[i] ?? 0) - alpha * (image[i] ?? 0);
    }
    const next = dot(residual, residual);
    direction = residual.map((value, i) => value + (next / size) * (direction[i] ?? 0));
    size = next;
  }
  return moves;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function outsideLargestGroup(count: number, edges: readonly TileEdge[]): readonly number[] {
  const group = Int32Array.from({ length: count }, (_, i) => i);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of edges) {
      const least = Math.min(group[from] ?? 0, group[to] ?? 0);
      if (group[from] === least && group[to] === least) continue;
      group[from] = least;
      group[to] = least;
      changed = true;
    }
  }
  const sizes = new Int32Array(count);
  for (const id of group) sizes[id] = (sizes[id] ?? 0) + 1;
  const largest = sizes.indexOf(Math.max(...sizes));
  return [...group.keys()].filter((tile) => group[tile] !== largest);
}
