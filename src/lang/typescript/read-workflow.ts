import { basename, dirname, resolve } from 'node:path';
import { thrownAt, thrownMessage } from '../../core/author-places.ts';
import {
  noWorkflowExport,
  notARule,
  rulesThrew,
  unknownKey,
  wrongValue,
} from '../../core/catalogue/workflow-file.ts';
import { deepMerge, isRecord } from '../../core/config/deep-merge.ts';
import { type Diagnostic, FlowError, type SourceSpan } from '../../core/diagnostic.ts';
import { describeValue } from '../describe-value.ts';
import { defaultKeys, schemaKeys } from '../known-keys.ts';
import { lazySpan } from '../spans.ts';
import { isTextRecord } from '../rule/rule-fields.ts';
import type { FileRules, Include, WorkflowFile } from '../workflow-file.ts';
import { authorError, isFunction } from '../rule/author-functions.ts';
import type { AuthorFiles } from './author-files.ts';
import { isConfigSchema } from './config-schema.ts';
import { INCLUDE, type IncludedFile, isIncludedFile } from './include.ts';
import { readRule } from '../rule/read-rule.ts';
import { type PartReading, readEnvvars, readOrder } from '../rule/read-workflow-parts.ts';
import type { RulePart } from '../rule/rule-part.ts';
import type { PropertyPath, RuleReading } from '../rule/rule-reading.ts';
import { type AnyRule, isRule, RULE } from './rule.ts';
import { readSchemaConfig } from './schema-config.ts';
import { isWorkflow, WORKFLOW } from './workflow.ts';

const WORKFLOW_KEYS = ['config', 'rules', 'constraints', 'preamble', 'order', 'envvars'];

/**
 * Reads what a TypeScript workflow file exports as its default: a workflow, or what stands for one
 * that has rules only: a function of the config, or rules. Throws a `FlowError`.
 */
export function readTypescriptWorkflow(
  file: string,
  exported: unknown,
  files: AuthorFiles,
): WorkflowFile {
  if (exported === undefined) throw new FlowError(noWorkflowExport(basename(file), file));
  if (exported instanceof Promise) refusePromise(exported, file);
  const declared = isWorkflow(exported) ? exported[WORKFLOW] : undefined;
  const source = files.call(declared?.place);
  const spanOf = (path: PropertyPath, text?: string): SourceSpan =>
    lazySpan(() => source().find(path, text));
  const parts = checkParts(declared === undefined ? { rules: exported } : declared.spec, spanOf);
  const { config: declaredConfig } = parts;
  return {
    file,
    knownKeys: () => {
      if (declaredConfig === undefined) return { kind: 'any' };
      return isConfigSchema(declaredConfig)
        ? schemaKeys(declaredConfig)
        : defaultKeys(declaredConfig);
    },
    readConfig: async (given) =>
      isConfigSchema(declaredConfig)
        ? await readSchemaConfig(declaredConfig, given)
        : deepMerge(declaredConfig ?? {}, given.value),
    makeRules: async (config) => {
      const tree = await rulesOf(parts.rules, config, { files, span: spanOf(['rules']) });
      const constraintsSpan = spanOf(['constraints']);
      return readTree(tree, { ...parts, config, files, span: spanOf(['rules']), constraintsSpan });
    },
  };
}

/** What becomes of it does not matter any more. */
function refusePromise(exported: Promise<unknown>, file: string): never {
  exported.catch(() => undefined);
  const what = { found: describeValue(exported), wanted: '`export default await …`' };
  const span = { file, line: 1, column: 1, length: 1 };
  throw new FlowError(wrongValue('the default export', what, span));
}

interface WorkflowParts {
  readonly config: unknown;
  readonly rules: unknown;
  readonly constraints: Readonly<Record<string, string>>;
  readonly preamble: string | undefined;
  readonly order: FileRules['order'];
  readonly envvars: FileRules['envvars'];
}

