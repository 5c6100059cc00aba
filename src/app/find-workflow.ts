import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import {
  noShippedWorkflow,
  noWorkflow,
  noWorkflowFile,
  unreadableFile,
} from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import { isWorkflowFile } from '../lang/open-workflow.ts';
import { packageFile } from './package-folder.ts';
import { isFile } from './read-text.ts';

/** Looked for in this order, in the working directory. */
const NAMES = ['flow.ts', 'flow.js', 'flow.mjs', 'flow.yaml', 'flow.yml'];
const PLACES = [...NAMES, ...NAMES.map((name) => join('workflow', name))];

export interface WorkflowSearch {
  /** `-s`, relative to where flow was called from. */
  readonly file: string | undefined;
  /** What the config says under `workflow`, and the config file that says it. */
  readonly named: { readonly name: string; readonly by: string } | undefined;
  readonly calledFrom: string;
  readonly workingDirectory: string;
}

/** The workflow file, absolute. Throws a usage error if there is none. */
export function findWorkflow(search: WorkflowSearch): string {
  const { file, named, calledFrom, workingDirectory } = search;
  if (file !== undefined) return existing(resolve(calledFrom, file), file);
  if (named !== undefined) return namedWorkflow(named, calledFrom);
  const found = PLACES.map((place) => join(workingDirectory, place)).find(isFile);
  if (found === undefined) throw new FlowError(noWorkflow(PLACES));
  return found;
}

/** `workflow: kintsugi` is one that flow ships; anything with a slash or an ending is a path. */
function namedWorkflow(
  { name, by }: NonNullable<WorkflowSearch['named']>,
  calledFrom: string,
): string {
  const isPath = isAbsolute(name) || name.includes('/') || extname(name) !== '';
  if (isPath) {
    const path = resolve(dirname(by), name);
    return existing(path, relative(calledFrom, path));
  }
  const file = packageFile(join('workflows', name, 'flow.ts'));
  if (existsSync(file)) return file;
  throw new FlowError(noShippedWorkflow(name, readdirSync(packageFile('workflows'))));
}

function existing(path: string, asWritten: string): string {
  if (!existsSync(path)) throw new FlowError(unreadableFile('workflow', asWritten, 'ENOENT'));
  if (!isFile(path)) throw new FlowError(unreadableFile('workflow', asWritten, 'EISDIR'));
  if (!isWorkflowFile(path)) throw new FlowError(noWorkflowFile(asWritten));
  return path;
}
