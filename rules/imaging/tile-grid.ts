import type { Vector } from './image.ts';

export type TileGrid = {
  readonly rows: number;
  readonly columns: number;
  /** Share of a tile's side that it has in common with its neighbour. */
  readonly overlap: number;
  /** Undefined: in rows from the upper left, in snake order. */
  readonly scan?: TileScan;
};

/** The way of the stage over the grid. */
export type TileScan = {
  /** Where the first tile lies. */
  readonly corner: 'upper-left' | 'upper-right' | 'lower-left' | 'lower-right';
  /** A line of tiles is a row or a column. */
  readonly along: 'rows' | 'columns';
  /** Whether every second line is taken backwards, or all lines in one direction. */
  readonly order: 'snake' | 'raster';
};

const DEFAULT_SCAN: TileScan = { corner: 'upper-left', along: 'rows', order: 'snake' };

/** Nominal upper left corners of the tiles, pixels, in the order in which they were taken. */
export function nominalPositions(
  grid: TileGrid,
  tile: { readonly width: number; readonly height: number },
): readonly Vector[] {
  const { rows, columns, overlap } = grid;
  return Array.from({ length: rows * columns }, (_, index) => {
    const { row, column } = cellOf(index, grid);
    return { x: column * tile.width * (1 - overlap), y: row * tile.height * (1 - overlap) };
  });
}

/** Two tiles that lie side by side, by index: the left or upper one first. */
export interface TilePair {
  readonly from: number;
  readonly to: number;
}

/** All pairs of a grid that share a side. */
export function neighbourPairs(grid: TileGrid): readonly TilePair[] {
  const { rows, columns } = grid;
  const indexOf = new Map<string, number>();
  for (let index = 0; index < rows * columns; index++) {
    const { row, column } = cellOf(index, grid);
    indexOf.set(`${row},${column}`, index);
  }
  const pairs: TilePair[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = indexOf.get(`${row},${column}`);
      for (const to of [indexOf.get(`${row},${column + 1}`), indexOf.get(`${row + 1},${column}`)]) {
        if (from !== undefined && to !== undefined) pairs.push({ from, to });
      }
    }
  }
  return pairs;
}

/** Row and column, from the upper left, of the tile that was taken as the given one. */
function cellOf(
  index: number,
  { rows, columns, scan = DEFAULT_SCAN }: TileGrid,
): { row: number; column: number } {
  const length = scan.along === 'rows' ? columns : rows;
  const line = Math.floor(index / length);
  const isBackwards = scan.order === 'snake' && line % 2 === 1;
  const place = isBackwards ? length - 1 - (index % length) : index % length;
  const [down, right] = scan.along === 'rows' ? [line, place] : [place, line];
  return {
    row: scan.corner.startsWith('lower') ? rows - 1 - down : down,
    column: scan.corner.endsWith('right') ? columns - 1 - right : right,
  };
}
