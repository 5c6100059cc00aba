import { loadRecords } from '../../adapters/load-records.ts';
import { FLOW_FOLDER } from '../../adapters/flow-folder.ts';
import { previewRecovery } from '../../adapters/preview-recovery.ts';
import { type Diagnostic, EXIT_CODE } from '../../core/diagnostic.ts';
import { jobOf } from '../../core/job/job-of.ts';
import { PathTable } from '../../core/graph/path-table.ts';
import { checkRequests } from '../../engine/check-requests.ts';
import { writePlanJson } from '../../ui/text/plan-json.ts';
import { besideText } from '../../ui/text/status-text.ts';
import { writePlan } from '../../ui/text/plan-text.ts';
import { earlierAttempts, tokensOf } from '../earlier-attempts.ts';
import { liveFlow } from '../find-run.ts';
import { makeRequestPlan, type PlanRequest, type RequestPlan } from '../make-request-plan.ts';
import { isLocal } from '../executors/open-place.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { LookContext } from '../run-context.ts';
import { machineCapacity, needsGpus, runLimits } from '../run-limits.ts';
import { diagnosticsOutput } from '../tell-diagnostics.ts';

/**
 * `flow --dry-run`: each job that would run, its reason and its full command. Writes nothing.
 * What this machine could not give is told and no error: the run may be meant for another one.
 */
export async function dryRun(context: LookContext): Promise<number> {
  const { args, terminal, workspace } = context;
  const planned = await planWithoutTrace(context);
  const { plan, maker, leftOut } = planned;
  const { write, style } = terminal.out;
  if (terminal.isJson) {
    writePlanJson({
      plan,
      leftOut,
      job: (id) => jobOf(plan.graph, id),
      detail: (id) => ({
        command: maker.commandText(id),
        request: maker.request(id, 1, undefined),
      }),
      write,
    });
  } else {
    writePlan({
      plan,
      leftOut,
      style,
      job: (id) => ({
        label: maker.reference(id).label,
        command: maker.commandText(id),
        message: maker.message(id),
      }),
      write,
    });
  }
  const problems = problemsOfRequests(args, planned).map((problem) => ({
    ...problem,
    severity: 'warning' as const,
  }));
  if (problems.length > 0) {
    const said = diagnosticsOutput(problems, {
      ...terminal,
      directory: workspace.workingDirectory,
    });
    terminal.err.write(terminal.isJson ? said : `\n${said}`);
  }
  return EXIT_CODE.done;
}

/** What others than this machine have is asked for only when a run begins. */
function problemsOfRequests(args: Arguments, { plan, maker }: RequestPlan): readonly Diagnostic[] {
  if (!isLocal(args)) return [];
  const limits = runLimits(args, machineCapacity(args, needsGpus(plan)));
  return checkRequests({ plan, limits, maker });
}

type PlanFlag = 'isPlain' | 'isOnlyLookedAt';

/** The plan as it is now, without a lock and without writing anything; for other targets if asked. */
export async function planWithoutTrace(
  context: LookContext,
  { words = context.args.words, ...flags }: Partial<Pick<PlanRequest, PlanFlag | 'words'>> = {},
): Promise<RequestPlan> {
  const { args, terminal, workspace, workflow } = context;
  const { disk, workingDirectory } = workspace;
  const live = liveFlow();
  if (live !== undefined && !terminal.isJson) terminal.err.write(`${besideText(live)}\n`);
  const records = loadRecords({ directory: FLOW_FOLDER }, new PathTable());
  const hasher = workspace.hasher(0);
  try {
    // What a live flow makes is not to be undone; the next one would put the rest in order first.
    const seen =
      live === undefined
        ? previewRecovery({
            records,
            disk,
            hasher,
            spared: tokensOf(earlierAttempts(records, disk)),
          })
        : { disk, hasher };
    return await makeRequestPlan({
      workflow,
      words,
      args,
      ...flags,
      workingDirectory,
      runFolder: '',
      records,
      ...seen,
    });
  } finally {
    await hasher.close();
  }
}
