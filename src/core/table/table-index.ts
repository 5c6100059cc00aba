import type { Table } from './parse-table.ts';

/** Values that columns of a row must have, compared as texts. */
export type Conditions = Readonly<Record<string, string | number | boolean>>;

/** Finds the rows of a table by what stands in some of its columns, without going through all. */
export class TableIndex {
  readonly table: Table;
  /** By names of columns: rows by the values in these. */
  readonly #rowsBy = new Map<string, ReadonlyMap<string, readonly number[]>>();

  constructor(table: Table) {
    this.table = table;
  }

  /** Rows by number, in the order of the table; `conditions` name columns that there are. */
  find(conditions: Conditions): readonly number[] {
    const names = Object.keys(conditions);
    const places = names.map((name) => this.table.columns.indexOf(name));
    const wanted = JSON.stringify(names.map((name) => String(conditions[name])));
    return this.#rows(places).get(wanted) ?? [];
  }

  #rows(places: readonly number[]): ReadonlyMap<string, readonly number[]> {
    const key = places.join(' ');
    const known = this.#rowsBy.get(key);
    if (known !== undefined) return known;
    const found = new Map<string, number[]>();
    this.table.rows.forEach((row, number) => {
      const values = JSON.stringify(places.map((place) => row[place]));
      const others = found.get(values);
      if (others === undefined) found.set(values, [number]);
      else others.push(number);
    });
    this.#rowsBy.set(key, found);
    return found;
  }
}
