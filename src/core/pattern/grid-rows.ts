/** A value of a parameter. As text it is a part of one name of a path. */
export type GridValue = string | number | boolean;

/** A space of parameters: which there are, and which of their values go together. */
export interface GridRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly GridValue[])[];
}

export type GridFault =
  /** Neither lists under names nor a list of rows. */
  | { readonly kind: 'shape'; readonly found: unknown }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: unknown }
  /** A row has other names than the first; counted from 0. */
  | { readonly kind: 'names-differ'; readonly row: number };

/**
 * Reads a space of parameters: lists under names, of which every value meets every other, those of
 * the last name changing fastest; or a list of rows, each with a value for every name.
 */
export function gridRows(given: unknown): GridRows | { readonly fault: GridFault } {
  const isRows = Array.isArray(given);
  const shape = { fault: { kind: 'shape', found: given } } as const;
  if (!isRows && !isRecord(given)) return shape;
  const records: readonly unknown[] = isRows ? given : [given];
  const [first] = records;
  if (!isRecord(first)) return shape;
  const names = Object.keys(first);
  const wrongName = names.find((name) => !/^[A-Za-z_]\w*$/u.test(name));
  if (wrongName !== undefined) return { fault: { kind: 'name', name: wrongName } };
  if (names.length === 0) return shape;
  return isRows ? readRows(names, records) : product(names, first);
}

function readRows(
  names: readonly string[],
  records: readonly unknown[],
): ReturnType<typeof gridRows> {
  const rows: GridValue[][] = [];
  for (const [number, record] of records.entries()) {
    if (!isRecord(record) || !hasNames(record, names)) {
      return { fault: { kind: 'names-differ', row: number } };
    }
    const row: GridValue[] = [];
    for (const name of names) {
      const value = record[name];
      if (!isGridValue(value)) return { fault: { kind: 'value', name, value } };
      row.push(value);
    }
    rows.push(row);
  }
  return { names, rows };
}

function product(
  names: readonly string[],
  lists: Readonly<Record<string, unknown>>,
): ReturnType<typeof gridRows> {
  let rows: GridValue[][] = [[]];
  for (const name of names) {
    const values: unknown = lists[name];
    if (!Array.isArray(values)) return { fault: { kind: 'value', name, value: values } };
    const own: GridValue[] = [];
    for (const value of values) {
      if (!isGridValue(value)) return { fault: { kind: 'value', name, value } };
      own.push(value);
    }
    rows = rows.flatMap((row) => own.map((value) => [...row, value]));
  }
  return { names, rows };
}

function hasNames(record: object, names: readonly string[]): boolean {
  return (
    Object.keys(record).length === names.length &&
    names.every((name) => Object.hasOwn(record, name))
  );
}

function isGridValue(value: unknown): value is GridValue {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean') return true;
  return typeof value === 'string' && value !== '' && !value.includes('/');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
