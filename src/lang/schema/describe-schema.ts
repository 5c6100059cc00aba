import type { JsonSchema } from './json-schema.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a record',
  null: 'nothing',
};

/** What a schema allows, for people: `a text, a list or { rule: … }`. */
export function describeSchema(
  schema: JsonSchema,
  definition: (reference: string) => JsonSchema,
): string {
  const words = [...new Set(wordsOf(schema, definition))];
  const last = words.pop() ?? 'something else';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}

function wordsOf(
  schema: JsonSchema,
  definition: (reference: string) => JsonSchema,
): readonly string[] {
  const { $ref, anyOf, type, enum: values, required } = schema;
  if ($ref !== undefined) return wordsOf(definition($ref), definition);
  if (anyOf !== undefined && type === undefined) {
    return anyOf.flatMap((each) => wordsOf(each, definition));
  }
  if (values !== undefined) return values.map((value) => `\`${value}\``);
  if (required !== undefined && required.length > 0) {
    return [`\`{ ${required.map((key) => `${key}: …`).join(', ')} }\``];
  }
  return [type].flat().map((each) => limited(TYPES[each ?? ''] ?? 'anything', schema));
}

function limited(word: string, { minimum, minLength, minItems, pattern }: JsonSchema): string {
  if (minimum !== undefined) return `${word} from ${minimum}`;
  if (minItems !== undefined) return `${word} of ${minItems} or more`;
  if (minLength !== undefined) return `${word} that is not empty`;
  return pattern === undefined ? word : `${word} like \`${pattern}\``;
}
