import { hostname } from 'node:os';
import { type EventsFile, eventsFile } from '../adapters/events-file.ts';
import { FLOW_FOLDER } from '../adapters/flow-folder.ts';
import { makeRunFolder } from '../adapters/run-folder.ts';
import { answerQuestions } from '../adapters/run-questions.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { removeTempRoots } from '../adapters/temp-roots.ts';
import { EXIT_CODE, FlowError } from '../core/diagnostic.ts';
import { ruleOf } from '../core/job/job-of.ts';
import { InputChanges } from '../core/plan/input-changes.ts';
import { VERDICT } from '../core/plan/plan.ts';
import { capacityOfAll } from '../core/schedule/capacity-of-all.ts';
import type { DurationEstimates } from '../core/schedule/job-durations.ts';
import { checkRequests } from '../engine/check-requests.ts';
import { poolsOf, type RunLimits } from '../engine/run-limits.ts';
import { runPlan } from '../engine/run-plan.ts';
import type { RunEnd } from '../engine/run-request.ts';
import { RunEta } from '../ui/view/run-eta.ts';
import { ownAttempts } from './earlier-attempts.ts';
import { estimatesOf } from './estimates.ts';
import type { RequestPlan } from './make-request-plan.ts';
import { openPlace } from './executors/open-place.ts';
import type { Place } from './executors/place.ts';
import type { CarryOutRequest } from './run-context.ts';
import { needsGpus, runLimits } from './run-limits.ts';
import { showRun } from './show-run.ts';
import { tempHolds } from './temp-holds.ts';

/** Carries a plan out where it should, showing and recording it. Answers the exit code. */
export async function carryOut(request: CarryOutRequest): Promise<number> {
  const asksForGpus = needsGpus(request.planned.plan);
  const place = await openPlace({ ...request, asksForGpus });
  try {
    return await carryOutAt(place, request);
  } catch (error) {
    await place.executor.close();
    throw error;
  }
}

async function carryOutAt(
  { executor, capacity, placed }: Place,
  request: CarryOutRequest,
): Promise<number> {
  const { args, terminal, workspace, workflow, runId, flowFolder, planned } = request;
  const { records, journal, hasher } = request;
  const { plan, facts, maker, input } = planned;
  const limits: RunLimits = {
    ...runLimits(args, capacity),
    ...(placed === undefined ? {} : { placed }),
  };
  const earlier = ownAttempts(request.earlier, executor.name, plan);
  const estimates = estimatesOf(planned);
  const problems = checkRequests({ plan, limits, maker });
  if (problems.length > 0) throw new FlowError(problems);

  const runFolder = makeRunFolder(flowFolder, {
    runId,
    config: workflow.config,
    plan: {
      counts: plan.counts,
      workflow: workflow.file,
      targets: args.words,
      host: hostname(),
      pid: process.pid,
    },
  });
  for (const name of ['logs', 'jobs']) workspace.disk.makeDirectory(`${runFolder}/${name}`);
  const events = eventsFile(`${runFolder}/events.jsonl`, systemClock);
  const show = showRun(args, terminal, etaOf(planned, limits, estimates));
  const { disk } = workspace;
  let code: number;
  try {
    const { end } = await runPlan({
      runId,
      plan,
      records,
      facts,
      changes: new InputChanges(input, plan),
      limits,
      tempHolds: await tempHolds(request),
      trashFolder: `${FLOW_FOLDER}/trash/${runId}`,
      maker,
      earlier,
      durations: tellingDurations(estimates),
      tools: {
        executor,
        journal,
        disk,
        hasher,
        clock: systemClock,
        tell: (event) => {
          events.listener(event);
          show.listener(event);
        },
        onQuestion: (answer) => answerQuestions(runFolder, answer),
        onSignal: terminal.onSignal,
      },
    });
    code = exitCode(end);
  } catch (error) {
    closeQuietly(events);
    throw error;
  } finally {
    show.close();
    removeTempRoots(flowFolder);
  }
  events.close();
  return code;
}

/** Jobs that run only if their inputs change count until it turns out that they do not. */
function etaOf(
  { plan, maker }: RequestPlan,
  limits: RunLimits,
  estimates: DurationEstimates,
): RunEta {
  const { graph, verdict } = plan;
  return new RunEta({
    graph,
    estimates,
    capacity: capacityOfAll(poolsOf(limits).pools),
    counts: (job) => {
      const isPlanned = verdict[job] === VERDICT.run || verdict[job] === VERDICT.conditional;
      return isPlanned && ruleOf(graph, job).run !== undefined;
    },
    request: (job) => maker.request(job, 1, undefined),
  });
}

/** What broke a run matters more than that its events could not be written either. */
function closeQuietly(events: EventsFile): void {
  try {
    events.close();
  } catch {
    // Told, or a consequence of what is told.
  }
}

function exitCode(end: RunEnd): number {
  switch (end.kind) {
    case 'done':
      return EXIT_CODE.done;
    case 'failed':
      return EXIT_CODE.job;
    case 'interrupted':
      return EXIT_CODE.interrupted;
    case 'broke':
      throw end.error;
  }
}

/** Below this, what a job took last time says more of the machine than of the job. Milliseconds. */
const NOISE_MS = 1_000;

/** So that the order of short jobs does not hang on chance. */
function tellingDurations({ durations }: DurationEstimates): Float64Array {
  return durations.map((durationMs) => Math.max(durationMs, NOISE_MS));
}
