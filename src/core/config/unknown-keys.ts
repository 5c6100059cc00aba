import { unknownConfigKey } from '../catalogue/language-config.ts';
import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import type { ConfigPath } from './config-at.ts';
import { isRecord } from './deep-merge.ts';

/** Which keys a schema knows. */
export type KnownKeys =
  /** Whatever stands there. */
  | { readonly kind: 'any' }
  | { readonly kind: 'record'; readonly keys: Readonly<Record<string, KnownKeys>> }
  /** Any keys; each value is of this kind. */
  | { readonly kind: 'map'; readonly value: KnownKeys }
  | { readonly kind: 'list'; readonly item: KnownKeys };

/**
 * Warns of keys in a config that its schema does not know. `locate` finds a key in the file that
 * it was written in.
 */
export function checkKeys(
  config: unknown,
  known: KnownKeys,
  locate: (path: ConfigPath) => SourceSpan | undefined,
): Diagnostic[] {
  return unknownPaths(config, known, []).map(({ path, siblings }) =>
    unknownConfigKey(path, siblings, locate(path)),
  );
}

interface UnknownPath {
  readonly path: ConfigPath;
  readonly siblings: readonly string[];
}

function unknownPaths(value: unknown, known: KnownKeys, path: ConfigPath): UnknownPath[] {
  if (known.kind === 'list') {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, index) => unknownPaths(item, known.item, [...path, index]));
  }
  if (known.kind === 'any' || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    if (known.kind === 'map') return unknownPaths(inner, known.value, here);
    const below = Object.hasOwn(known.keys, key) ? known.keys[key] : undefined;
    if (below !== undefined) return unknownPaths(inner, below, here);
    return [{ path: here, siblings: Object.keys(known.keys) }];
  });
}
