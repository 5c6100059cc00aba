import { FlowError } from '../diagnostic.ts';
import { moreGraphProblems } from '../catalogue/graph.ts';
import type { Expander } from './expander.ts';
import { ruleExpander } from './expand-job.ts';
import { type ExpandedGraph, filesToFallBack, freeSources } from './free-sources.ts';
import { GraphBuilder, type GraphTargets } from './graph-builder.ts';
import { graphProblems, type Problem } from './graph-problems.ts';
import type { GraphRequest } from './graph-request.ts';
import { type JobGraph, NO_JOB } from './job-graph.ts';
import { layOutGraph } from './lay-out-graph.ts';
import type { PathTable } from './path-table.ts';
import { reach } from './reach.ts';
import { shapeProblems } from './shape-problems.ts';
import { topologicalOrder } from './topological-order.ts';

/** More than a person reads at once. */
const MOST_SHOWN = 20;

/**
 * The jobs that the targets need, and what each waits for. The same request gives the same
 * graph, number by number, whatever the timing of input functions that answer later.
 *
 * Throws a `FlowError` with all that is wrong; the first twenty, and how many more there are.
 */
export async function buildGraph(
  request: GraphRequest,
  expander: Expander = ruleExpander(request),
): Promise<JobGraph> {
  const builder = new GraphBuilder(request, expander);
  const graph = await expandGraph(builder, request.paths);
  const { jobs, states, targetFiles, jobsAskedFor } = graph;
  const { rules, paths, commands = new Set() } = request;
  let kept = allJobs(jobs.jobCount);
  let problems: Problem[] = [];
  if (builder.hasFaults()) {
    freeSources(graph);
    const reached = reach(graph);
    kept = kept.filter((job) => reached.isNeeded[job] === 1);
    problems = graphProblems({ rules, paths, expander, graph, reach: reached, commands });
  }
  const { newId, ...columns } = layOutGraph(jobs, states, kept);
  const order = topologicalOrder(columns);
  throwProblems([...problems, ...shapeProblems({ rules, paths, expander, columns, order })]);
  return {
    paths,
    rules,
    ...columns,
    shapes: expander.shapes,
    order,
    targetFiles: [...targetFiles],
    targetJobs: jobsAskedFor.map((job) => newId[job] ?? NO_JOB),
  };
}

/** All jobs that may be needed, with what rules fall back to where they cannot be built. */
async function expandGraph(
  builder: GraphBuilder,
  paths: PathTable,
): Promise<ExpandedGraph & GraphTargets> {
  const targets = builder.askForTargets();
  const { jobs, states, faults, producers } = builder;
  for (;;) {
    await builder.expandAll();
    const graph = { jobs, states, faults, producers, fileCount: paths.size, ...targets };
    if (!producers.canFallBack || !builder.hasFaults()) return graph;
    // Each round uses up a choice of each of its files, so there is a last one.
    const files = filesToFallBack(graph);
    if (files.length === 0) return graph;
    builder.fallBack(files);
  }
}

function allJobs(jobCount: number): Int32Array {
  return new Int32Array(jobCount).map((_, job) => job);
}

function throwProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_SHOWN).flatMap((problem) => problem());
  const rest = problems.length - MOST_SHOWN;
  throw new FlowError(rest > 0 ? [...shown, moreGraphProblems(rest)] : shown);
}
