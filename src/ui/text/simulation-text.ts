import type { Lane } from '../../core/schedule/lanes.ts';
import {
  CRITICAL_PATH,
  type ResourceUse,
  type ScheduleMeasures,
} from '../../core/schedule/measure-schedule.ts';
import type { Schedule, ScheduledJob } from '../../core/schedule/schedule.ts';
import { countText } from './duration-text.ts';
import { laneChart } from './lane-chart.ts';
import { spanText } from './span-text.ts';
import { visible } from './visible.ts';

export interface SimulationText {
  readonly schedule: Schedule;
  readonly measures: ScheduleMeasures;
  readonly lanes: readonly Lane[];
  readonly ruleOf: (job: ScheduledJob) => string;
  /** How many of the jobs run only if their inputs change. */
  readonly conditionalCount: number;
  /** Columns for the chart. */
  readonly width: number;
}

/** What a simulation found: how long, what binds, when each rule runs, and who runs where. */
export function simulationText(simulation: SimulationText): string {
  const { measures, lanes, ruleOf, width } = simulation;
  const rules = rulesOf(simulation);
  return [
    ...headLines(simulation),
    '',
    ...table([
      ['rule', 'jobs', 'each', 'first start', 'last end'],
      ...rules.map(({ rule, jobCount, workMs, startMs, endMs }) => [
        visible(rule),
        String(jobCount),
        spanText(workMs / jobCount),
        spanText(startMs),
        spanText(endMs),
      ]),
    ]),
    '',
    ...table(measures.use.map(useRow)),
    '',
    laneChart({
      lanes,
      makespanMs: measures.makespanMs,
      rules: rules.map(({ rule }) => rule),
      ruleOf,
      width,
    }),
  ].join('\n');
}

function headLines({ schedule, measures, conditionalCount }: SimulationText): string[] {
  const { makespanMs, lowerBoundMs, boundBy, criticalPathMs } = measures;
  const bound = `no schedule is shorter than ${spanText(lowerBoundMs)}`;
  const chain = 'the longest chain of jobs';
  const by =
    boundBy === CRITICAL_PATH
      ? chain
      : `the work on ${nameOf(boundBy)}; ${chain} takes ${spanText(criticalPathMs)}`;
  const verb = conditionalCount === 1 ? 'runs' : 'run';
  return [
    `${countText(schedule.jobs.length, 'job')} in ${spanText(makespanMs)}; nothing was run`,
    `${bound}, ${by}`,
    ...(conditionalCount === 0
      ? []
      : [`${conditionalCount} of them ${verb} only if inputs change, which is assumed`]),
    ...(schedule.leftOut === 0
      ? []
      : [`left out: ${countText(schedule.leftOut, 'job')} held since outputs were edited by hand`]),
  ];
}

interface RuleTimes {
  readonly rule: string;
  jobCount: number;
  workMs: number;
  readonly startMs: number;
  endMs: number;
}

/** In the order in which their first jobs start. */
function rulesOf({ schedule, ruleOf }: SimulationText): readonly RuleTimes[] {
  const times = new Map<string, RuleTimes>();
  for (const job of schedule.jobs) {
    const rule = ruleOf(job);
    const { startMs, endMs } = job;
    const found = times.get(rule) ?? { rule, jobCount: 0, workMs: 0, startMs, endMs };
    found.jobCount += 1;
    found.workMs += endMs - startMs;
    found.endMs = Math.max(found.endMs, endMs);
    times.set(rule, found);
  }
  return [...times.values()];
}

function useRow({ pool, resource, capacity, share }: ResourceUse): string[] {
  const amount = resource === 'mem' || resource === 'disk' ? sizeText(capacity) : String(capacity);
  const where = pool === '' ? '' : `${visible(pool)} `;
  return [`${where}${nameOf(resource)}`, amount, `${Math.round(share * 100)} % used`];
}

function nameOf(resource: string): string {
  const names: Record<string, string> = { gpus: 'GPUs', mem: 'memory', jobs: 'places for jobs' };
  return (Object.hasOwn(names, resource) ? names[resource] : undefined) ?? visible(resource);
}

function sizeText(mib: number): string {
  return `${Math.round((mib * 2 ** 20) / 1e8) / 10} GB`;
}

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
}
