import type { Vector } from './image.ts';
import { neighbourPairs, nominalPositions, type TileGrid, type TilePair } from './tile-grid.ts';

/** Where the stage says that the tiles lie: upper left corners, pixels, y downwards. */
export type StagePositions = { readonly positions: readonly Vector[] };

/** How tiles lie nominally, in the order in which they were taken. */
export type TileLayout = TileGrid | StagePositions;

export interface TilePlan {
  /** Upper left corners, pixels. */
  readonly nominal: readonly Vector[];
  /** Tiles that overlap enough to be matched. */
  readonly pairs: readonly TilePair[];
  /** Width of the border that neighbours have in common, pixels. */
  readonly feather: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where tiles of a size (pixels) lie nominally, and which of them overlap. */
export function planTiles(layout: TileLayout, tile: Size): TilePlan {
  if ('positions' in layout) return planByStage(layout.positions, tile);
  return {
    nominal: nominalPositions(layout, tile),
    pairs: neighbourPairs(layout),
    feather: Math.round(Math.min(tile.width, tile.height) * layout.overlap),
  };
}

/**
 * Neighbours by stage are tiles that share at least half of a side and any part of the other:
 * those beside and above, not those across a corner.
 */
function planByStage(nominal: readonly Vector[], tile: Size): TilePlan {
  const byHeight = [...nominal.entries()].toSorted(([, a], [, b]) => a.y - b.y);
  const pairs: TilePair[] = [];
  const borders: number[] = [];
  for (const [i, [upper, a]] of byHeight.entries()) {
    for (let k = i + 1; k < byHeight.length; k++) {
      const entry = byHeight[k];
      if (entry === undefined || entry[1].y - a.y >= tile.height) break;
      const [lower, b] = entry;
      const width = tile.width - Math.abs(b.x - a.x);
      const height = tile.height - (b.y - a.y);
      if (width <= 0 || (width < tile.width / 2 && height < tile.height / 2)) continue;
      // Of two tiles side by side the left one is first, though the stage may hold it lower.
      const isBeside = tile.width - width > tile.height - height;
      const swaps = isBeside && b.x < a.x;
      pairs.push(swaps ? { from: lower, to: upper } : { from: upper, to: lower });
      borders.push(Math.min(width, height));
    }
  }
  const middle = borders.toSorted((a, b) => a - b)[Math.floor(borders.length / 2)];
  return { nominal, pairs, feather: Math.round(middle ?? 0) };
}
