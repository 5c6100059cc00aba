import type { JobGraph, JobId } from '../graph/job-graph.ts';
import { NO_ROW, type RecordTable } from '../records/record-table.ts';
import type { Durations } from './longest-paths.ts';

/** What is known of how long jobs take; all in milliseconds. */
export interface DurationSources {
  readonly graph: JobGraph;
  readonly records: RecordTable;
  /** By the name of the rule; wins over all else. */
  readonly given?: ReadonlyMap<string, number>;
  /** What the rule says of a job; asked where no job of the rule has a record. */
  readonly expected?: (job: JobId) => number | undefined;
}

export interface DurationEstimates {
  readonly durations: Durations;
  /** 1 by job: it is no mere guess. */
  readonly isKnown: Uint8Array;
}

/**
 * How long each job is thought to take, by job: as long as is given for its rule; else as last time;
 * else as those of its rule on average; else as its rule says. The others are guesses: as long as
 * all that have records on average, else 1.
 */
export function estimateDurations(sources: DurationSources): DurationEstimates {
  const { graph, expected } = sources;
  const { jobCount, ruleIndex, rules } = graph;
  const { durations, byRule, overall } = recordedDurations(sources);
  const isKnown = new Uint8Array(jobCount).fill(1);
  const given = rules.map(({ name }) => sources.given?.get(name));
  const means = byRule.map(mean);
  const guess = mean(overall) ?? 1;
  for (let job = 0; job < jobCount; job += 1) {
    const rule = ruleIndex[job] ?? 0;
    const recorded = durations[job] ?? Number.NaN;
    const known =
      given[rule] ?? (Number.isNaN(recorded) ? (means[rule] ?? expected?.(job)) : recorded);
    durations[job] = known ?? guess;
    if (known === undefined) isKnown[job] = 0;
  }
  return { durations, isKnown };
}

interface Total {
  sum: number;
  count: number;
}

interface Recorded {
  /** NaN for jobs without a timed record. */
  readonly durations: Durations;
  readonly byRule: readonly Total[];
  readonly overall: Total;
}

function recordedDurations({ graph, records }: DurationSources): Recorded {
  const { jobCount, outputStart, outputFile, ruleIndex, rules } = graph;
  const durations = new Float64Array(jobCount).fill(Number.NaN);
  const byRule = rules.map(() => ({ sum: 0, count: 0 }));
  const overall = { sum: 0, count: 0 };
  for (let job = 0; job < jobCount; job += 1) {
    const first = outputStart[job] ?? 0;
    if (first === outputStart[job + 1]) continue;
    const row = records.rowOf(outputFile[first] ?? 0);
    const durationMs = row === NO_ROW ? undefined : records.durationMs(row);
    if (durationMs === undefined) continue;
    durations[job] = durationMs;
    for (const total of [byRule[ruleIndex[job] ?? 0], overall]) {
      if (total === undefined) continue;
      total.sum += durationMs;
      total.count += 1;
    }
  }
  return { durations, byRule, overall };
}

function mean({ sum, count }: Total): number | undefined {
  return count === 0 ? undefined : sum / count;
}
