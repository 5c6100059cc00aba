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
