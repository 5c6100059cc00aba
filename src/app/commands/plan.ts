import { relative, resolve } from 'node:path';
import { readPlanFolder, writePlanFolder } from '../../adapters/plan-folder.ts';
import { anotherPlan, planAmongOutputs } from '../../core/catalogue/plan-folder.ts';
import { assert, EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { outputsOf } from '../../core/graph/graph-views.ts';
import { planDifferences } from '../../core/plan/frozen-plan.ts';
import { countText } from '../../ui/text/duration-text.ts';
import { summaryText } from '../../ui/text/plan-text.ts';
import { freezePlan } from '../freeze-plan.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Rule } from '../../core/rule/rule.ts';
import type { RequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { dryRun, planWithoutTrace } from './dry-run.ts';

/**
 * `flow plan TARGET...`: what `-n` shows; with `--out DIR` the plan goes to a folder, where it stays
 * as it is. A folder that holds this plan, or one of which this is the rest, is left alone.
 */
export async function planCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const context = { args, terminal, workspace, workflow };
  const out = args.value('out');
  if (out === undefined) return await dryRun(context);
  const folder = resolve(terminal.directory, out);
  const named = relative(terminal.directory, folder);
  const planned = await planWithoutTrace(context);
  refuseOutputs(planned, relative(workspace.workingDirectory, folder), named);
  const plan = freezePlan(context, planned);
  const kept = readPlanFolder(folder);
  if (kept === undefined) {
    writePlanFolder(folder, plan);
    terminal.err.write(`wrote \`${named}\`: ${summaryText(planned.plan)}\n`);
    return EXIT_CODE.done;
  }
  const differences = planDifferences(kept, plan);
  if (differences.length > 0) throw new FlowError(anotherPlan(named, differences));
  const jobs = countText(kept.jobs.length, 'job');
  const left = plan.jobs.length;
  const rest =
    left === kept.jobs.length ? '' : `, of which ${left} ${left === 1 ? 'is' : 'are'} left`;
  terminal.err.write(`\`${named}\` holds this plan: ${jobs}${rest}\n`);
  return EXIT_CODE.done;
}

/** A plan in the place of an output would be taken for it, and around one it would be moved away. */
function refuseOutputs({ plan: { graph } }: RequestPlan, folder: string, named: string): void {
  const refuse = (path: string, { name, span }: Rule): void => {
    if (!`${path}/`.startsWith(`${folder}/`) && !folder.startsWith(`${path}/`)) return;
    throw new FlowError(planAmongOutputs(named, { path, rule: name, span }));
  };
  for (const rule of graph.rules) {
    if (rule.wildcardNames.length > 0) continue;
    for (const { pattern } of rule.output.flatMap(({ items }) => items)) {
      refuse(pattern.fill([]), rule);
    }
  }
  for (let job = 0; job < graph.jobCount; job++) {
    const rule = graph.rules[graph.ruleIndex[job] ?? -1];
    assert(rule !== undefined, 'a job has a rule');
    for (const file of outputsOf(graph, job)) refuse(graph.paths.path(file), rule);
  }
}
