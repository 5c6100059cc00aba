import type { SourceSpan } from '../../core/diagnostic.ts';
import type { PropertyPath } from '../rule/rule-reading.ts';
import { notToTheLetter } from '../spans.ts';
import { textsIn, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/**
 * Where something of a rule is written: with a text, the scalar that holds it, or the only scalar
 * at its place; else the key that it stands under, or the item of a list.
 */
export function ruleSpan(
  rule: YamlEntry,
  path: PropertyPath,
  text: string | undefined,
): SourceSpan {
  let node = rule.value;
  let closest = rule.keySpan;
  for (const step of path) {
    const found = memberOf(node, step);
    if (found === undefined) break;
    node = found.value;
    closest = found.keySpan;
  }
  if (text === undefined) return closest;
  for (const scalar of textsIn(node)) {
    if (scalar.value === text) return scalar.span;
  }
  return notToTheLetter(node.kind === 'scalar' ? node.span : closest, text);
}

function memberOf(node: YamlNode, step: string | number): YamlEntry | undefined {
  if (node.kind === 'map') return node.entries.get(String(step));
  const item = node.kind === 'list' ? node.items[Number(step)] : undefined;
  return item === undefined ? undefined : { keySpan: item.span, value: item };
}
