import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleStore } from '../adapters/modules/module-store.ts';
import type { GivenAccounts } from '../core/accounts/read-accounts.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Rule } from '../core/rule/rule.ts';
import { isYaml, openWorkflow, type Workflow } from '../lang/open-workflow.ts';
import { withGivenAmounts } from './amount-options.ts';
import { findWorkflow } from './find-workflow.ts';
import { diskQuestions } from './disk-questions.ts';
import { loadConfig } from './load-config.ts';
import { packageFile } from './package-folder.ts';
import type { Arguments } from './parse-arguments.ts';
import { isFile, isFolder, readUserText } from './read-text.ts';
import { diagnosticsOutput } from './tell-diagnostics.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';
import type { Workspace } from './workspace.ts';

/** A workflow ready for use, and what its scripts are compiled by. */
export interface LoadedWorkflow extends Pick<Workflow, 'rules' | 'config' | 'order' | 'envvars'> {
  /** Absolute. */
  readonly file: string;
  readonly modules: ModuleStore;
  /** Accounts of a cluster that the config names. */
  readonly slurm: GivenAccounts | undefined;
}

/** A workflow as it was read, with what is to be said of it. */
export interface ReadWorkflow extends LoadedWorkflow {
  readonly warnings: readonly Diagnostic[];
  /** Of its YAML files, by absolute path. */
  readonly yamlTexts: ReadonlyMap<string, string>;
}

interface WorkflowPlace extends Pick<Workspace, 'calledFrom' | 'workingDirectory' | 'disk'> {
  /** Told each file that is looked for or read, absolute, before it is: it need not be there. */
  readonly onFile?: (path: string) => void;
  /** Gets the text of each YAML file that is read, by absolute path, also if reading it fails. */
  readonly yamlTexts?: Map<string, string>;
}

/**
 * Finds the workflow that the command line means and reads it with its config; warnings are
 * printed. Throws a `FlowError`.
 */
export async function loadWorkflow(
  args: Arguments,
  workspace: WorkflowPlace,
  terminal: Terminal,
): Promise<LoadedWorkflow> {
  const { importModule } = terminal;
  const asked = args.value('file');
  const workflow = await readWorkflow(args, { ...workspace, importModule }, asked);
  if (workflow.warnings.length > 0) {
    const { workingDirectory: directory } = workspace;
    const said = diagnosticsOutput(workflow.warnings, { ...terminal, directory });
    terminal.err.write(terminal.isJson ? said : `${said}\n`);
  }
  return workflow;
}

/** The same without a word. `asked`: the file that is asked for, relative to where flow was called. */
export async function readWorkflow(
  args: Arguments,
  {
    calledFrom,
    workingDirectory,
    disk,
    importModule,
    onFile,
    yamlTexts = new Map(),
  }: WorkflowPlace & Pick<Terminal, 'importModule'>,
  asked: string | undefined,
): Promise<ReadWorkflow> {
  const { given, slurm, workflow: named } = await loadConfig(args, calledFrom);
  const exists = (path: string): boolean => {
    onFile?.(path);
    return isFile(path);
  };
  const search = { file: asked, named, calledFrom, workingDirectory, isFile: exists };
  const file = findWorkflow(search);
  const modules = new ModuleStore({
    engineUrl: pathToFileURL(packageFile('dist/index.mjs')).href,
    engineVersion: version(),
    environment: process.env,
    importModule,
  });
  const { rules, config, order, envvars, warnings } = await openWorkflow(file, given, {
    readText: (path) => {
      const text = readUserText(path, 'workflow file', relative(calledFrom, path));
      if (isYaml(path)) yamlTexts.set(path, text);
      return text;
    },
    exists,
    isFolder,
    loadModule: async (path) => {
      // Told first: what is wrong with the module may lie in a file that it imports.
      if (onFile !== undefined) (await modules.compile(path)).files.forEach((it) => onFile(it));
      return await modules.load(path);
    },
    find: modules.find,
    disk: diskQuestions(disk),
  });
  return {
    rules: withGivenAmounts(await chooseVariants(rules, args), args),
    config,
    order,
    envvars,
    file,
    modules,
    slurm,
    warnings,
    yamlTexts,
  };
}

/** What a run can hold is looked up only where some rule asks. */
async function chooseVariants(rules: readonly Rule[], args: Arguments): Promise<readonly Rule[]> {
  if (rules.every(({ amounts }) => amounts.oneOf === undefined)) return rules;
  return (await import('./variant-choice.ts')).withChosenVariants(rules, args);
}
