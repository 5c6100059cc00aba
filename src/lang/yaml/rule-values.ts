import { wrongValue } from '../../core/catalogue/workflow-file.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import { directory, isFlaggedPath, temp } from '../values/output-flags.ts';
import { volatile } from '../values/volatile.ts';
import { fillConfig } from './fill-config.ts';
import { plainValue, type YamlMap, type YamlNode } from './yaml-tree.ts';

/** What the values of a rule are made with. */
export interface RuleValues {
  readonly rule: string;
  readonly config: unknown;
  readonly problems: Diagnostic[];
}

/** A value with the config filled in, however deep. */
export function filledValue({ config, problems }: RuleValues, node: YamlNode): unknown {
  return plainValue(node, (scalar) => fillConfig(scalar, config, problems));
}

/** Params as the TypeScript face would write them: `{ volatile: value }` is `volatile(value)`. */
export function paramsValue(values: RuleValues, node: YamlNode): unknown {
  if (node.kind === 'list') return node.items.map((item) => paramValue(values, item));
  return node.kind === 'map'
    ? recordOf(node, (inner) => paramValue(values, inner))
    : filledValue(values, node);
}

function paramValue(values: RuleValues, node: YamlNode): unknown {
  const kept = node.kind === 'map' && node.entries.size === 1 && node.entries.get('volatile');
  if (!kept) return filledValue(values, node);
  const value = filledValue(values, kept.value);
  return value === undefined ? undefined : volatile(value);
}

/** An output as the TypeScript face would write it: `{ temp: path }` is `temp(path)`. */
export function outputValue(values: RuleValues, node: YamlNode): unknown {
  if (node.kind === 'scalar') return filledValue(values, node);
  if (node.kind === 'list') return node.items.map((item) => outputValue(values, item));
  const [only, more] = node.entries;
  if (only !== undefined && more === undefined) {
    const [key, { value, keySpan }] = only;
    if (key === 'temp' || key === 'directory') {
      return flagged(values, { key, span: keySpan }, outputValue(values, value));
    }
  }
  return recordOf(node, (inner) => outputValue(values, inner));
}

function flagged(
  values: RuleValues,
  flag: { readonly key: 'temp' | 'directory'; readonly span: SourceSpan },
  path: unknown,
): unknown {
  if (typeof path === 'string' || isFlaggedPath(path)) {
    return flag.key === 'temp' ? temp(path) : directory(path);
  }
  // Without a value, its place was found wrong before.
  if (path !== undefined) refuseValue(values, flag, { value: path, wanted: 'one path' });
  return undefined;
}

/** Notes that a value under a key is of the wrong kind. */
export function refuseValue(
  { rule, problems }: RuleValues,
  at: { readonly key: string; readonly span: SourceSpan },
  given: { readonly value: unknown; readonly wanted: string },
): void {
  const what = `\`${at.key}\` of rule \`${rule}\``;
  const found = describeValue(given.value);
  problems.push(wrongValue(what, { found, wanted: given.wanted }, at.span));
}

export function recordOf(
  { entries }: YamlMap,
  valueOf: (node: YamlNode) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, valueOf(value)]));
}
