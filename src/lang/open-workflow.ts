import { basename } from 'node:path';
import type { FindAuthorPlace } from '../core/author-places.ts';
import { badInclude } from '../core/catalogue/workflow-file.ts';
import { missingScript } from '../core/catalogue/workflow-file.ts';
import { deepMerge } from '../core/config/deep-merge.ts';
import { checkKeys, type KnownKeys } from '../core/config/unknown-keys.ts';
import { type Diagnostic, FlowError } from '../core/diagnostic.ts';
import { checkRules } from '../core/rule/check-rules.ts';
import type { Rule } from '../core/rule/rule.ts';
import { mergeKeys } from './known-keys.ts';
import { AuthorFiles } from './typescript/author-files.ts';
import { readTypescriptWorkflow } from './typescript/read-workflow.ts';
import type { GivenConfig, Include, WorkflowFile } from './workflow-file.ts';
import { readYamlWorkflow } from './yaml/read-yaml-workflow.ts';

/** What reading workflow files takes from the machine. Files are absolute. */
export interface WorkflowPorts {
  /** Undefined: there is no such file, or it cannot be read. */
  readonly readText: (file: string) => string | undefined;
  readonly exists: (file: string) => boolean;
  /** What a TypeScript or JavaScript module exports. Throws a `FlowError`. */
  readonly loadModule: (file: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly find: FindAuthorPlace;
}

/** Rules of a workflow, with the config that their commands and functions see. */
export interface Workflow {
  readonly rules: readonly Rule[];
  readonly config: unknown;
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
  const main = await opening.read(file);
  const config = await main.readConfig(given);
  await opening.addRules(main, config, given);
  return opening.finish(given);
}

class Opening {
  readonly #ports: WorkflowPorts;
  readonly #rules: Rule[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #constraints: NonNullable<Parameters<typeof checkRules>[1]>[] = [];
  readonly #keys: (KnownKeys | undefined)[] = [];
  /** Files whose rules are being made, the innermost last. */
  readonly #open: string[] = [];
  #config: unknown = {};

  constructor(ports: WorkflowPorts) {
    this.#ports = ports;
  }

  async read(file: string): Promise<WorkflowFile> {
    if (/\.ya?ml$/iu.test(file)) {
      return readYamlWorkflow(this.#ports.readText(file) ?? '', file);
    }
    const module = await this.#ports.loadModule(file);
    return readTypescriptWorkflow(file, module['default'], new AuthorFiles(file, this.#ports));
  }

  async addRules(workflow: WorkflowFile, config: unknown, given: GivenConfig): Promise<void> {
    // What an included file says is there for its own rules; the including file has the last word.
    this.#config = deepMerge(config, this.#config);
    this.#open.push(workflow.file);
    const { parts, diagnostics, constraints } = await workflow.makeRules(config);
    this.#diagnostics.push(...diagnostics);
    this.#constraints.push(constraints);
    for (const part of parts) {
      if ('kind' in part) await this.#include(part, config, given);
      else this.#add(part.rule, part.diagnostics);
    }
    this.#keys.push(workflow.knownKeys());
    this.#open.pop();
  }
}
