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
  /** Is there a file, and no directory? Asked of each place where the workflow may lie. */
  readonly isFile: (path: string) => boolean;
}

/** The workflow file, absolute. Throws a usage error if there is none. */
export function findWorkflow(search: WorkflowSearch): string {
  const { file, named, calledFrom, workingDirectory, isFile } = search;
  if (file !== undefined) {
    return existing({ path: resolve(calledFrom, file), asWritten: file }, isFile);
  }
  if (named !== undefined) return namedWorkflow(named, search);
  const found = PLACES.map((place) => join(workingDirectory, place)).find(isFile);
  if (found === undefined) throw new FlowError(noWorkflow(PLACES));
  return found;
}

/** `workflow: kintsugi` is one that flow ships; anything with a slash or an ending is a path. */
function namedWorkflow(
  { name, by }: NonNullable<WorkflowSearch['named']>,
  { calledFrom, isFile }: WorkflowSearch,
): string {
  const isPath = isAbsolute(name) || name.includes('/') || extname(name) !== '';
  if (isPath) {
    const path = resolve(dirname(by), name);
    return existing({ path, asWritten: relative(calledFrom, path) }, isFile);
  }
  const file = packageFile(join('workflows', name, 'flow.ts'));
  if (existsSync(file)) return file;
  throw new FlowError(noShippedWorkflow(name, readdirSync(packageFile('workflows'))));
}

function existing(
  { path, asWritten }: { readonly path: string; readonly asWritten: string },
  isFile: WorkflowSearch['isFile'],
): string {
  if (!isFile(path)) {
    const why = existsSync(path) ? 'EISDIR' : 'ENOENT';
    throw new FlowError(unreadableFile('workflow', asWritten, why));
  }
  if (!isWorkflowFile(path)) throw new FlowError(noWorkflowFile(asWritten));
  return path;
}
