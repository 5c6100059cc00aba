import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleStore } from '../adapters/modules/module-store.ts';
import { openWorkflow, type Workflow } from '../lang/open-workflow.ts';
import { diagnosticsText } from '../ui/text/diagnostic-text.ts';
import { withGivenAmounts } from './amount-options.ts';
import { findWorkflow } from './find-workflow.ts';
import { diskQuestions } from './disk-questions.ts';
import { loadConfig } from './load-config.ts';
import { packageFile } from './package-folder.ts';
import type { Arguments } from './parse-arguments.ts';
import { isFile, readLines, readUserText } from './read-text.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';
import type { Workspace } from './workspace.ts';

/** A workflow ready for use, and what its scripts are compiled by. */
export interface LoadedWorkflow extends Pick<Workflow, 'rules' | 'config'> {
  /** Absolute. */
  readonly file: string;
  readonly modules: ModuleStore;
}

/**
 * Finds the workflow that the command line means and reads it with its config; warnings are
 * printed. Throws a `FlowError`.
 */
export async function loadWorkflow(
  args: Arguments,
  {
    calledFrom,
    workingDirectory,
    disk,
  }: Pick<Workspace, 'calledFrom' | 'workingDirectory' | 'disk'>,
  { err, importModule }: Terminal,
): Promise<LoadedWorkflow> {
  const { given, workflow: named } = await loadConfig(args, calledFrom);
  const file = findWorkflow({ file: args.value('file'), named, calledFrom, workingDirectory });
  const modules = new ModuleStore({
    engineUrl: pathToFileURL(packageFile('dist/index.mjs')).href,
    engineVersion: version(),
    environment: process.env,
    importModule,
  });
  const { rules, config, warnings } = await openWorkflow(file, given, {
    readText: (path) => readUserText(path, 'workflow file', relative(calledFrom, path)),
    exists: isFile,
    loadModule: async (path) => await modules.load(path),
    find: modules.find,
    disk: diskQuestions(disk),
  });
  if (warnings.length > 0) {
    const options = { readLines, directory: workingDirectory, style: err.style };
    err.write(`${diagnosticsText(warnings, options)}\n\n`);
  }
  return { rules: withGivenAmounts(rules, args), config, file, modules };
}
