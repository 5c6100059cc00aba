import { layOutMosaic, type MosaicLayout } from './blend-tiles.ts';
import { whiten } from './correlation.ts';
import type { Image, Vector } from './image.ts';
import { compareOverlap, matchTiles } from './match-tiles.ts';
import { placeTiles, type TileEdge } from './place-tiles.ts';
import { planTiles, type TileLayout, type TilePlan } from './tile-layout.ts';

export type StitchSettings = {
  /** How far a tile pair may lie from its nominal shift in x and y, pixels. */
  readonly reach: number;
  /** Least correlation of an overlap for the pair to be believed. */
  readonly minCorrelation: number;
};

/** How the tiles of a cycle lie; tiles are numbered from 1 in order of acquisition. */
export interface StitchModel {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly tile: { readonly width: number; readonly height: number };
  /** Upper left corners on the canvas, pixels with fractions. */
  readonly positions: readonly { readonly tile: number; readonly x: number; readonly y: number }[];
  readonly edges: readonly StitchEdge[];
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
  /** Took part in the placement. */
  readonly isUsed: boolean;
  /** Distance of the measured shift from the placed one, pixels. */
  readonly residual: number;
  /** At the placed shift: correlation, and Σ|a − b| / Σ(a + b)/2. */
  readonly placed: { readonly correlation: number; readonly difference: number } | null;
}

/** Residual above which an edge contradicts the others, pixels. */
const TOLERANCE = 2;

/** The placement of evenly lit tiles, all of one size, from their overlaps. */
export function fitStitchModel(
  tiles: readonly Image[],
  nominal: TileLayout,
  settings: StitchSettings,
): StitchModel {
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
  const edges = matchNeighbours(tiles, plan, settings);
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
    edges: edges.map(({ from, to, found, correlation }, i) => ({
      from: from + 1,
      to: to + 1,
      shift: found && { x: round(found.x), y: round(found.y) },
      correlation: round(correlation),
      isUsed: placement.isUsed[i] === true,
      residual: round(placement.residuals[i] ?? 0),
      placed: comparePlaced(tiles, placement.positions, { from, to }),
    })),
    isolated: placement.isolated.map((index) => index + 1),
  };
}

interface MeasuredEdge extends TileEdge {
  readonly found: Vector | null;
  readonly correlation: number;
}

function matchNeighbours(
  tiles: readonly Image[],
  { nominal, pairs }: TilePlan,
  settings: StitchSettings,
): readonly MeasuredEdge[] {
  const matchable = tiles.map((image) => ({ image, whitened: whiten(image) }));
  return pairs.flatMap(({ from, to }) => {
    const [a, b, start, end] = [matchable[from], matchable[to], nominal[from], nominal[to]];
    if (a === undefined || b === undefined || start === undefined || end === undefined) return [];
    const planned = { x: end.x - start.x, y: end.y - start.y };
    const match = matchTiles(a, b, { nominal: planned, reach: settings.reach });
    const correlation = match?.correlation ?? 0;
    const isBelieved = correlation >= settings.minCorrelation;
    const weight = isBelieved ? correlation : 0;
    return [
      {
        from,
        to,
        shift: match?.shift ?? planned,
        weight,
        found: match?.shift ?? null,
        correlation,
      },
    ];
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
