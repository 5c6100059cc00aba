import { dirname, resolve } from 'node:path';
import { unknownKey, wrongValue } from '../../core/catalogue/workflow-file.ts';
import { deepMerge, isRecord } from '../../core/config/deep-merge.ts';
import type { KnownKeys } from '../../core/config/unknown-keys.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import { defaultKeys, keysOfPaths, mergeKeys } from '../known-keys.ts';
import { readRule } from '../rule/read-rule.ts';
import { isTextRecord } from '../rule/rule-fields.ts';
import type { RuleOutputs, RulePart } from '../rule/rule-part.ts';
import { type PartReading, readEnvvars, readOrder } from '../rule/read-workflow-parts.ts';
import type { RuleReading } from '../rule/rule-reading.ts';
import { WORKFLOW_FIELDS } from '../schema/workflow-schema.ts';
import type { FileRules, Include, WorkflowFile } from '../workflow-file.ts';
import { configPathsIn } from './fill-config.ts';
import { filledValue, type RuleValues } from './filled-value.ts';
import { inputValue } from './input-values.ts';
import { outputValue } from './output-values.ts';
import { paramsValue } from './param-values.ts';
import { parseYaml } from './parse-yaml.ts';
import { ruleSpan } from './rule-spans.ts';
import { plainValue, textsIn, type YamlEntry, type YamlMap, type YamlNode } from './yaml-tree.ts';

const WORKFLOW_KEYS = Object.keys(WORKFLOW_FIELDS);

/**
 * Reads a workflow in YAML; nothing in it is executed. Its meaning is that of the same workflow in
 * TypeScript. Throws a `FlowError` with all that does not parse, or is no workflow.
 */
export function readYamlWorkflow(file: string, text: string): WorkflowFile {
  const top = { file, line: 1, column: 1, length: 1 };
  const parts = readParts(parseYaml(text, file), top);
  const { defaults, rules, includes, constraints, preamble, order, envvars } = parts;
  return {
    file,
    knownKeys: () => knownKeys(parts),
    readConfig: async (given) => await Promise.resolve(deepMerge(defaults ?? {}, given.value)),
    makeRules: async (config) => {
      const around = { constraints: constraints.byName, preamble, config, file };
      const read = Array.from(rules, ([name, entry]) => readYamlRule(name, entry, around));
      return await Promise.resolve({
        parts: [...read, ...includes],
        diagnostics: [],
        constraints: { names: Object.keys(constraints.byName), span: constraints.span },
        order,
        envvars,
      });
    },
  };
}

interface WorkflowParts {
  /** Undefined: it says nothing about its config. */
  readonly defaults: unknown;
  readonly rules: YamlMap['entries'];
  readonly includes: readonly Include[];
  readonly constraints: {
    readonly byName: Readonly<Record<string, string>>;
    readonly span: SourceSpan;
  };
  readonly preamble: string | undefined;
  readonly order: FileRules['order'];
  readonly envvars: FileRules['envvars'];
}

function knownKeys({ defaults, rules }: WorkflowParts): KnownKeys {
  if (defaults === undefined) return { kind: 'any' };
  const paths: string[] = [];
  for (const { value } of rules.values()) {
    for (const text of textsIn(value)) paths.push(...configPathsIn(text.value));
  }
  const declared = defaultKeys(defaults);
  return declared.kind === 'any' ? declared : mergeKeys(declared, keysOfPaths(paths));
}

function readParts(root: YamlNode | undefined, top: SourceSpan): WorkflowParts {
  if (root?.kind !== 'map') {
    const found = root === undefined ? 'empty' : describeValue(plainValue(root));
    const wanted = '`rules:`, and below it the rules under their names';
    throw new FlowError(wrongValue('the workflow file', { found, wanted }, root?.span ?? top));
  }
  const problems: Diagnostic[] = [];
  const part = new PartReader(root.entries, problems, top);
  for (const [key, { keySpan }] of root.entries) {
    const where = { owner: 'the workflow', span: keySpan };
    if (!WORKFLOW_KEYS.includes(key)) problems.push(unknownKey(key, where, WORKFLOW_KEYS));
  }
  const includes = part.includes(top.file);
  const parts = {
    defaults: part.defaults(),
    includes,
    rules: part.rules(includes.length > 0, top),
    constraints: part.constraints(top),
    preamble: part.text('preamble'),
    order: readOrder(part.reading('order'), part.value('order')),
    envvars: readEnvvars(part.reading('envvars'), part.value('envvars')),
  };
  if (problems.length > 0) throw new FlowError(problems);
  return parts;
}

/** Reads the keys of a workflow file, and notes what is wrong with them. */
class PartReader {
  readonly #entries: YamlMap['entries'];
  readonly #problems: Diagnostic[];
  readonly #top: SourceSpan;

