import { schemaMismatch } from '../../core/catalogue/lint.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import { schemaFaults } from '../schema/schema-faults.ts';
import { pathOf, type SchemaFault, type SchemaPlace } from '../schema/schema-place.ts';
import { workflowSchema } from '../schema/workflow-schema.ts';
import { parseYaml } from './parse-yaml.ts';
import { plainValue, type YamlNode } from './yaml-tree.ts';

/**
 * Where YAML workflow files, by path, are not as the schema has them by which editors check them,
 * without those places about which something is said already. Files that do not parse are passed over.
 */
export function schemaFindings(
  files: ReadonlyMap<string, string>,
  said: readonly Diagnostic[],
): readonly Diagnostic[] {
  const schema = workflowSchema();
  return Array.from(files).flatMap(([file, text]) => {
    const spans = said.flatMap((it) => it.spans.map(({ span }) => span));
    const places = new Set(spans.filter((span) => span.file === file).map(placeOf));
    const root = tryParse(text, file);
    if (root === undefined) return [];
    return schemaFaults(schema, root)
      .filter(({ place }) => !isSaid(place, places))
      .map(findingOf);
  });
}

function tryParse(text: string, file: string): YamlNode | undefined {
  try {
    return parseYaml(text, file);
  } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}

function placeOf({ line, column }: SourceSpan): string {
  return `${line}:${column}`;
}

/** Is something said about the part of the workflow, or of a rule, in which the value is? */
function isSaid(place: SchemaPlace, places: ReadonlySet<string>): boolean {
  const part = partWith(place);
  if (part.parent === undefined) return places.size > 0;
  return places.has(placeOf(part.keySpan)) || spansIn(part.node).some((it) => places.has(it));
}

/** A field of a rule, a rule that is wrong as a whole, or a key of the workflow. */
function partWith(place: SchemaPlace): SchemaPlace {
  const way = [place];
  for (let at = place.parent; at !== undefined; at = at.parent) way.unshift(at);
  const [document, key = document, rule = key, field = rule] = way;
  return (key?.key === 'rules' ? field : key) ?? place;
}

function spansIn(root: YamlNode): readonly string[] {
  const found: string[] = [];
  const seen = new Set<YamlNode>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    found.push(placeOf(node.span));
    if (node.kind === 'list') for (const item of node.items) pending.push(item);
    if (node.kind !== 'map') continue;
    for (const { keySpan, value } of node.entries.values()) {
      found.push(placeOf(keySpan));
      pending.push(value);
    }
  }
  return found;
}

function findingOf(fault: SchemaFault): Diagnostic {
  const { place } = fault;
  const { node, keySpan, key } = place;
  const at = { path: pathOf(place), span: keySpan };
  switch (fault.kind) {
    case 'wrong-value': {
      const found = describeValue(plainValue(node));
      const span = node.kind === 'scalar' && node.value !== null ? node.span : keySpan;
      return schemaMismatch({ ...at, span }, { kind: 'value', found, wanted: fault.wanted });
    }
    case 'unknown-key': {
      const owner = place.parent === undefined ? '' : pathOf(place.parent);
      return schemaMismatch({ ...at, path: owner }, { kind: 'key', key, known: fault.known });
    }
    case 'missing-key':
      return schemaMismatch(at, { kind: 'missing', key: fault.missing });
    case 'excluded':
      return schemaMismatch(at, { kind: 'excluded', what: fault.what });
  }
}
