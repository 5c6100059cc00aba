import type { FindAuthorPlace } from '../core/author-places.ts';
import { badInclude, missingScript } from '../core/catalogue/workflow-file.ts';
import { deepMerge, isRecord } from '../core/config/deep-merge.ts';
import { checkKeys, type KnownKeys } from '../core/config/unknown-keys.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import { checkRules } from '../core/rule/check-rules.ts';
import { checkOrder, type OrderChain } from '../core/rule/rule-order.ts';
import type { Rule } from '../core/rule/rule.ts';
import { type DiskQuestions, setDiskInReach } from './disk-in-reach.ts';
import { mergeKeys } from './known-keys.ts';
import type { RulePart } from './rule/rule-part.ts';
import { AuthorFiles } from './typescript/author-files.ts';
import { readTypescriptWorkflow } from './typescript/read-workflow.ts';
import type {
  FileRules,
  GivenConfig,
  Include,
  NeededVariable,
  WorkflowFile,
} from './workflow-file.ts';

/** What reading workflow files takes from the machine. Files are absolute. */
export interface WorkflowPorts {
  /** Undefined: there is no such file. May throw a `FlowError` for one that cannot be read. */
  readonly readText: (file: string) => string | undefined;
  /** Is there a file, and no directory? */
  readonly exists: (file: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** What a TypeScript or JavaScript module exports. Throws a `FlowError`. */
  readonly loadModule: (file: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly find: FindAuthorPlace;
  /** What helpers of the workflow may ask, from now on. */
  readonly disk: DiskQuestions;
}

/** Rules of a workflow, with the config that their commands and functions see. */
export interface Workflow {
  readonly rules: readonly Rule[];
  readonly config: unknown;
  readonly order: readonly OrderChain[];
  readonly envvars: readonly NeededVariable[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a workflow file and all that it includes, of either face, and makes its rules for a config.
 * Throws a `FlowError` with all that is wrong, of all rules at once.
 */
export async function openWorkflow(
  file: string,
  given: GivenConfig,
  ports: WorkflowPorts,
): Promise<Workflow> {
  const opening = new Opening(ports);
  const { disk } = ports;
  setDiskInReach({
    list: (folder) => disk.list(folder),
    read: (path) => disk.read(path),
    warn: (warning) => opening.warn(warning),
  });
  const main = await opening.read(file);
  const config = await main.readConfig(given);
  await opening.addRules(main, config, given);
  return opening.finish(given);
}

class Opening {
  readonly #ports: WorkflowPorts;
  readonly #parts: RulePart[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #constraints: FileRules['constraints'][] = [];
  readonly #order: OrderChain[] = [];
  readonly #envvars: NeededVariable[] = [];
  readonly #keys: KnownKeys[] = [];
  /** Files whose rules are being made, the innermost last. */
  readonly #open: string[] = [];
  #config: unknown = {};

  constructor(ports: WorkflowPorts) {
    this.#ports = ports;
  }

  warn(warning: Diagnostic): void {
    this.#diagnostics.push(warning);
  }

  async read(file: string): Promise<WorkflowFile> {
    if (isYaml(file)) {
      // Loaded only by those who write YAML.
      const { readYamlWorkflow } = await import('./yaml/read-yaml-workflow.ts');
      return readYamlWorkflow(file, this.#ports.readText(file) ?? '');
    }
    const module = await this.#ports.loadModule(file);
    return readTypescriptWorkflow(file, module['default'], new AuthorFiles(file, this.#ports));
  }

  async addRules(workflow: WorkflowFile, config: unknown, given: GivenConfig): Promise<void> {
    // What an included file says is there for its own rules; the including file has the last word.
    this.#config = deepMerge(config, this.#config);
    this.#open.push(workflow.file);
    const { parts, diagnostics, constraints, order, envvars } = await workflow.makeRules(config);
    this.#diagnostics.push(...diagnostics);
    this.#constraints.push(constraints);
    this.#order.push(...order);
    this.#envvars.push(...envvars);
    this.#keys.push(workflow.knownKeys());
    for (const part of parts) {
      if (part.kind === 'rule') this.#parts.push(part);
      else await this.#include(part, config, given);
    }
    this.#open.pop();
  }

  finish(given: GivenConfig): Workflow {
    const outputs = new Map(this.#parts.map(({ name, output }) => [name, output]));
    const made = this.#parts.map((part) => part.make(outputs));
    const rules = made.flatMap(({ rule }) => rule ?? []);
    const diagnostics = [...this.#diagnostics, ...made.flatMap((it) => it.diagnostics)];
    // With a rule missing, others would be blamed for what it would have been.
    if (rules.length === made.length) diagnostics.push(...this.#checkTogether(rules));
    diagnostics.push(...this.#checkScripts(rules));
    if (diagnostics.some(({ severity }) => severity === 'error')) throw new FlowError(diagnostics);
    const known = this.#keys.reduce(mergeKeys);
    const warnings = [...diagnostics, ...checkKeys(given.value, known, given.locate)];
    return { rules, config: this.#config, order: this.#order, envvars: this.#envvars, warnings };
  }

  async #include(part: Include, config: unknown, given: GivenConfig): Promise<void> {
    const problem = this.#includeProblem(part.file);
    if (problem !== undefined) {
      this.#diagnostics.push(badInclude(part.path, problem, part.span));
      return;
    }
    try {
      const workflow = await this.read(part.file);
      const value = isRecord(config) ? config : {};
      const own = await workflow.readConfig({ value, locate: given.locate });
      await this.addRules(workflow, own, given);
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      this.#diagnostics.push(...error.diagnostics);
    }
  }

  #includeProblem(file: string): 'ring' | 'ending' | 'missing' | undefined {
    if (this.#open.includes(file)) return 'ring';
    if (!isWorkflowFile(file)) return 'ending';
    return this.#ports.exists(file) ? undefined : 'missing';
  }

  #checkTogether(rules: readonly Rule[]): readonly Diagnostic[] {
    const problems = checkRules(rules);
    // The constraints' own problems come last.
    const others = this.#constraints.flatMap((it) => checkRules(rules, it).slice(problems.length));
    const names = rules.map(({ name }) => name);
    return [...problems, ...others, ...checkOrder(this.#order, names)];
  }

  #checkScripts(rules: readonly Rule[]): Diagnostic[] {
    return rules.flatMap(({ name, run }) => {
      if (run?.kind !== 'script' || this.#ports.exists(run.path)) return [];
      const isFolder = this.#ports.isFolder(run.path);
      return missingScript(run.path, name, { span: run.span, isFolder });
    });
  }
}

/** By its ending; of either face. */
export function isWorkflowFile(file: string): boolean {
  return isYaml(file) || /\.m?[jt]s$/iu.test(file);
}

export function isYaml(file: string): boolean {
  return /\.ya?ml$/iu.test(file);
}
