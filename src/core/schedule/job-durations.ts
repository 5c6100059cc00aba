import type { JobGraph } from '../graph/job-graph.ts';
import { NO_ROW, type RecordTable } from '../records/record-table.ts';
import type { Durations } from './longest-paths.ts';

/**
 * How long each job took last time, in milliseconds. One without a record takes as long as those
 * of its rule on average, else as long as all on average, else 1.
 */
export function jobDurations(graph: JobGraph, records: RecordTable): Durations {
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
  const guesses = byRule.map((total) => mean(total) ?? mean(overall) ?? 1);
  for (let job = 0; job < jobCount; job += 1) {
    if (Number.isNaN(durations[job])) durations[job] = guesses[ruleIndex[job] ?? 0] ?? 1;
  }
  return durations;
}

function mean({ sum, count }: { sum: number; count: number }): number | undefined {
  return count === 0 ? undefined : sum / count;
}