  constructor(entries: YamlMap['entries'], problems: Diagnostic[], top: SourceSpan) {
    this.#entries = entries;
    this.#top = top;
    this.#problems = problems;
  }

  defaults(): unknown {
    const entry = this.#entries.get('config');
    if (entry === undefined) return undefined;
    const value = plainValue(entry.value);
    // `config:` with nothing below it.
    if (value === null) return {};
    if (!isRecord(value))
      this.#refuse('config', value, 'defaults under names: `{ cycles: [1, 2] }`');
    return value;
  }

  rules(hasIncludes: boolean, top: SourceSpan): YamlMap['entries'] {
    const entry = this.#entries.get('rules');
    if (entry?.value.kind === 'map') return entry.value.entries;
    if (entry === undefined && hasIncludes) return new Map();
    const wanted = 'the rules under their names: `rules: { stitch: { output: …, shell: … } }`';
    const found = describeValue(entry === undefined ? undefined : plainValue(entry.value));
    const span = entry?.keySpan ?? top;
    this.#problems.push(wrongValue('`rules` of the workflow', { found, wanted }, span));
    return new Map();
  }

  includes(file: string): Include[] {
    const entry = this.#entries.get('include');
    if (entry === undefined) return [];
    const nodes = entry.value.kind === 'list' ? entry.value.items : [entry.value];
    return nodes.flatMap((node): Include[] => {
      if (node.kind === 'scalar' && typeof node.value === 'string') {
        const path = node.value;
        return [{ kind: 'include', path, file: resolve(dirname(file), path), span: node.span }];
      }
      this.#refuse('include', plainValue(node), 'the path of a workflow file, or a list of them');
      return [];
    });
  }

  constraints(top: SourceSpan): WorkflowParts['constraints'] {
    const entry = this.#entries.get('constraints');
    if (entry === undefined) return { byName: {}, span: top };
    const byName = plainValue(entry.value);
    if (isTextRecord(byName)) return { byName, span: entry.keySpan };
    this.#refuse('constraints', byName, 'regular expressions as texts: `{ cycle: "[0-9]+" }`');
    return { byName: {}, span: top };
  }

  text(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const value = plainValue(entry.value);
    if (typeof value === 'string') return value;
    this.#refuse(key, value, 'a text of shell commands');
    return undefined;
  }

  value(key: string): unknown {
    const entry = this.#entries.get(key);
    return entry === undefined ? undefined : plainValue(entry.value);
  }

  reading(key: string): PartReading {
    const entry = this.#entries.get(key);
    return {
      problems: this.#problems,
      span: (path, text) => (entry === undefined ? this.#top : ruleSpan(entry, path, text)),
    };
  }

  #refuse(key: string, value: unknown, wanted: string): void {
    const span = this.#entries.get(key)?.keySpan;
    if (span === undefined) return;
    const given = { found: describeValue(value), wanted };
    this.#problems.push(wrongValue(`\`${key}\` of the workflow`, given, span));
  }
}

interface Around {
  readonly file: string;
  readonly constraints: Readonly<Record<string, string>>;
  readonly preamble: string | undefined;
  readonly config: unknown;
}

function readYamlRule(name: string, entry: YamlEntry, around: Around): RulePart {
  const { config, file } = around;
  const problems: Diagnostic[] = [];
  const reading: RuleReading = {
    rule: name,
    problems,
    span: (path, text) => ruleSpan(entry, path, text),
    find: () => undefined,
    face: 'yaml',
    globs: [],
  };
  const folder = dirname(file);
  const node = entry.value;
  if (node.kind !== 'map') return readRule(reading, { spec: plainValue(node), folder }, around);
  const values = { rule: name, config, problems, globs: reading.globs };
  const input = node.entries.get('input')?.value;
  const spec = Object.fromEntries(
    Array.from(node.entries, ([key, { value }]) => [key, fieldValue(values, key, value)]),
  );
  const lateInput = (outputs: RuleOutputs): unknown =>
    input === undefined ? undefined : inputValue({ ...values, outputs }, input);
  return readRule(reading, { spec, folder, lateInput }, around);
}

function fieldValue(values: RuleValues, key: string, node: YamlNode): unknown {
  switch (key) {
    case 'input':
      // Read later, when the outputs of the other rules are known.
      return undefined;
    case 'output':
      return outputValue(values, node);
    case 'params':
      return paramsValue(values, node);
    case 'exec':
      // Arguments are texts, however they look in YAML.
      return plainValue(node, ({ value }) => (value === null ? value : String(value)));
    case 'shell':
    case 'message':
    case 'preamble':
    case 'constraints':
      return plainValue(node);
    default:
      return filledValue(values, node);
  }
}