function checkParts(
  spec: unknown,
  spanOf: (path: PropertyPath, text?: string) => SourceSpan,
): WorkflowParts {
  const problems: Diagnostic[] = [];
  const refuse = (what: string, value: unknown, wanted: string): void => {
    const path = what.startsWith('`') ? [what.slice(1, -1)] : [];
    problems.push(wrongValue(what, { found: describeValue(value), wanted }, spanOf(path)));
  };
  if (!isRecord(spec)) {
    refuse('the workflow', spec, '`workflow({ rules: … })`');
    throw new FlowError(problems);
  }
  for (const key of Object.keys(spec)) {
    const where = { owner: 'the workflow', span: spanOf([key]) };
    if (!WORKFLOW_KEYS.includes(key)) problems.push(unknownKey(key, where, WORKFLOW_KEYS));
  }
  const { config, rules, constraints = {}, preamble } = spec;
  if (rules === undefined) refuse('`rules`', rules, '`rules: [ … ]` or `rules: (config) => [ … ]`');
  if (config !== undefined && !isConfigSchema(config) && !isRecord(config)) {
    refuse('`config`', config, 'a schema, `z.object({ … })`, or defaults, `{ … }`');
  }
  if (!isTextRecord(constraints)) {
    refuse('`constraints`', constraints, 'regular expressions as texts: `{ cycle: "[0-9]+" }`');
  }
  if (preamble !== undefined && typeof preamble !== 'string') {
    refuse('`preamble`', preamble, 'a text of shell commands');
  }
  const reading = (key: string): PartReading => ({
    problems,
    span: (path, text) => spanOf([key, ...path], text),
  });
  const order = readOrder(reading('order'), spec['order']);
  const envvars = readEnvvars(reading('envvars'), spec['envvars']);
  if (problems.length > 0) throw new FlowError(problems);
  return {
    config,
    rules,
    constraints: isTextRecord(constraints) ? constraints : {},
    preamble: typeof preamble === 'string' ? preamble : undefined,
    order,
    envvars,
  };
}

interface Around {
  readonly files: AuthorFiles;
  readonly span: SourceSpan;
}

async function rulesOf(rules: unknown, config: unknown, { files, span }: Around): Promise<unknown> {
  if (!isFunction(rules)) return rules;
  try {
    return await rules(config);
  } catch (error) {
    const place = thrownAt(error, files.find);
    const known = authorError(error, files.find);
    if (known instanceof FlowError) throw known;
    // Nothing of the author's on its way: a bug of ours.
    if (place === undefined && error instanceof Error) throw error;
    const declared = { span, label: 'the rules of this workflow' };
    const spans = place === undefined ? [declared] : [{ span: place, label: 'thrown here' }];
    throw new FlowError(rulesThrew(thrownMessage(error), spans), { cause: error });
  }
}

type TreeAround = Omit<WorkflowParts, 'rules'> & Around & { readonly constraintsSpan: SourceSpan };

function readTree(tree: unknown, around: TreeAround): FileRules {
  const parts: FileRules['parts'][number][] = [];
  const diagnostics: Diagnostic[] = [];
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      // Last first, since the last is taken first.
      for (let index = next.length - 1; index >= 0; index--) pending.push(next[index]);
    } else if (isRule(next)) {
      parts.push(readDeclared(next, around));
    } else if (isIncludedFile(next)) {
      parts.push(readInclude(next, around.files));
    } else {
      diagnostics.push(notARule(describeValue(next), around.span));
    }
  }
  const names = Object.keys(around.constraints);
  const constraints = { names, span: around.constraintsSpan };
  const { order, envvars } = around;
  return { parts, diagnostics, constraints, order, envvars };
}

function readDeclared({ [RULE]: { name, spec, place } }: AnyRule, around: TreeAround): RulePart {
  const { files } = around;
  const source = files.call(place);
  const reading: RuleReading = {
    rule: String(name),
    problems: [],
    span: (path, text) =>
      lazySpan(() => (path.length === 0 ? source().callee : source().find(path, text))),
    find: files.find,
    face: 'typescript',
    globs: [],
  };
  return readRule(reading, { spec, folder: dirname(files.fileOf(place)) }, around);
}

function readInclude({ [INCLUDE]: { path, place } }: IncludedFile, files: AuthorFiles): Include {
  const written = String(path);
  const source = files.call(place);
  const span = lazySpan(() => source().find([], written));
  const file = resolve(dirname(files.fileOf(place)), written);
  return { kind: 'include', path: written, file, span };
}
