import { makersOf } from '../../core/graph/graph-views.ts';
import type { JobGraph, JobId } from '../../core/graph/job-graph.ts';
import { markNamed } from '../../core/graph/part/named-jobs.ts';
import { defaultRule } from '../../core/graph/resolve-targets.ts';
import { acceptJobs } from '../accept-jobs.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { namedJobs } from '../named-jobs.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';
import { openWorkspace } from '../workspace.ts';

/**
 * `flow accept [RULE|FILE...]`: the jobs of these rules, or the makers of these files, or all jobs of
 * the default target, are done as they are.
 */
export async function acceptCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const workspace = openWorkspace(args, terminal.directory);
  const workflow = await loadWorkflow(args, workspace, terminal);
  const { rules } = workflow;
  const withWildcards = new Set(
    rules.filter(({ wildcardNames }) => wildcardNames.length > 0).map(({ name }) => name),
  );
  const targets = args.words.filter((word) => !withWildcards.has(word));
  // Such a rule has jobs where a target needs some.
  const isByRule = targets.length < args.words.length;
  return await acceptJobs(
    { args, terminal, workspace, workflow },
    {
      words: isByRule ? [...targets, defaultRule(rules).name] : targets,
      isPlain: true,
      takesStale: args.words.length > 0,
      isNamed: args.words.length > 0,
      isAsked: ({ plan: { graph } }) => asked(graph, args.words),
    },
  );
}

function asked(graph: JobGraph, words: readonly string[]): (job: JobId) => boolean {
  if (words.length === 0) return () => true;
  const isNamed = markNamed(
    graph,
    namedJobs(
      words.map((text) => ({ flag: 'accept', text, spans: [] })),
      graph,
    ),
  );
  // A target rule stands for all that it needs.
  const isWhole = new Uint8Array(graph.jobCount);
  for (const job of graph.order.subarray(0, graph.jobCount).toReversed()) {
    const isList = graph.rules[graph.ruleIndex[job] ?? 0]?.run === undefined;
    if (isNamed[job] === 1 && isList) isWhole[job] = 1;
    if (isWhole[job] !== 1) continue;
    isNamed[job] = 1;
    for (const maker of makersOf(graph, job)) isWhole[maker] = 1;
  }
  return (job) => isNamed[job] === 1;
}
