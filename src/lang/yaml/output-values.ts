import type { SourceSpan } from '../../core/diagnostic.ts';
import {
  directory,
  ensure,
  type FlaggedPath,
  isFlaggedPath,
  optional,
  protect,
  report,
  temp,
  touch,
} from '../values/output-flags.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import { isMultiext, multiextValue } from './multiext-values.ts';
import { recordOf } from './record-of.ts';
import type { YamlMap, YamlNode } from './yaml-tree.ts';

/**
 * An output as the TypeScript face would write it: `{ temp: path }` is `temp(path)`, and
 * `{ ensure: path, nonEmpty: true }` is `ensure(path, { nonEmpty: true })`.
 */
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
  const flag = flagOf(node);
  if (flag === undefined) return recordOf(node, (inner) => outputValue(values, inner));
  const path = outputValue(values, flag.value);
  if (typeof path === 'string' || isFlaggedPath(path)) {
    return flag.mark(path, optionsOf(values, node, flag.key));
  }
  // Without a value, its place was found wrong before.
  if (path !== undefined) refuseValue(values, flag, { value: path, wanted: 'one path' });
  return undefined;
}

type Mark = (path: string | FlaggedPath, options: Readonly<Record<string, unknown>>) => FlaggedPath;

const LONE = new Map<string, Mark>(Object.entries({ temp, directory, protect, touch, optional }));

interface Flag {
  readonly key: string;
  readonly span: SourceSpan;
  readonly value: YamlNode;
  readonly mark: Mark;
}

/** Most flags stand alone; `report` is a name unless it says how, since a report is also a file. */
function flagOf({ entries }: YamlMap): Flag | undefined {
  for (const [key, { value, keySpan: span }] of entries) {
    const mark = entries.size === 1 ? LONE.get(key) : undefined;
    if (mark !== undefined) return { key, span, value, mark };
    if (key === 'ensure') return { key, span, value, mark: ensure };
    const saysHow = entries.has('caption') || entries.has('category');
    if (key === 'report' && saysHow) return { key, span, value, mark: report };
  }
  return undefined;
}

function optionsOf(
  values: RuleValues,
  { entries }: YamlMap,
  flag: string,
): Readonly<Record<string, unknown>> {
  const options = [...entries].filter(([key]) => key !== flag);
  return Object.fromEntries(options.map(([key, { value }]) => [key, filledValue(values, value)]));
}
