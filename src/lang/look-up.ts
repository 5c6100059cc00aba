import {
  badTable,
  emptyCell,
  emptyTable,
  noColumn,
  notOneRow,
  type TableUse,
  unreadableTable,
} from '../core/catalogue/table.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../core/diagnostic.ts';
import { parseTable } from '../core/table/parse-table.ts';
import { type Conditions, TableIndex } from '../core/table/table-index.ts';
import { diskInReach, type DiskQuestions } from './disk-in-reach.ts';

export interface Lookup {
  readonly table: string;
  readonly where?: Conditions;
  readonly column?: string | readonly string[];
  readonly all?: boolean;
  /** What is found are names of files: none is empty. */
  readonly isFiles?: boolean;
}

/** How many of several rows are shown. */
const MOST_SHOWN = 3;

/**
 * What `lookup` does, for either face. Throws a `FlowError` with what is wrong, at `place`, which is
 * asked only then.
 */
export function lookUp(
  { table: path, where = {}, column, all = false, isFiles = false }: Lookup,
  place: () => SourceSpan,
): unknown {
  const index = openTable(path, place);
  const { columns, rows, lines } = index.table;
  const wanted = [column ?? []].flat();
  const missing = [...Object.keys(where), ...wanted].filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    const use = { path, span: place() };
    throw new FlowError(missing.map((name) => noColumn(use, name, columns)));
  }
  const found = index.find(where);
  if (!all && found.length !== 1) {
    const shown = found.slice(0, MOST_SHOWN).map((row) => lines[row] ?? 1);
    const problem = { rowCount: found.length, lines: shown };
    throw new FlowError(notOneRow({ path, span: place() }, where, problem));
  }
  if (isFiles)
    refuseEmptyCells(index, found, { names: column === undefined ? columns : wanted, path, place });
  const fields = found.map((number) => fieldsOf(index, rows[number] ?? [], column));
  return all ? fields : fields[0];
}

function fieldsOf(
  { table: { columns } }: TableIndex,
  row: readonly string[],
  column: Lookup['column'],
): unknown {
  const fieldOf = (name: string): string => row[columns.indexOf(name)] ?? '';
  if (column === undefined) return Object.fromEntries(columns.map((name) => [name, fieldOf(name)]));
  return typeof column === 'string' ? fieldOf(column) : column.map(fieldOf);
}

interface AskedCells {
  readonly names: readonly string[];
  readonly path: string;
  readonly place: () => SourceSpan;
}

function refuseEmptyCells(
  { table: { columns, rows, lines } }: TableIndex,
  found: readonly number[],
  { names, path, place }: AskedCells,
): void {
  for (const number of found) {
    const empty = names.find((name) => rows[number]?.[columns.indexOf(name)] === '');
    if (empty === undefined) continue;
    throw new FlowError(emptyCell({ path, span: place() }, empty, lines[number] ?? 1));
  }
}

/** By the disk that was asked: tables that were read once. */
const opened = new WeakMap<DiskQuestions, Map<string, TableIndex>>();

/** Reads a table, once. Throws a `FlowError`. */
export function openTable(path: string, place: () => SourceSpan): TableIndex {
  const disk = diskInReach('lookup');
  const tables = opened.get(disk) ?? new Map<string, TableIndex>();
  opened.set(disk, tables);
  const known = tables.get(path);
  if (known !== undefined) return known;
  const index = readTable(path, disk);
  if (typeof index === 'function') throw new FlowError(index({ path, span: place() }));
  tables.set(path, index);
  if (index.table.rows.length === 0) disk.warn?.(emptyTable({ path, span: place() }));
  return index;
}

function readTable(
  path: string,
  disk: DiskQuestions,
): TableIndex | ((use: TableUse) => Diagnostic) {
  const ending = /\.(csv|tsv|tab)$/iu.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return (use) => unreadableTable(use, 'ending');
  const read = disk.read(path);
  if (read.text === undefined) return (use) => unreadableTable(use, read.why);
  const table = parseTable(read.text, ending === 'csv' ? ',' : '\t');
  return 'fault' in table ? (use) => badTable(use, table.fault) : new TableIndex(table);
}
