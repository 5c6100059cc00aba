import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { type Diagnostic, FlowError } from '../../core/diagnostic.ts';
import { discoverRows, type WildcardRows } from '../../core/pattern/discover.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import { diskInReach } from '../disk-in-reach.ts';
import { lookUp, openTable } from '../look-up.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import { gridValue } from './grid-values.ts';
import { isConditions } from './lookup-values.ts';
import type { YamlEntry, YamlMap } from './yaml-tree.ts';

const WANTED =
  '`{ discover: "raw/{well}.tif" }`, `{ table: samples.csv }` or `{ grid: { a: [1, 2] } }`';

/** What `from` gives `expand`: values of wildcards that go together. Undefined if it is wrong. */
export function rowsValue(values: RuleValues, from: YamlEntry): WildcardRows | undefined {
  const { value: node, keySpan } = from;
  const entries: YamlMap['entries'] = node.kind === 'map' ? node.entries : new Map();
  const [discover, table, grid] = ['discover', 'table', 'grid'].map((key) => entries.get(key));
  const isAlone = entries.size === 1;
  if (isAlone && discover !== undefined) return discovered(values, discover);
  if (isAlone && grid !== undefined) {
    const space = gridValue(values, grid);
    return space && { names: space.names, rows: space.rows.map((row) => row.map(String)) };
  }
  const where = entries.get('where');
  if (table !== undefined && entries.size === (where === undefined ? 1 : 2)) {
    return tableRows(values, table, where);
  }
  refuseValue(
    values,
    { key: 'from', span: keySpan },
    { value: filledValue(values, node), wanted: WANTED },
  );
  return undefined;
}

function discovered(values: RuleValues, entry: YamlEntry): WildcardRows | undefined {
  const pattern = textOf(values, { key: 'discover', entry, wanted: 'one path with wildcards' });
  if (pattern === undefined) return undefined;
  try {
    return discoverRows(pattern, diskInReach('discover').list);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const what = `\`discover\` of rule \`${values.rule}\``;
    values.problems.push(badPattern(error, { what, span: entry.value.span }));
    return undefined;
  }
}

/** The rows of a table, their columns as names of wildcards. */
function tableRows(
  values: RuleValues,
  entry: YamlEntry,
  where: YamlEntry | undefined,
): WildcardRows | undefined {
  const table = textOf(values, { key: 'table', entry, wanted: 'the path of a table' });
  const conditions = where === undefined ? {} : filledValue(values, where.value);
  if (!isConditions(conditions)) {
    const at = { key: 'where', span: where?.keySpan ?? entry.keySpan };
    const wanted = 'columns with their values: `{ batch: 1 }`';
    if (conditions !== undefined) refuseValue(values, at, { value: conditions, wanted });
    return undefined;
  }
  if (table === undefined) return undefined;
  const place = (): YamlEntry['keySpan'] => entry.value.span;
  return orProblems(values.problems, () => {
    const names = openTable(table, place).table.columns;
    const rows = lookUp({ table, where: conditions, column: names, all: true }, place);
    // Asked for so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return { names, rows: rows as readonly (readonly string[])[] };
  });
}

function textOf(
  values: RuleValues,
  given: { readonly key: string; readonly entry: YamlEntry; readonly wanted: string },
): string | undefined {
  const { key, entry, wanted } = given;
  const text = filledValue(values, entry.value);
  if (typeof text === 'string') return text;
  if (text !== undefined) {
    refuseValue(values, { key, span: entry.keySpan }, { value: text, wanted });
  }
  return undefined;
}

function orProblems<Value>(problems: Diagnostic[], make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    problems.push(...error.diagnostics);
    return undefined;
  }
}
