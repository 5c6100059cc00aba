import { glob } from '../values/glob.ts';
import { ancient, orderOnly } from '../values/input-flags.ts';
import { expandValue } from './expand-values.ts';
import { isLookup, lookupValue } from './lookup-values.ts';
import { isMultiext, multiextValue } from './multiext-values.ts';
import { type InputValues, isReference, referenceValue } from './reference-values.ts';
import { filledValue, refuseValue } from './filled-value.ts';
import { recordOf } from './record-of.ts';
import type { YamlNode } from './yaml-tree.ts';

/**
 * An input as the TypeScript face would write it: `{ expand: …, cycle: … }`, `{ glob: … }`,
 * `{ multiext: …, ext: … }`, `{ lookup: … }` and `{ rule: stitch, output: image }` are what is
 * called `expand`, `glob`, `multiext`, `lookup` and `stitch.output.image` there, `{ ancient: … }` and
 * `{ orderOnly: … }` are flags; any other map has groups under names.
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
  if (isLookup(node)) return lookupValue(values, node, true);
  if (isMultiext(node)) return multiextValue(values, node);
  const globbed = entries.get('glob');
  if (globbed !== undefined && keys.length === 1) {
    const text = filledValue(values, globbed.value);
    if (typeof text === 'string') return glob(text);
    const at = { key: 'glob', span: globbed.keySpan };
    if (text !== undefined) refuseValue(values, at, { value: text, wanted: 'one glob' });
    return undefined;
  }
  if (isReference(node)) return referenceValue(values, node, isWhole);
  return recordOf(node, (inner) => inputValue(values, inner, false));
}
