import { badGrid } from '../../core/catalogue/language-helper.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { type GridValue, gridRows } from '../../core/pattern/grid-rows.ts';
import { escapeBraces } from '../../core/pattern/parse-pattern.ts';
import { spanOfCall } from '../call-place.ts';
import { rowOfWildcards } from '../row-of-wildcards.ts';

/**
 * A part of a path with all parameters in it. The type says only that each of them stands there
 * somewhere, since the compiler does not know the order of names.
 */
type GridPattern<Names extends string> = {
  readonly [Name in Names]: `${string}${Name}~{${Name}}${string}`;
}[Names];

/** A space of parameters, for rules whose jobs are its points. */
export interface Grid<Row> {
  /** `alpha~{alpha}/beta~{beta}`, for the outputs of the rule that is run at every point. */
  readonly pattern: GridPattern<keyof Row & string>;
  /** `pattern` at every point: `alpha~0.1/beta~2`, and so on. */
  readonly instances: readonly string[];
  /** The values of the points, lists of one length, as `expand` zips them. */
  readonly values: { readonly [Name in keyof Row]: readonly Row[Name][] };
  /** The point of a job: the values, in their own types, that its wildcards stand for. */
  readonly params: (wildcards: { readonly [Name in keyof Row]: string }) => Row;
}

/**
 * A space of parameters: every combination of some lists, `grid({ alpha: [0.1, 0.2], beta: [1, 2] })`,
 * or the points one by one, `grid([{ alpha: 0.1, beta: 2 }, …])`, as `lookup` reads them of a table.
 */
export function grid<const Lists extends { readonly [name: string]: readonly GridValue[] }>(
  lists: Lists,
): Grid<{ readonly [Name in keyof Lists]: Lists[Name][number] }>;
export function grid<Row extends { readonly [name: string]: GridValue }>(
  rows: readonly Row[],
): Grid<Row>;
export function grid(given: unknown): unknown {
  const space = gridRows(given);
  if ('fault' in space) throw new FlowError(badGrid(space.fault, spanOfCall(grid)));
  const { names, rows } = space;
  return {
    pattern: names.map((name) => `${name}~{${name}}`).join('/'),
    instances: rows.map((row) =>
      names.map((name, place) => `${name}~${escapeBraces(String(row[place]))}`).join('/'),
    ),
    values: Object.fromEntries(names.map((name, place) => [name, rows.map((row) => row[place])])),
    params: (wildcards: Readonly<Record<string, string>>) => rowOfWildcards(space, wildcards),
  };
}
