import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { unknownProducer } from '../../core/catalogue/language-rule.ts';
import { noSuchOutput } from '../../core/catalogue/workflow-file.ts';
import { whichOutput } from '../../core/catalogue/yaml.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import type { DraftOutputs } from '../../core/rule/rule-draft.ts';
import type { RuleOutputs } from '../rule/rule-part.ts';
import type { ExpandHow, ExpandValues } from '../values/expand-types.ts';
import { expandFiles } from '../values/expand.ts';
import { type FileReference, fileReference, isFileReference } from '../values/file-reference.ts';
import { glob } from '../values/glob.ts';
import { ancient, orderOnly } from '../values/input-flags.ts';
import { filledValue, recordOf, refuseValue, type RuleValues } from './rule-values.ts';
import type { YamlMap, YamlNode } from './yaml-tree.ts';

export interface InputValues extends RuleValues {
  readonly outputs: RuleOutputs;
}

/**
 * An input as the TypeScript face would write it: `{ expand: …, cycle: … }`, `{ glob: … }` and
 * `{ rule: stitch, output: image }` are what is called `expand`, `glob` and `stitch.output.image`
 * there, `{ ancient: … }` and `{ orderOnly: … }` are flags; any other map has groups under names.
 */
export function inputValue(values: InputValues, node: YamlNode, isWhole = true): unknown {
  if (node.kind === 'scalar') return filledValue(values, node);
  if (node.kind === 'list') return node.items.map((item) => inputValue(values, item, false));
  const { entries } = node;
  const keys = [...entries.keys()];
  const pattern = entries.get('expand')?.value;
  if (pattern !== undefined) return expandValue(values, node, pattern);
  const [flag] = keys;
  const flaggedNode = flag === undefined ? undefined : entries.get(flag)?.value;
  if (
    flaggedNode !== undefined &&
    keys.length === 1 &&
    (flag === 'ancient' || flag === 'orderOnly')
  ) {
    const files = inputValue(values, flaggedNode, false);
    if (files === undefined) return undefined;
    return flag === 'ancient' ? ancient(files) : orderOnly(files);
  }
  const globbed = entries.get('glob');
  if (globbed !== undefined && keys.length === 1) {
    const text = filledValue(values, globbed.value);
    if (typeof text === 'string') return glob(text);
    const at = { key: 'glob', span: globbed.keySpan };
    if (text !== undefined) refuseValue(values, at, { value: text, wanted: 'one glob' });
    return undefined;
  }
  const isReference = keys.includes('rule') && keys.every((key) => REFERENCE_KEYS.has(key));
  if (isReference) return referenceValue(values, node, isWhole);
  return recordOf(node, (inner) => inputValue(values, inner, false));
}

const REFERENCE_KEYS: ReadonlySet<string> = new Set(['rule', 'output']);

/** The outputs of another rule, as `rule.output` or `rule.output.name` in the TypeScript face. */
function referenceValue(
  values: InputValues,
  { entries, span }: YamlMap,
  isWhole: boolean,
): unknown {
  const { rule, problems, outputs } = values;
  const name = textAt(values, entries, 'rule');
  if (name === undefined) return undefined;
  const groups = outputs.get(name);
  const place = entries.get('rule')?.value.span ?? span;
  if (groups === undefined) {
    problems.push(unknownProducer(name, { rule, span: place }, [...outputs.keys()]));
    return undefined;
  }
  const names = groups.flatMap((group) => group.name ?? []);
  const wanted = entries.get('output');
  if (wanted !== undefined) {
    const output = textAt(values, entries, 'output');
    if (output === undefined) return undefined;
    const group = groups.find((it) => it.name === output);
    if (group !== undefined) return references(name, group);
    problems.push(noSuchOutput(output, name, { span: wanted.value.span, outputs: names }));
    return undefined;
  }
  const [first] = groups;
  if (first !== undefined && names.length === 0) return references(name, first);
  if (isWhole) {
    return Object.fromEntries(groups.map((group) => [group.name ?? '', references(name, group)]));
  }
  problems.push(whichOutput(name, names, place));
  return undefined;
}

function references(rule: string, { isList, items }: DraftOutputs): unknown {
  const files = items.map(({ text }) => fileReference(rule, text));
  return isList ? files : files[0];
}

const NO_WILDCARDS: ReadonlySet<string> = new Set(['expand', 'how', 'partial']);

function expandValue(values: InputValues, node: YamlMap, pattern: YamlNode): unknown {
  const { rule, problems } = values;
  const source = patternValue(values, pattern);
  const how = howValue(values, node);
  const lists = Array.from(node.entries, ([name, { value }]) => [name, value] as const)
    .filter(([name]) => !NO_WILDCARDS.has(name))
    .map(([name, value]) => [name, filledValue(values, value)] as const);
  const isMissing = lists.some(([, value]) => value === undefined);
  if (source === undefined || how === undefined || isMissing) return undefined;
  try {
    // What is no text or number is refused by the expansion.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return expandFiles(source, Object.fromEntries(lists) as Record<string, ExpandValues>, how);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    problems.push(badPattern(error, { what: `input of rule \`${rule}\``, span: pattern.span }));
    return undefined;
  }
}

function patternValue(values: InputValues, node: YamlNode): string | FileReference | undefined {
  const value = inputValue(values, node, false);
  if (typeof value === 'string' || isFileReference(value)) return value;
  const wanted = 'one path with wildcards, or `{ rule: … }`';
  if (value !== undefined)
    refuseValue(values, { key: 'expand', span: node.span }, { value, wanted });
  return undefined;
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

function textAt(values: InputValues, entries: YamlMap['entries'], key: string): string | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  const text = filledValue(values, entry.value);
  if (typeof text === 'string') return text;
  if (text !== undefined) {
    refuseValue(values, { key, span: entry.value.span }, { value: text, wanted: 'a name' });
  }
  return undefined;
}
