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

/** A scalar that is a text. */
export interface YamlText extends YamlScalar {
  readonly value: string;
}

/** Every text in a node, in the order in which they stand there. */
export function* textsIn(node: YamlNode): Generator<YamlText> {
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // One by one: a list may have more items than a call may have arguments.
    if (next.kind === 'list') for (const item of next.items.toReversed()) pending.push(item);
    else if (next.kind === 'map') {
      for (const { value } of [...next.entries.values()].toReversed()) pending.push(value);
    } else if (isText(next)) yield next;
  }
}

function isText(scalar: YamlScalar): scalar is YamlText {
  return typeof scalar.value === 'string';
}
