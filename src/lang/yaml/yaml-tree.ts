import type { SourceSpan } from '../../core/diagnostic.ts';

/** A YAML document with the place of everything in it. Aliases are what they stand for. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** Of a quoted text without the quotes, of a block its first line. */
  readonly span: SourceSpan;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly span: SourceSpan;
}

export interface YamlMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly span: SourceSpan;
}

export interface YamlEntry {
  readonly keySpan: SourceSpan;
  readonly value: YamlNode;
}

/** The node as a plain value. `change` is asked for every scalar. */
export function plainValue(
  node: YamlNode,
  change: (scalar: YamlScalar) => unknown = ({ value }) => value,
): unknown {
  switch (node.kind) {
    case 'scalar':
      return change(node);
    case 'list':
      return node.items.map((item) => plainValue(item, change));
    case 'map':
      return Object.fromEntries(
        Array.from(node.entries, ([key, { value }]) => [key, plainValue(value, change)]),
      );
  }
}

/** Every text in a node. */
export function* textsIn(node: YamlNode): Generator<YamlScalar & { readonly value: string }> {
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'list') pending.push(...next.items.toReversed());
    else if (next.kind === 'map') {
      pending.push(...Array.from(next.entries.values(), ({ value }) => value).toReversed());
    } else if (typeof next.value === 'string') yield { ...next, value: next.value };
  }
}
