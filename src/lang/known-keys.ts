import { isRecord } from '../core/config/deep-merge.ts';
import type { KnownKeys } from '../core/config/unknown-keys.ts';

const ANY: KnownKeys = { kind: 'any' };

/**
 * The keys that a zod schema knows. Of other libraries' schemas, and of kinds that are not looked
 * into (unions, custom ones), anything may be a key.
 */
export function schemaKeys(schema: unknown): KnownKeys {
  const definition = definitionOf(schema);
  switch (definition?.['type']) {
    case 'object':
      return objectKeys(definition);
    case 'array':
      return { kind: 'list', item: schemaKeys(definition['element']) };
    case 'record':
      return { kind: 'map', value: schemaKeys(definition['valueType']) };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return schemaKeys(definition['innerType']);
    case 'pipe':
      return schemaKeys(definition['in']);
    default:
      return ANY;
  }
}

function objectKeys({ shape, catchall }: Definition): KnownKeys {
  // With a schema for all other keys there is none that is unknown.
  if (!isRecord(shape) || catchall !== undefined) return ANY;
  const keys = Object.entries(shape).map(([key, inner]) => [key, schemaKeys(inner)] as const);
  return { kind: 'record', keys: Object.fromEntries(keys) };
}

type Definition = Readonly<Record<string, unknown>>;

/** Where zod 4 keeps what a schema is made of. */
function definitionOf(schema: unknown): Definition | undefined {
  const internals = isRecord(schema) ? schema['_zod'] : undefined;
  const definition = isRecord(internals) ? internals['def'] : undefined;
  return isRecord(definition) ? definition : undefined;
}

/** The keys of defaults: those that they have. Empty records and lists say nothing. */
export function defaultKeys(defaults: unknown): KnownKeys {
  if (!isRecord(defaults) || Object.keys(defaults).length === 0) return ANY;
  const keys = Object.entries(defaults).map(([key, value]) => [key, defaultKeys(value)] as const);
  return { kind: 'record', keys: Object.fromEntries(keys) };
}

/** Keys that at least one of two knows. */
export function mergeKeys(a: KnownKeys, b: KnownKeys): KnownKeys {
  if (a.kind === 'record' && b.kind === 'record') {
    const keys = new Map(Object.entries(a.keys));
    for (const [key, inner] of Object.entries(b.keys)) {
      const known = keys.get(key);
      keys.set(key, known === undefined ? inner : mergeKeys(known, inner));
    }
    return { kind: 'record', keys: Object.fromEntries(keys) };
  }
  if (a.kind === 'list' && b.kind === 'list')
    return { kind: 'list', item: mergeKeys(a.item, b.item) };
  if (a.kind === 'map' && b.kind === 'map')
    return { kind: 'map', value: mergeKeys(a.value, b.value) };
  return ANY;
}

/** The keys that paths such as `a.b` name. */
export function keysOfPaths(paths: readonly string[]): KnownKeys {
  const records = paths.map((path) =>
    path
      .split('.')
      .reduceRight<KnownKeys>(
        (inner, key) => ({ kind: 'record', keys: Object.fromEntries([[key, inner]]) }),
        ANY,
      ),
  );
  return records.reduce(mergeKeys, { kind: 'record', keys: {} });
}
