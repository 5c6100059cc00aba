import { EXIT_CODE } from '../../core/diagnostic.ts';
import { jobGraphDot, ruleGraphDot } from '../../ui/text/graph-dot.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { planWithoutTrace } from './dry-run.ts';

/** `flow graph TARGET...`: the jobs, or with `--rules` the rules, in Graphviz's language. */
export async function graphCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const { plan, maker } = await planWithoutTrace({ args, terminal, workspace, workflow });
  const dot = args.has('rules')
    ? ruleGraphDot(plan)
    : jobGraphDot(plan, (job) => maker.reference(job).label);
  terminal.out.write(`${dot}\n`);
  return EXIT_CODE.done;
}
