import { usageError } from '../../core/catalogue/usage.ts';
import { unknownDurations } from '../../core/catalogue/simulation.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { type Plan, VERDICT } from '../../core/plan/plan.ts';
import type { DurationEstimates } from '../../core/schedule/job-durations.ts';
import { lanesOf } from '../../core/schedule/lanes.ts';
import { measureSchedule } from '../../core/schedule/measure-schedule.ts';
import type { Pool } from '../../core/schedule/pool.ts';
import type { Schedule } from '../../core/schedule/schedule.ts';
import { checkRequests } from '../../engine/check-requests.ts';
import { poolsOf, type RunLimits } from '../../engine/run-limits.ts';
import { simulateRun } from '../../engine/simulate-run.ts';
import { summaryText } from '../../ui/text/plan-text.ts';
import { simulationJson } from '../../ui/text/simulation-json.ts';
import { simulationText } from '../../ui/text/simulation-text.ts';
import { estimatesOf, givenDurations } from '../estimates.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { RequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import { isOnSlurm } from '../executors/on-slurm.ts';
import { isLocal } from '../executors/open-place.ts';
import { placedPools } from '../pool-options.ts';
import { machineCapacity, needsGpus, runLimits } from '../run-limits.ts';
import { slurmPools } from '../slurm-pools.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';
import { planWithoutTrace } from './dry-run.ts';

/** Columns of the chart where there is no terminal, and at most. */
const CHART_WIDTH = 80;

/** `flow simulate TARGET...`: the run that would be, on a virtual clock. Runs and writes nothing. */
export async function simulateCommand(args: Arguments, terminal: Terminal): Promise<number> {
  if (!isLocal(args) && !isOnSlurm(args)) throw new FlowError(ELSEWHERE);
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const planned = await planWithoutTrace({ args, terminal, workspace, workflow });
  const { plan, maker, facts, input } = planned;
  const estimates = estimatesOf(planned, givenDurations(args, workflow.rules));
  refuseUnknown(plan, estimates);
  const placed = isOnSlurm(args)
    ? (await slurmPools({ args, plan, maker, slurm: workflow.slurm })).placed
    : placedPools(args, plan.graph);
  const limits: RunLimits = {
    ...runLimits(args, machineCapacity(args, placed === undefined && needsGpus(plan))),
    ...(placed === undefined ? {} : { placed }),
  };
  const problems = checkRequests({ plan, limits, maker });
  if (problems.length > 0) throw new FlowError(problems);
  const { durations } = estimates;
  const schedule = simulateRun({ plan, records: input.records, facts, limits, maker, durations });
  show({ args, terminal, planned, schedule }, durations, poolsOf(limits).pools);
  return EXIT_CODE.done;
}

const ELSEWHERE = usageError({
  title: '`flow simulate` knows what there is on this machine and on SLURM',
  hint: 'say what another place has: `--pool NAME:gpus=4,cores=32`',
});

interface Shown {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly planned: RequestPlan;
  readonly schedule: Schedule;
}

function show(
  { args, terminal, planned, schedule }: Shown,
  durations: Float64Array,
  pools: readonly Pool[],
): void {
  const { plan, maker } = planned;
  const { out } = terminal;
  const measures = measureSchedule({ schedule, graph: plan.graph, durations, pools });
  const conditionalCount = schedule.jobs.filter(
    ({ job }) => plan.verdict[job] !== VERDICT.run,
  ).length;
  if (args.has('json')) {
    const job = ({ job: id }: Schedule['jobs'][number]) => maker.reference(id);
    out.write(simulationJson({ schedule, measures, pools, conditionalCount, job }));
    return;
  }
  if (schedule.jobs.length === 0) {
    out.write(`${summaryText(plan)}\n`);
    return;
  }
  const text = simulationText({
    schedule,
    measures,
    lanes: lanesOf(schedule, pools),
    ruleOf: ({ job }) => maker.reference(job).rule,
    conditionalCount,
    width: Math.min(out.width() ?? CHART_WIDTH, CHART_WIDTH),
  });
  out.write(`${text}\n`);
}

/** A guess would make up the result. */
function refuseUnknown({ graph, verdict }: Plan, { isKnown }: DurationEstimates): void {
  const unknown = new Set<number>();
  for (let job = 0; job < graph.jobCount; job += 1) {
    const mayRun = verdict[job] !== VERDICT.keep && verdict[job] !== VERDICT.held;
    if (mayRun && isKnown[job] === 0) unknown.add(graph.ruleIndex[job] ?? 0);
  }
  const rules = graph.rules.filter(({ run }, index) => unknown.has(index) && run !== undefined);
  if (rules.length > 0) throw new FlowError(unknownDurations(rules));
}
