import { dirname, resolve } from 'node:path';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { loadRecords } from '../../adapters/load-records.ts';
import type { WatchRequest } from '../../adapters/folder-watcher.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { type JobGraph, NO_JOB } from '../../core/graph/job-graph.ts';
import { PathTable } from '../../core/graph/path-table.ts';
import { FILE_KIND } from '../../core/plan/file-facts.ts';
import type { Disk } from '../../ports/disk.ts';
import { type LoadedWorkflow, loadWorkflow } from '../load-workflow.ts';
import { makeRequestPlan, type RequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import type { Workspace } from '../workspace.ts';

/** What has to be watched, and what stood in the way of finding out, if anything did. */
export interface FileLook {
  readonly request: WatchRequest;
  readonly error: FlowError | undefined;
}

/**
 * Makes a plan and drops it, only to see what it is made from: the workflow file and what it
 * imports, config files, scripts, tables, sources, and folders in which a helper or a function looks.
 * What jobs make is not among them. If there is no plan, what was asked for on the way to it is
 * watched, be it there or not.
 */
export async function lookAtFiles(
  args: Arguments,
  workspace: Workspace,
  terminal: Terminal,
): Promise<FileLook> {
  const asked = new Asked(workspace.workingDirectory);
  for (const file of args.values('configfile')) asked.file(resolve(workspace.calledFrom, file));
  const named = args.value('file');
  if (named !== undefined) asked.file(resolve(workspace.calledFrom, named));
  const watching = {
    ...workspace,
    disk: asked.through(workspace.disk),
    onFile: (path: string) => asked.file(path),
  };
  // The run that follows tells the same warnings.
  const quiet = { ...terminal, err: { ...terminal.err, write: () => undefined } };
  try {
    const workflow = await loadWorkflow(args, watching, quiet);
    await addModules(asked, workflow);
    const planned = await planOf({ args, workspace: watching, workflow, asked });
    askForParams(planned);
    return { request: asked.request(planned), error: undefined };
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    for (const { spans } of error.diagnostics) for (const { span } of spans) asked.file(span.file);
    return { request: asked.request(undefined), error };
  }
}

async function planOf({
  args,
  workspace,
  workflow,
  asked,
}: {
  readonly args: Arguments;
  readonly workspace: Workspace;
  readonly workflow: LoadedWorkflow;
  readonly asked: Asked;
}): Promise<RequestPlan> {
  const records = loadRecords({ directory: FLOW_FOLDER }, new PathTable());
  const hasher = workspace.hasher(0);
  try {
    return await makeRequestPlan({
      workflow,
      words: args.words,
      args,
      workingDirectory: workspace.workingDirectory,
      runFolder: '',
      records,
      disk: workspace.disk,
      hasher,
      onFolder: (folder) => asked.folder(folder),
    });
  } finally {
    await hasher.close();
  }
}

/** A param may be looked up in a table, and where nothing was made yet, the plan does not ask for it. */
function askForParams({ plan: { graph }, maker }: RequestPlan): void {
  const isComputed = graph.rules.map(({ params }) =>
    params.some(({ value }) => typeof value === 'function'),
  );
  for (let job = 0; job < graph.jobCount; job += 1) {
    if (isComputed[graph.ruleIndex[job] ?? 0] !== true) continue;
    try {
      maker.params(job);
    } catch (error) {
      // The run tells it, if the job has to run at all.
      if (!(error instanceof FlowError)) throw error;
    }
  }
}

/** Scripts and what they import, and the files in which rules stand. */
async function addModules(asked: Asked, { modules, rules }: LoadedWorkflow): Promise<void> {
  for (const { run, span } of rules) {
    asked.file(span.file);
    if (run?.kind !== 'script') continue;
    asked.file(run.path);
    if (run.language !== 'typescript') continue;
    for (const each of (await modules.compile(run.path)).files) asked.file(each);
  }
}

/** What was asked of the disk. */
class Asked {
  readonly #workingDirectory: string;
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(workingDirectory: string) {
    this.#workingDirectory = workingDirectory;
  }

  file(path: string): void {
    this.#files.add(resolve(this.#workingDirectory, path));
  }

  folder(path: string): void {
    this.#folders.add(resolve(this.#workingDirectory, path));
  }

  through(disk: Disk): Disk {
    return {
      ...disk,
      stat: (path) => {
        this.file(path);
        return disk.stat(path);
      },
      list: (path) => {
        this.folder(path);
        return disk.list(path);
      },
      read: (path) => {
        this.file(path);
        return disk.read(path);
      },
    };
  }

  request(planned: RequestPlan | undefined): WatchRequest {
    const flowFolder = resolve(this.#workingDirectory, FLOW_FOLDER);
    const made = new Set<string>();
    const trees = new Set<string>();
    if (planned !== undefined) this.#sort(planned, { made, trees });
    return {
      files: new Set([...this.#files].filter((path) => !made.has(path) && !trees.has(path))),
      folders: new Set([...this.#folders].filter((path) => !made.has(path))),
      trees,
      isIgnored: (path) =>
        made.has(path) ||
        path === flowFolder ||
        path.startsWith(`${flowFolder}/`) ||
        path.slice(dirname(path).length + 1).startsWith('.flow-'),
    };
  }

  /** Tells what jobs make from what is there already; of the latter, directories are watched whole. */
  #sort(
    { plan: { graph }, facts }: RequestPlan,
    { made, trees }: { made: Set<string>; trees: Set<string> },
  ): void {
    for (const file of filesOf(graph)) {
      const path = resolve(this.#workingDirectory, graph.paths.path(file));
      if ((graph.producer[file] ?? NO_JOB) !== NO_JOB) made.add(path);
      else if (facts.kind[file] === FILE_KIND.directory) trees.add(path);
    }
  }
}

function filesOf({
  inputFile,
  inputStart,
  outputFile,
  outputStart,
  jobCount,
}: JobGraph): Set<number> {
  const files = new Set(inputFile.subarray(0, inputStart[jobCount]));
  for (const file of outputFile.subarray(0, outputStart[jobCount])) files.add(file);
  return files;
}
