import { jsonText } from './json-text.ts';
import type { Pool } from '../../core/schedule/pool.ts';
import type { ScheduleMeasures } from '../../core/schedule/measure-schedule.ts';
import type { Schedule, ScheduledJob } from '../../core/schedule/schedule.ts';

export interface SimulationJson {
  readonly schedule: Schedule;
  readonly measures: ScheduleMeasures;
  readonly pools: readonly Pool[];
  readonly conditionalCount: number;
  readonly job: (job: ScheduledJob) => { readonly label: string; readonly rule: string };
}

/** A simulation for programs, as one JSON object; times in milliseconds from the start. */
export function simulationJson(simulation: SimulationJson): string {
  const { schedule, measures, pools, conditionalCount, job } = simulation;
  const { makespanMs, lowerBoundMs, boundBy, criticalPathMs, bounds, use } = measures;
  return jsonText({
    makespanMs: Math.round(makespanMs),
    lowerBoundMs: Math.round(lowerBoundMs),
    boundBy,
    criticalPathMs: Math.round(criticalPathMs),
    bounds: bounds.map((bound) => ({ ...bound, boundMs: Math.round(bound.boundMs) })),
    use: use.map((each) => ({ ...each, share: Math.round(each.share * 1e4) / 1e4 })),
    conditionalCount,
    leftOut: schedule.leftOut,
    jobs: schedule.jobs.map((scheduled) => {
      const { startMs, endMs, pool, request, gpus } = scheduled;
      const { label, rule } = job(scheduled);
      return {
        job: label,
        rule,
        startMs: Math.round(startMs),
        endMs: Math.round(endMs),
        pool: pools[pool]?.name ?? '',
        threads: request.threads,
        gpus,
      };
    }),
  });
}
