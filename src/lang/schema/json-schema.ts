/** A JSON Schema, draft 7: what editors know best. */
export type JsonSchema = Readonly<Record<string, unknown>>;

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
