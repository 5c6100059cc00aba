import type { SourceSpan } from '../../core/diagnostic.ts';
import type { YamlNode } from '../yaml/yaml-tree.ts';

/** A value in a YAML document, by the way to it. */
export interface SchemaPlace {
  readonly node: YamlNode;
  /** Its key, its place in a list from 0, or an empty text for the document. */
  readonly key: string;
  /** Of its key, if it has one. */
  readonly keySpan: SourceSpan;
  readonly parent: SchemaPlace | undefined;
}

/** Something that a schema does not allow. */
export type SchemaFault =
  | { readonly kind: 'wrong-value'; readonly place: SchemaPlace; readonly wanted: string }
  /** `place`: of the key. */
  | { readonly kind: 'unknown-key'; readonly place: SchemaPlace; readonly known: readonly string[] }
  | { readonly kind: 'missing-key'; readonly place: SchemaPlace; readonly missing: string }
  /** It is what it must not be. */
  | { readonly kind: 'excluded'; readonly place: SchemaPlace; readonly what: string };

export function documentPlace(node: YamlNode): SchemaPlace {
  return { node, key: '', keySpan: node.span, parent: undefined };
}

export function membersOf(place: SchemaPlace): readonly SchemaPlace[] {
  const { node } = place;
  switch (node.kind) {
    case 'scalar':
      return [];
    case 'list':
      return node.items.map((item, index) => {
        return { node: item, key: String(index), keySpan: item.span, parent: place };
      });
    case 'map':
      return Array.from(node.entries, ([key, { keySpan, value }]) => {
        return { node: value, key, keySpan, parent: place };
      });
  }
}

/** `rules.stitch.threads`; empty for the document. */
export function pathOf(place: SchemaPlace): string {
  const keys: string[] = [];
  for (let at: SchemaPlace = place; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.toReversed().join('.');
}
