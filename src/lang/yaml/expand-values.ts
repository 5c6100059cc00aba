import { badPattern } from '../../core/catalogue/language-pattern.ts';
import type { WildcardRows } from '../../core/pattern/discover.ts';
import { listsOfRows } from '../../core/pattern/expand-rows.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import type { ExpandHow, ExpandPattern, ExpandValues } from '../values/expand-types.ts';
import { expandFiles, patternsOf, sourceOf } from '../values/expand.ts';
import { isFileReference } from '../values/file-reference.ts';
import { isMultiext, multiextValue } from './multiext-values.ts';
import { type InputValues, isReference, referenceValue } from './reference-values.ts';
import { rowsValue } from './rows-values.ts';
import { filledValue, refuseValue } from './filled-value.ts';
import type { YamlMap, YamlNode } from './yaml-tree.ts';

const NO_WILDCARDS: ReadonlySet<string> = new Set(['expand', 'from', 'how', 'partial']);

/** What `expand(…)` answers in the TypeScript face; `from` gives values that go together. */
export function expandValue(values: InputValues, node: YamlMap, pattern: YamlNode): unknown {
  const { rule, problems } = values;
  const source = patternValue(values, pattern);
  const how = howValue(values, node);
  const lists = Array.from(node.entries, ([name, { value }]) => [name, value] as const)
    .filter(([name]) => !NO_WILDCARDS.has(name))
    .map(([name, value]) => [name, filledValue(values, value)] as const);
  const isMissing = lists.some(([, value]) => value === undefined);
  if (source === undefined || how === undefined || isMissing) return undefined;
  // What is no text or number is refused by the expansion.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const given = Object.fromEntries(lists) as Record<string, ExpandValues>;
  const from = node.entries.get('from');
  const rows = from === undefined ? undefined : rowsValue(values, from);
  if (from !== undefined && rows === undefined) return undefined;
  try {
    return rows === undefined
      ? expandFiles(source, given, how)
      : expandFiles(withRows(source, rows), given, how);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    problems.push(badPattern(error, { what: `input of rule \`${rule}\``, span: pattern.span }));
    return undefined;
  }
}

/** The patterns with the values of rows in them; other wildcards stay. */
function withRows(source: ExpandSource, rows: WildcardRows): ExpandSource {
  const lists = listsOfRows(patternsOf(source).map(sourceOf), rows);
  return expandFiles(source, lists, { zip: true, partial: true });
}

type ExpandSource = ExpandPattern | readonly ExpandPattern[];

/** A path, an output of a rule, `{ multiext: … }`, or a list of these. */
function patternValue(values: InputValues, node: YamlNode): ExpandSource | undefined {
  const wanted = 'paths with wildcards, `{ rule: … }` or `{ multiext: … }`';
  const nested = node.kind === 'list' ? node.items.find(({ kind }) => kind === 'list') : undefined;
  if (nested !== undefined) {
    refuseValue(values, { key: 'expand', span: nested.span }, { value: [], wanted });
    return undefined;
  }
  const value = anyPattern(values, node);
  const all: readonly unknown[] = Array.isArray(value) ? value.flat() : [value];
  if (all.includes(undefined)) return undefined;
  if (all.every(isPattern)) return all;
  refuseValue(values, { key: 'expand', span: node.span }, { value, wanted });
  return undefined;
}

function anyPattern(values: InputValues, node: YamlNode): unknown {
  if (node.kind === 'list') return node.items.map((item) => anyPattern(values, item));
  if (node.kind === 'map') {
    if (isReference(node)) return referenceValue(values, node, false);
    if (isMultiext(node)) return multiextValue(values, node);
  }
  return filledValue(values, node);
}

function isPattern(value: unknown): value is ExpandPattern {
  return typeof value === 'string' || isFileReference(value);
}

function howValue(values: InputValues, { entries }: YamlMap): ExpandHow | undefined {
  const how = oneOf(values, entries, { key: 'how', allowed: ['product', 'zip'] });
  const partial = oneOf(values, entries, { key: 'partial', allowed: [false, true] });
  if (how === undefined || partial === undefined) return undefined;
  return { zip: how === 'zip', partial };
}

/** The first of the allowed values if there is no such key; undefined if it is none of them. */
function oneOf<Value extends string | boolean>(
  values: InputValues,
  entries: YamlMap['entries'],
  { key, allowed }: { readonly key: string; readonly allowed: readonly Value[] },
): Value | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return allowed[0];
  const value = filledValue(values, entry.value);
  const found = allowed.find((it) => it === value);
  if (found === undefined && value !== undefined) {
    const wanted = allowed.map((it) => `\`${it}\``).join(' or ');
    refuseValue(values, { key, span: entry.value.span }, { value, wanted });
  }
  return found;
}
