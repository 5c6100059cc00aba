import { join } from 'node:path';
import { clockTickMs } from '../../adapters/clock-tick.ts';
import { openJournal } from '../../adapters/file-journal.ts';
import { FLOW_FOLDER, makeFlowFolder } from '../../adapters/flow-folder.ts';
import { recover } from '../../adapters/recover.ts';
import { newRunId } from '../../adapters/run-folder.ts';
import { acquireLock, type RunLock } from '../../adapters/run-lock.ts';
import { removeTempRoots } from '../../adapters/temp-roots.ts';
import { usageError } from '../../core/catalogue/usage.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { PathTable } from '../../core/graph/path-table.ts';
import { leftOutText } from '../../ui/text/left-out-text.ts';
import { editedText, summaryText } from '../../ui/text/plan-text.ts';
import { checkEnvvars } from '../check-envvars.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { makeRequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { GRACE_MS, type RunContext } from '../run-context.ts';
import { signalsAroundRun } from '../signals-around-run.ts';
import { hasTempsLeft } from '../temp-holds.ts';
import { openWorkspace } from '../workspace.ts';
import { dryRun } from './dry-run.ts';

const JSON_OF_A_RUN = usageError({
  title: '`--json` goes with `--dry-run`',
  hint: 'what happens in a run is written to `.flow/runs/RUN/events.jsonl`, an event a line',
});

/** `flow [run] TARGET...`: the place where the rooms are put together. */
export async function runCommand(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.has('json') && !args.has('dry-run')) throw new FlowError(JSON_OF_A_RUN);
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  checkEnvvars(workflow.envvars, process.env);
  if (args.has('dry-run')) return await dryRun({ args, terminal, workspace, workflow });

  const runId = newRunId(Date.now());
  const flowFolder = makeFlowFolder(workspace.workingDirectory);
  let lock: RunLock | undefined;
  const signals = signalsAroundRun(terminal, () => lock?.release());
  try {
    lock = await acquireLock({ flowFolder, runId, nowMs: Date.now(), graceMs: GRACE_MS });
    removeTempRoots(flowFolder);
    const context = { args, terminal: signals.terminal, workspace, workflow };
    return await runLocked({ ...context, runId, flowFolder });
  } finally {
    lock?.release();
    signals.close();
  }
}

/** All of a run between taking the lock and giving it back. */
async function runLocked(context: RunContext): Promise<number> {
  const { args, terminal, workspace, workflow, runId, flowFolder } = context;
  const { disk, workingDirectory } = workspace;
  const { records, journal } = openJournal({ directory: flowFolder }, new PathTable());
  const hasher = workspace.hasher(clockTickMs(flowFolder));
  try {
    recover({ records, disk, journal });
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
    const isNothingToDo = plan.counts.keep === plan.graph.jobCount;
    if (isNothingToDo && plan.adopted.length === 0 && !hasTempsLeft(planned)) {
      if (!args.has('quiet')) terminal.err.write(`${summaryText(plan)}\n`);
      return EXIT_CODE.done;
    }
    // Engine and executor are loaded only where something is to be done.
    const { carryOut } = await import('../carry-out.ts');
    return await carryOut({ ...context, records, journal, hasher, planned });
  } finally {
    await hasher.close();
    journal.close();
  }
}
