import type { Conditions } from '../../core/table/table-index.ts';
import { spanOfCall } from '../call-place.ts';
import { lookUp } from '../look-up.ts';

/** What is looked for in a table. */
export interface LookupSpec<Column, All> {
  /** A `.csv`, `.tsv` or `.tab` file with names of columns above, relative to the working directory. */
  readonly table: string;
  /** What must stand in some of its columns, compared as text. */
  readonly where?: Conditions;
  /** What is wanted of the row: a column, or several; without it the whole row. */
  readonly column?: Column;
  /** All rows, where otherwise there has to be just one. */
  readonly all?: All;
}

type Field<Column> = [Column] extends [never]
  ? Readonly<Record<string, string>>
  : Column extends readonly string[]
    ? { readonly [Place in keyof Column]: string }
    : string;

/**
 * A field of a table, some fields or a whole row: `lookup({ table: 'samples.csv', where: { sample },
 * column: 'reads' })`. Without just one row it throws, unless `all` asks for a list of them.
 */
export function lookup<
  const Column extends string | readonly string[] = never,
  const All extends boolean = false,
>(spec: LookupSpec<Column, All>): All extends true ? readonly Field<Column>[] : Field<Column>;
export function lookup(spec: LookupSpec<string | readonly string[], boolean>): unknown {
  return lookUp(spec, () => spanOfCall(lookup));
}
