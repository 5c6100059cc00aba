import { FAILED_FOLDER } from '../adapters/flow-folder.ts';
import { observeFiles } from '../adapters/observe-files.ts';
import { buildGraph } from '../core/graph/build-graph.ts';
import { filesOfGraph } from '../core/graph/files-of-graph.ts';
import type { LeftOut } from '../core/graph/part/left-out.ts';
import type { FileId } from '../core/graph/path-table.ts';
import { resolveTargets } from '../core/graph/resolve-targets.ts';
import { envText } from '../core/job/code-text.ts';
import { filesToCompare } from '../core/plan/ensured-outputs.ts';
import type { FileFacts } from '../core/plan/file-facts.ts';
import { makePlan } from '../core/plan/make-plan.ts';
import type { Plan } from '../core/plan/plan.ts';
import type { PlanInput } from '../core/plan/plan-input.ts';
import type { FileRow } from '../core/records/journal-entry.ts';
import { NO_ROW } from '../core/records/record-table.ts';
import type { Records } from '../core/records/records.ts';
import { RuleOrder } from '../core/rule/rule-order.ts';
import type { Rule } from '../core/rule/rule.ts';
import type { Disk } from '../ports/disk.ts';
import type { Hasher } from '../ports/hasher.ts';
import { compileScripts } from './compile-scripts.ts';
import { fileQuestions } from './file-questions.ts';
import { forceOf, NO_FORCE, triggersOf } from './force-options.ts';
import { GraphJobMaker } from './job-maker.ts';
import type { LoadedWorkflow } from './load-workflow.ts';
import { localTarget } from './local-word.ts';
import { checkOwnFiles } from './own-files.ts';
import type { Arguments } from './parse-arguments.ts';
import { usedRules } from './named-jobs.ts';
import { numberOf } from './number-option.ts';
import { packageFile } from './package-folder.ts';
import { COMMANDS } from './options.ts';
import { requestedPart } from './part-options.ts';
import { statOnce } from './stat-once.ts';
import { tuneFor } from './tune-v8.ts';

/** What a plan is asked for: which workflow, which targets, and where. */
export interface PlanRequest {
  readonly workflow: LoadedWorkflow;
  readonly words: readonly string[];
  readonly args: Arguments;
  /** What would run by itself: flags that force jobs, or leave some out, do not count. */
  readonly isPlain?: boolean;
  /** Nothing will be made after it. */
  readonly isOnlyLookedAt?: boolean;
  readonly workingDirectory: string;
  /** Of the run that may follow, relative to the working directory. */
  readonly runFolder: string;
  readonly records: Records;
  readonly disk: Disk;
  readonly hasher: Hasher;
  /** Told each folder that a glob looks into. */
  readonly onFolder?: (folder: string) => void;
}

/** A plan, and what it was made from. */
export interface RequestPlan {
  readonly input: PlanInput;
  readonly plan: Plan;
  readonly facts: FileFacts;
  readonly refreshed: readonly FileRow[];
  readonly maker: GraphJobMaker;
  readonly leftOut: readonly LeftOut[];
}

/** Targets → graph → facts → plan: what every command that looks at jobs begins with. */
export async function makeRequestPlan(request: PlanRequest): Promise<RequestPlan> {
  const { workflow, words, records, workingDirectory, hasher, args } = request;
  tuneFor(Math.max(records.paths.size, inputCount(workflow.rules)));
  const { rules, config } = workflow;
  const { paths } = records;
  const { first, second } = statOnce(request.disk);
  const exists = (path: string): boolean => first.stat(path) !== undefined;
  const targets = resolveTargets(
    rules,
    words.map((word) => localTarget(word, rules)),
    exists,
  );
  const whole = await buildGraph({
    rules,
    paths,
    config,
    targets,
    exists,
    isOurs: (file) => records.rowOf(file) !== NO_ROW,
    questions: fileQuestions(first, workingDirectory, request.onFolder),
    order: new RuleOrder(
      workflow.order,
      rules.map(({ name }) => name),
    ),
    commands: new Set(COMMANDS.map(({ name }) => name)),
  });
  tuneFor(whole.jobCount);
  const isPlain = request.isPlain === true;
  const isThere = (file: FileId): boolean => exists(paths.path(file)) && !records.isOpen(file);
  const { graph, leftOut } = isPlain
    ? { graph: whole, leftOut: [] }
    : requestedPart(args, whole, isThere);
  const used = usedRules(graph);
  checkOwnFiles(graph, { workflowFile: workflow.file, workingDirectory, rules: used });
  const scripts = await compileScripts(used, workflow.modules);
  const { facts, refreshed } = await observeFiles({
    paths,
    wanted: filesOfGraph(graph),
    toCompare: filesToCompare(graph, records),
    records,
    disk: second,
    hasher,
  });
  const maker = new GraphJobMaker({
    graph,
    config,
    scripts,
    workingDirectory,
    runFolder: request.runFolder,
    programFolder: packageFile('dist'),
    latencyWaitMs: numberOf(args, 'latency-wait', 5) * 1000,
    failedFolder: args.has('keep-incomplete') ? FAILED_FOLDER : undefined,
    records,
    disk: request.disk,
  });
  const input: PlanInput = {
    graph,
    records,
    facts,
    code: (rule) => maker.code(rule),
    env: envText,
    params: (job) => maker.params(job),
    force: isPlain ? NO_FORCE : forceOf(args, whole),
    isProtected: (file) => request.disk.isProtected(paths.path(file)),
    isEmpty: (file) => isEmpty(paths.path(file), request.disk),
    isOnlyLookedAt: request.isOnlyLookedAt === true,
    triggers: triggersOf(args),
  };
  return { input, plan: makePlan(input), facts, refreshed, maker, leftOut };
}

function isEmpty(path: string, disk: Disk): boolean {
  const stat = disk.stat(path);
  if (stat?.type !== 'directory') return stat?.size === 0;
  return (disk.list(path) ?? []).every(({ name }) => name.startsWith('.flow'));
}

/** As the rules list them; there will be a job for most. */
function inputCount(rules: readonly Rule[]): number {
  let count = 0;
  for (const { input } of rules) {
    for (const group of input) if (group.kind !== 'function') count += group.items.length;
  }
  return count;
}
