import { EXIT_CODE } from '../../core/diagnostic.ts';
import { VERDICT } from '../../core/plan/plan.ts';
import { jobOf } from '../../core/job/job-of.ts';
import { writePlanJson } from '../../ui/text/plan-json.ts';
import { leftOutText } from '../../ui/text/left-out-text.ts';
import { reasonText } from '../../ui/text/reason-text.ts';
import { summaryText } from '../../ui/text/plan-text.ts';
import { styled } from '../../ui/text/style.ts';
import { visible } from '../../ui/text/visible.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { planWithoutTrace } from './dry-run.ts';
import { whyWaiting } from './why-waiting.ts';

/** `flow why TARGET...`: each job of the targets and its reasons; those that are done last. */
export async function whyCommand(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.has('waiting')) return await whyWaiting(args, terminal);
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const { plan, maker, leftOut } = await planWithoutTrace({ args, terminal, workspace, workflow });
  const { out } = terminal;
  if (terminal.isJson) {
    writePlanJson({ plan, leftOut, job: (id) => jobOf(plan.graph, id), write: out.write });
    return EXIT_CODE.done;
  }
  const kept: string[] = [];
  for (const id of plan.graph.order) {
    const label = visible(maker.reference(id).label);
    if (plan.verdict[id] === VERDICT.keep) {
      kept.push(label);
      continue;
    }
    const held =
      plan.verdict[id] === VERDICT.held ? ' (held: its outputs were edited by hand)' : '';
    const reasons = plan.reasons(id).map((reason) => `  ${visible(reasonText(reason))}\n`);
    out.write(`${styled(out.style, 'bold', label)}${held}\n${reasons.join('')}`);
  }
  for (const label of args.words.length === 0 ? [] : kept) out.write(`${label}\n  up to date\n`);
  out.write(`${leftOutText(leftOut)}${summaryText(plan)}\n`);
  return EXIT_CODE.done;
}
