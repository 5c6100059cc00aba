import { volatile } from '../values/volatile.ts';
import { filledValue, type RuleValues } from './filled-value.ts';
import { gridParam } from './grid-values.ts';
import { isLookup, lookupValue } from './lookup-values.ts';
import { recordOf } from './record-of.ts';
import type { YamlNode } from './yaml-tree.ts';

/**
 * Params as the TypeScript face would write them: `{ volatile: value }` is `volatile(value)`, and
 * `{ lookup: … }` and `{ grid: … }` are functions.
 */
export function paramsValue(values: RuleValues, node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return filledValue(values, node);
    case 'list':
      return node.items.map((item) => paramValue(values, item));
    case 'map':
      return recordOf(node, (item) => paramValue(values, item));
  }
}

function paramValue(values: RuleValues, node: YamlNode): unknown {
  if (node.kind !== 'map' || node.entries.size !== 1) return filledValue(values, node);
  if (isLookup(node)) return lookupValue(values, node);
  const grid = node.entries.get('grid');
  if (grid !== undefined) return gridParam(values, grid);
  const kept = node.entries.get('volatile');
  if (kept === undefined) return filledValue(values, node);
  const value = paramValue(values, kept.value);
  return value === undefined ? undefined : volatile(value);
}
