import type { JobGraph } from '../job-graph.ts';
import type { GraphPart } from './graph-part.ts';
import { CHOICE, type PartOnly } from './part-only.ts';

/** What flags such as `--until` leave out of a graph: jobs that could run, counted by rule. */
export interface LeftOut {
  /** `--until stitch`, as typed. */
  readonly flags: readonly string[];
  readonly jobs: ReadonlyMap<string, number>;
  /** Of them, those that need files of others which are not there. */
  readonly waiting: ReadonlyMap<string, number>;
}

export function leftOutOf(
  graph: JobGraph,
  part: GraphPart | PartOnly,
  flags: readonly string[],
): LeftOut {
  const jobs = new Map<string, number>();
  const waiting = new Map<string, number>();
  const choice = 'choice' in part ? part.choice : undefined;
  for (let job = 0; job < graph.jobCount; job++) {
    const rule = graph.rules[graph.ruleIndex[job] ?? 0];
    if (part.isKept[job] === 1 || rule?.run === undefined) continue;
    const counts = choice?.[job] === CHOICE.waiting ? waiting : jobs;
    counts.set(rule.name, (counts.get(rule.name) ?? 0) + 1);
  }
  return { flags, jobs, waiting };
}
