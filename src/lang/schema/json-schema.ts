/**
 * A JSON Schema, draft 7: what editors know best. Of its keywords there are those by which
 * `schemaFaults` checks a value, and some that say nothing about one.
 */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  /** Beside it nothing else counts. */
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly not?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | false;
  readonly propertyNames?: JsonSchema;
  readonly maxProperties?: number;
}

export function refTo(definition: string): JsonSchema {
  return { $ref: `#/definitions/${definition}` };
}

export function anyOf(...schemas: readonly JsonSchema[]): JsonSchema {
  return { anyOf: schemas };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** One of something, or a list of it. */
export function oneOrList(schema: JsonSchema): JsonSchema {
  return anyOf(schema, listOf(schema));
}

/** A record that has these keys, some of them required, and no others. */
export function record(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const TEXT: JsonSchema = { type: 'string' };
export const PATH: JsonSchema = { type: 'string', minLength: 1 };
export const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean'] };

/** `{config.x}`, which may stand for a value of any kind. */
export const CONFIG: JsonSchema = refTo('config');

/** A yes or no, or a place of the config that says it. */
export const FLAG: JsonSchema = anyOf({ type: 'boolean' }, CONFIG);
