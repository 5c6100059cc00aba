import { join } from 'node:path';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { leftOutText } from '../../ui/text/left-out-text.ts';
import { editedText, summaryText } from '../../ui/text/plan-text.ts';
import { checkEnvvars } from '../check-envvars.ts';
import { checkPlace } from '../executors/open-place.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { makeRequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { LockedContext, LookContext } from '../run-context.ts';
import { machineCapacity, runLimits } from '../run-limits.ts';
import { hasTempsLeft } from '../temp-holds.ts';
import type { Terminal } from '../terminal.ts';
import { underLock } from '../under-lock.ts';
import { openWorkspace } from '../workspace.ts';
import { dryRun } from './dry-run.ts';

const JSON_OF_A_RUN = usageError({
  title: '`--json` goes with `--dry-run`',
  hint: 'what happens in a run is written to `.flow/runs/RUN/events.jsonl`, an event a line',
});

/** `flow [run] TARGET...`: the place where the rooms are put together. */
export async function runCommand(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.has('json') && !args.has('dry-run')) throw new FlowError(JSON_OF_A_RUN);
  checkPlace(args);
  // For what is wrong with the flags: said before anything is read or shown.
  runLimits(args, machineCapacity(args, false));
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const context = { args, terminal, workspace, workflow };
  if (args.has('touch')) return await acceptTargets(context);
  checkEnvvars(workflow.envvars, process.env);
  if (args.has('dry-run')) return await dryRun(context);
  return await underLock(context, runLocked);
}

/** `--touch`: all that the targets need is done as it is. */
async function acceptTargets(context: LookContext): Promise<number> {
  const { words } = context.args;
  const takesStale = words.length > 0 || context.args.has('until');
  const { acceptJobs } = await import('../accept-jobs.ts');
  return await acceptJobs(context, {
    words,
    takesStale,
    isNamed: false,
    isAsked: () => () => true,
  });
}

/** All of a run between taking the lock and giving it back. */
async function runLocked(context: LockedContext): Promise<number> {
  const { args, terminal, workspace, workflow, runId, records, journal, hasher } = context;
  const { disk, workingDirectory } = workspace;
  const planned = await makeRequestPlan({
    workflow,
    words: args.words,
    args,
    workingDirectory,
    runFolder: join(FLOW_FOLDER, 'runs', runId),
    records,
    disk,
    hasher,
  });
  journal.append(planned.refreshed.map((file) => ({ kind: 'file', file })));
  const { plan } = planned;
  if (plan.edited.length > 0) terminal.err.write(`${editedText(plan)}\n`);
  if (!args.has('quiet')) terminal.err.write(leftOutText(planned.leftOut));
  const { run, conditional, dormant, held } = plan.counts;
  const isNothingToDo = run + conditional + dormant + held === 0;
  if (isNothingToDo && plan.adopted.length === 0 && !hasTempsLeft(planned)) {
    if (!args.has('quiet')) terminal.err.write(`${summaryText(plan)}\n`);
    return EXIT_CODE.done;
  }
  // Engine and executor are loaded only where something is to be done.
  const { carryOut } = await import('../carry-out.ts');
  return await carryOut({ ...context, planned });
}
