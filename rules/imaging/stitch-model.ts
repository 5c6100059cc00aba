import { layOutMosaic, type MosaicLayout } from './blend-tiles.ts';
import type { Image, Vector } from './image.ts';
import { matchNeighbours, type NeighbourMatches } from './match-neighbours.ts';
import { compareOverlap, type TileMatch } from './match-tiles.ts';
import { placeTiles, type TileEdge } from './place-tiles.ts';
import { planTiles, type TileLayout, type TilePlan } from './tile-layout.ts';

export type StitchSettings = {
  /** How far a tile pair may lie from its nominal shift in x and y, pixels. */
  readonly reach: number;
  /** Least correlation of an overlap for the pair to be believed, besides its evidence. */
  readonly minCorrelation: number;
};

/** How the tiles of a cycle lie; tiles are numbered from 1 in order of acquisition. */
export interface StitchModel {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly tile: { readonly width: number; readonly height: number };
  /** Upper left corners on the canvas, pixels with fractions. */
  readonly positions: readonly { readonly tile: number; readonly x: number; readonly y: number }[];
  readonly edges: readonly StitchEdge[];
  /** Evidence up to which an edge may be chance, and is not believed. */
  readonly chance: number;
  /** Tiles that no believed edge ties to the others. */
  readonly isolated: readonly number[];
}

export interface StitchEdge {
  readonly from: number;
  readonly to: number;
  /** Measured position of `to` less that of `from`; null: nothing in common was found. */
  readonly shift: Vector | null;
  /** Correlation of the overlap at the measured shift. */
  readonly correlation: number;
  /** Of the whitened tiles; see `TileMatch`. */
  readonly evidence: number;
  /** Took part in the placement. */
  readonly isUsed: boolean;
  /** Distance of the measured shift from the placed one, pixels. */
  readonly residual: number;
  /** At the placed shift: correlation, and Σ|a − b| / Σ(a + b)/2. */
  readonly placed: { readonly correlation: number; readonly difference: number } | null;
}

/** Residual above which an edge contradicts the others, pixels. */
const TOLERANCE = 2;

/**
 * The placement of evenly lit tiles, all of one size, from their overlaps; neighbours are matched
 * in so many threads.
 */
export async function fitStitchModel(
  tiles: readonly Image[],
  nominal: TileLayout,
  settings: StitchSettings,
  threads = 1,
): Promise<StitchModel> {
  const [tile] = tiles;
  if (tile === undefined) throw new Error('no tiles to stitch');
  const plan = planTiles(nominal, tile);
  if (tiles.length !== plan.nominal.length) {
    const places =
      'positions' in nominal
        ? `${nominal.positions.length} stage positions`
        : `a grid of ${nominal.rows}×${nominal.columns}`;
    throw new Error(`${tiles.length} tiles for ${places}`);
  }
  const found = await matchNeighbours(tiles, plan, { reach: settings.reach, threads });
  const edges = measuredEdges(plan, found, settings);
  const placement = placeTiles(plan.nominal, edges, { tolerance: TOLERANCE });
  const layout = layOutMosaic(placement.positions, tile);
  return {
    canvas: { width: layout.width, height: layout.height },
    tile: { width: tile.width, height: tile.height },
    positions: layout.corners.map(({ x, y }, index) => ({
      tile: index + 1,
      x: round(x),
      y: round(y),
    })),
    edges: edges.map(({ from, to, match }, i) => ({
      from: from + 1,
      to: to + 1,
      shift: match && { x: round(match.shift.x), y: round(match.shift.y) },
      correlation: round(match?.correlation ?? 0),
      evidence: round(match?.evidence ?? 0),
      isUsed: placement.isUsed[i] === true,
      residual: round(placement.residuals[i] ?? 0),
      placed: comparePlaced(tiles, placement.positions, { from, to }),
    })),
    chance: round(found.chance),
    isolated: placement.isolated.map((index) => index + 1),
  };
}

interface MeasuredEdge extends TileEdge {
  readonly match: TileMatch | null;
}

function measuredEdges(
  { nominal, pairs }: TilePlan,
  { matches, chance }: NeighbourMatches,
  { minCorrelation }: StitchSettings,
): readonly MeasuredEdge[] {
  return pairs.flatMap(({ from, to }, i) => {
    const [start, end, match = null] = [nominal[from], nominal[to], matches[i]];
    if (start === undefined || end === undefined) return [];
    const planned = { x: end.x - start.x, y: end.y - start.y };
    const isBelieved =
      match !== null && match.evidence > chance && match.correlation >= minCorrelation;
    const weight = isBelieved ? match.correlation : 0;
    return [{ from, to, shift: match?.shift ?? planned, weight, match }];
  });
}

function comparePlaced(
  tiles: readonly Image[],
  positions: readonly Vector[],
  { from, to }: { readonly from: number; readonly to: number },
): StitchEdge['placed'] {
  const [a, b, start, end] = [tiles[from], tiles[to], positions[from], positions[to]];
  if (a === undefined || b === undefined || start === undefined || end === undefined) return null;
  const overlap = compareOverlap(a, b, { x: end.x - start.x, y: end.y - start.y });
  if (overlap === undefined) return null;
  return { correlation: round(overlap.correlation), difference: round(overlap.difference) };
}

/** The canvas that the model describes. */
export function layoutOf({ canvas, positions }: StitchModel): MosaicLayout {
  return { ...canvas, corners: positions };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
