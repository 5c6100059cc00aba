import type { YamlMap, YamlNode } from './yaml-tree.ts';

export function recordOf(
  { entries }: YamlMap,
  valueOf: (node: YamlNode) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, valueOf(value)]));
}
