import { unknownProducer } from '../../core/catalogue/language-rule.ts';
import { noSuchOutput } from '../../core/catalogue/workflow-file.ts';
import { whichOutput } from '../../core/catalogue/yaml.ts';
import type { DraftOutputs } from '../../core/rule/rule-draft.ts';
import type { RuleOutputs } from '../rule/rule-part.ts';
import { fileReference } from '../values/file-reference.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import type { YamlMap } from './yaml-tree.ts';

export interface InputValues extends RuleValues {
  readonly outputs: RuleOutputs;
}

const REFERENCE_KEYS: ReadonlySet<string> = new Set(['rule', 'output']);

/** `{ rule: stitch, output: image }`, or only the first of the two. */
export function isReference({ entries }: YamlMap): boolean {
  return entries.has('rule') && [...entries.keys()].every((key) => REFERENCE_KEYS.has(key));
}

/** The outputs of another rule, as `rule.output` or `rule.output.name` in the TypeScript face. */
export function referenceValue(
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
