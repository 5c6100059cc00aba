import type { GridRows, GridValue } from '../core/pattern/grid-rows.ts';

/** Points by the texts of their values; a space may have many, and each job asks for one. */
const pointsOf = new WeakMap<GridRows, ReadonlyMap<string, readonly GridValue[]>>();

/** The point of a space that wildcards name. Throws an `Error` if they name none. */
export function rowOfWildcards(
  space: GridRows,
  wildcards: Readonly<Record<string, string>>,
): Readonly<Record<string, GridValue>> {
  const { names, rows } = space;
  const known = pointsOf.get(space);
  const points = known ?? new Map(rows.map((row) => [JSON.stringify(row.map(String)), row]));
  if (known === undefined) pointsOf.set(space, points);
  const texts = names.map((name) => wildcards[name]);
  const point = points.get(JSON.stringify(texts));
  if (point === undefined) {
    const pairs = names.map((name, place) => `${name}=${texts[place]}`);
    throw new Error(`the grid has no point ${pairs.join(', ')}`);
  }
  return Object.fromEntries(names.map((name, place) => [name, point[place] ?? '']));
}
