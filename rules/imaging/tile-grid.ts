import type { Vector } from './image.ts';

export type TileGrid = {
  readonly rows: number;
  readonly columns: number;
  /** Share of a tile's side that it has in common with its neighbour. */
  readonly overlap: number;
};

/**
 * Nominal upper left corners of the tiles, pixels, in the order in which they were taken: row by
 * row from the top, the second, fourth … row from right to left (snake order).
 */
export function nominalPositions(
  { rows, columns, overlap }: TileGrid,
  tile: { readonly width: number; readonly height: number },
): readonly Vector[] {
  return Array.from({ length: rows * columns }, (_, index) => {
    const { row, column } = cellOf(index, columns);
    return { x: column * tile.width * (1 - overlap), y: row * tile.height * (1 - overlap) };
  });
}

/** Indices of tiles that lie side by side, the left or upper one first. */
export function neighbourPairs({
  rows,
  columns,
}: TileGrid): readonly { readonly from: number; readonly to: number }[] {
  const indexOf = new Map<string, number>();
  for (let index = 0; index < rows * columns; index++) {
    const { row, column } = cellOf(index, columns);
    indexOf.set(`${row},${column}`, index);
  }
  const pairs: { from: number; to: number }[] = [];
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

function cellOf(index: number, columns: number): { row: number; column: number } {
  const row = Math.floor(index / columns);
  const along = index % columns;
  return { row, column: row % 2 === 0 ? along : columns - 1 - along };
}
