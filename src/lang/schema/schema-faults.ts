import { assert } from '../../core/diagnostic.ts';
import type { YamlMap, YamlNode, YamlScalar } from '../yaml/yaml-tree.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { documentPlace, membersOf, type SchemaFault, type SchemaPlace } from './schema-place.ts';

/**
 * Where a YAML document is not as a JSON Schema of draft 7 has it; of alternatives, by the one that
 * was probably meant.
 */
export function schemaFaults(schema: JsonSchema, root: YamlNode): readonly SchemaFault[] {
  return [...new Set(new Validator(schema).faults(schema, documentPlace(root)))];
}

class Validator {
  readonly #definitions: JsonSchema['definitions'];
  /** What is asked again, below alternatives and aliases, is looked up. */
  readonly #known = new Map<JsonSchema, Map<YamlNode, readonly SchemaFault[]>>();

  constructor(schema: JsonSchema) {
    this.#definitions = schema.definitions;
  }

  faults(schema: JsonSchema, place: SchemaPlace): readonly SchemaFault[] {
    const known = this.#known.get(schema) ?? new Map<YamlNode, readonly SchemaFault[]>();
    this.#known.set(schema, known);
    const before = known.get(place.node);
    if (before !== undefined) return before;
    const found = this.#look(schema, place);
    known.set(place.node, found);
    return found;
  }

  #look(schema: JsonSchema, place: SchemaPlace): readonly SchemaFault[] {
    const { $ref } = schema;
    if ($ref !== undefined) return this.faults(this.#definition($ref), place);
    if (!isInItself(schema, place.node)) return [this.#wrongValue(schema, place)];
    return [
      ...this.#members(schema, place),
      ...this.#alternatives(schema, place),
      ...this.#excluded(schema, place),
    ];
  }

  #definition(reference: string): JsonSchema {
    const definition = this.#definitions?.[reference.replace('#/definitions/', '')];
    assert(definition !== undefined, `the schema has no ${reference}`);
    return definition;
  }

  #wrongValue(schema: JsonSchema, place: SchemaPlace): SchemaFault {
    return { kind: 'wrong-value', place, wanted: this.#describe(schema) };
  }

  #members(schema: JsonSchema, place: SchemaPlace): readonly SchemaFault[] {
    const { node } = place;
    if (node.kind === 'map') return this.#entries(schema, place, node);
    const { items } = schema;
    if (node.kind === 'scalar' || items === undefined) return [];
    return membersOf(place).flatMap((each) => this.faults(items, each));
  }

  #entries(schema: JsonSchema, place: SchemaPlace, { entries }: YamlMap): readonly SchemaFault[] {
    const { required = [], properties = {}, additionalProperties, propertyNames } = schema;
    const missing = required
      .filter((key) => !entries.has(key))
      .map((key): SchemaFault => ({ kind: 'missing-key', place, missing: key }));
    const found = membersOf(place).flatMap((each): readonly SchemaFault[] => {
      const { key, keySpan: span } = each;
      const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      const name = { kind: 'scalar', value: key, span } as const;
      const isNamed = propertyNames === undefined || isInItself(propertyNames, name);
      if (!isNamed || member === false) {
        return [{ kind: 'unknown-key', place: each, known: Object.keys(properties) }];
      }
      return member === undefined ? [] : this.faults(member, each);
    });
    return [...missing, ...found];
  }

  /** What is wrong within the value tells more than that it is none of several things. */
  #alternatives(schema: JsonSchema, place: SchemaPlace): readonly SchemaFault[] {
    const { anyOf } = schema;
    if (anyOf === undefined) return [];
    let meant: readonly SchemaFault[] | undefined;
    for (const each of anyOf) {
      const faults = this.faults(each, place);
      if (faults.length === 0) return [];
      const isCloser = meant === undefined || faults.length < meant.length;
      if (isCloser && faults.every((fault) => fault.place.node !== place.node)) meant = faults;
    }
    return meant ?? [this.#wrongValue({ anyOf }, place)];
  }

  #excluded(schema: JsonSchema, place: SchemaPlace): readonly SchemaFault[] {
    const { not } = schema;
    if (not === undefined || this.faults(not, place).length > 0) return [];
    const { anyOf = [not] } = not;
    const met = anyOf.filter((each) => this.faults(each, place).length === 0);
    return [{ kind: 'excluded', place, what: met.map((each) => this.#describe(each)).join(', ') }];
  }

  #describe(schema: JsonSchema): string {
    return describeSchema(schema, (reference) => this.#definition(reference));
  }
}

/** What a schema says of a value alone, whatever is in it. */
function isInItself(schema: JsonSchema, node: YamlNode): boolean {
  const { type, enum: values, minItems = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  if (type !== undefined && ![type].flat().some((each) => isOfType(node, each))) return false;
  switch (node.kind) {
    case 'scalar':
      return isScalarOf(schema, node);
    case 'list':
      return values === undefined && node.items.length >= minItems;
    case 'map':
      return values === undefined && node.entries.size <= maxProperties;
  }
}

function isOfType(node: YamlNode, type: string): boolean {
  if (node.kind !== 'scalar') return type === (node.kind === 'list' ? 'array' : 'object');
  const { value } = node;
  if (value === null) return type === 'null';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isScalarOf(schema: JsonSchema, { value }: YamlScalar): boolean {
  const { enum: values, minimum, minLength, pattern } = schema;
  if (values !== undefined && !values.some((it) => it === value)) return false;
  if (typeof value === 'number') return minimum === undefined || value >= minimum;
  if (typeof value !== 'string') return true;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  return value.length >= (minLength ?? 0);
}
