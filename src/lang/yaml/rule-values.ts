import type { SourceSpan } from '../../core/diagnostic.ts';
import { directory, isFlaggedPath, temp } from '../values/output-flags.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import { isMultiext, multiextValue } from './multiext-values.ts';
import type { YamlMap, YamlNode } from './yaml-tree.ts';

/** An output as the TypeScript face would write it: `{ temp: path }` is `temp(path)`. */
export function outputValue(values: RuleValues, node: YamlNode): unknown {
  if (node.kind === 'scalar') return filledValue(values, node);
  if (node.kind === 'list') {
    // The paths of `multiext` stand among the others.
    return node.items.flatMap((item) =>
      item.kind === 'map' && isMultiext(item)
        ? multiextValue(values, item)
        : [outputValue(values, item)],
    );
  }
  if (isMultiext(node)) return multiextValue(values, node);
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

export function recordOf(
  { entries }: YamlMap,
  valueOf: (node: YamlNode) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, valueOf(value)]));
}
