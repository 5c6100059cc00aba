import { relative, resolve } from 'node:path';
import { readPlanFolder, writePlanFolder } from '../../adapters/plan-folder.ts';
import { anotherPlan } from '../../core/catalogue/plan-folder.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { planDifferences } from '../../core/plan/frozen-plan.ts';
import { countText } from '../../ui/text/duration-text.ts';
import { summaryText } from '../../ui/text/plan-text.ts';
import { freezePlan } from '../freeze-plan.ts';
import { loadWorkflow } from '../load-workflow.ts';
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
