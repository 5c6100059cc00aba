import type { NeededBy } from '../catalogue/graph.ts';
import type { Rule } from '../rule/rule.ts';
import type { ExpandedGraph } from './free-sources.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import { jobLabel } from './job-label.ts';
import type { PathTable } from './path-table.ts';
import type { Reach } from './reach.ts';

/** So many jobs are named at each end of a chain that is longer than both together. */
const FIRST_SHOWN = 3;
const LAST_SHOWN = 3;

export interface ChainRequest {
  readonly rules: readonly Rule[];
  readonly paths: PathTable;
  readonly graph: ExpandedGraph;
  readonly reach: Reach;
}

/** Who needs what this job asks for, up to the target; `path` is the target if no job does. */
export function needChain(request: ChainRequest, job: JobId, path: string): NeededBy {
  const { reach, graph } = request;
  const chain: JobId[] = [];
  for (let at = job; at !== NO_JOB; at = reach.askedBy[at] ?? NO_JOB) chain.push(at);
  const top = chain.at(-1) ?? NO_JOB;
  const target = top === NO_JOB ? path : targetOf(request, top);
  // Its name is that of the target.
  if (graph.targetJobs.has(top)) chain.pop();
  const isShort = chain.length <= FIRST_SHOWN + LAST_SHOWN;
  const label = (each: JobId): string => labelOf(request, each);
  return {
    first: (isShort ? chain : chain.slice(0, FIRST_SHOWN)).map(label),
    hiddenCount: isShort ? 0 : chain.length - FIRST_SHOWN - LAST_SHOWN,
    last: isShort ? [] : chain.slice(-LAST_SHOWN).map(label),
    target,
  };
}

/** What was asked for that this job makes. */
function targetOf({ rules, paths, graph }: ChainRequest, job: JobId): string {
  if (graph.targetJobs.has(job)) return rules[graph.jobs.rule(job)]?.name ?? '';
  for (const file of graph.targetFiles) {
    if (graph.states.get(file) === job) return paths.path(file);
  }
  return '';
}

function labelOf({ rules, graph }: ChainRequest, job: JobId): string {
  const rule = rules[graph.jobs.rule(job)];
  return rule === undefined ? '' : jobLabel(rule, graph.jobs.wildcardValues[job] ?? []);
}
