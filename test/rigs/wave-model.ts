import { EDGE_KINDS, type JobGraph, type JobId, NO_JOB } from '../../src/core/graph/job-graph.ts';
import { VERDICT } from '../../src/core/plan/plan.ts';
import type { World } from './run-rig.ts';

/** What becomes of a job that runs for more than to bring a removed file back. */
export interface Nature {
  readonly fails: boolean;
  /** Which of its outputs come out changed. */
  readonly changes: readonly boolean[];
}

export interface Expected {
  /** Jobs with a reason of their own, or an input that came out changed, and no broken need. */
  readonly natural: ReadonlySet<JobId>;
  /** These and the makers of removed files that they read. */
  readonly mustRun: ReadonlySet<JobId>;
  /** These and the makers that skipped jobs may have called before they were skipped. */
  readonly mayRun: ReadonlySet<JobId>;
  readonly skipped: ReadonlySet<JobId>;
}

/**
 * Who runs, by plain reading of the rules and with no regard to time, in a run that goes on after
 * failures. Nobody is held, and a job that only brings a removed file back makes it as it was.
 */
export function expectedRuns(world: World, natures: readonly Nature[]): Expected {
  const { graph, request } = world;
  const { verdict } = request.plan;
  const natural = new Set<JobId>();
  const skipped = new Set<JobId>();
  const asleep = new Set<JobId>();
  for (const job of graph.order) {
    const inputs = inputsOf(graph, job);
    const its = verdict[job];
    const waits = inputs.some(({ maker }) => verdict[maker] !== VERDICT.keep && !asleep.has(maker));
    if (its === VERDICT.keep) continue;
    if (its === VERDICT.dormant && !waits) asleep.add(job);
    if (asleep.has(job)) continue;
    const isBroken = inputs.some(
      ({ maker, edge }) =>
        edge !== 'final' && (skipped.has(maker) || (natural.has(maker) && fails(natures, maker))),
    );
    const isChanged = inputs.some(
      ({ maker, edge, output }) =>
        (edge === 'data' || edge === 'final') &&
        natural.has(maker) &&
        !fails(natures, maker) &&
        natures[maker]?.changes[output] === true,
    );
    if (isBroken) skipped.add(job);
    else if (its === VERDICT.run || isChanged) natural.add(job);
  }
  // Over a `final` edge a job may read what a skipped one was to make.
  const unlessSkipped = (jobs: ReadonlySet<JobId>): Set<JobId> =>
    new Set([...jobs].filter((job) => !skipped.has(job)));
  return {
    natural,
    skipped,
    mustRun: unlessSkipped(withMakers(world, natural)),
    mayRun: unlessSkipped(withMakers(world, new Set([...natural, ...skipped]))),
  };
}

function fails(natures: readonly Nature[], job: JobId): boolean {
  return natures[job]?.fails === true;
}

/** And whoever could make a file that is not there and that one of them reads. */
function withMakers({ graph, request }: World, jobs: ReadonlySet<JobId>): Set<JobId> {
  const all = new Set(jobs);
  for (const job of graph.order.toReversed()) {
    if (!all.has(job)) continue;
    for (const { file, maker } of inputsOf(graph, job)) {
      const isAbsent = request.facts.kind[file] === 0;
      if (isAbsent && request.plan.verdict[maker] !== VERDICT.keep) {
        all.add(maker);
      }
    }
  }
  return all;
}

interface Input {
  readonly file: number;
  readonly maker: JobId;
  readonly edge: string;
  /** Which of the maker's outputs it is. */
  readonly output: number;
}

/** Inputs that jobs of the graph make. */
function inputsOf(graph: JobGraph, job: JobId): Input[] {
  const inputs: Input[] = [];
  for (let at = graph.inputStart[job] ?? 0; at < (graph.inputStart[job + 1] ?? 0); at += 1) {
    const file = graph.inputFile[at] ?? 0;
    const maker = graph.producer[file] ?? NO_JOB;
    if (maker === NO_JOB) continue;
    const edge = EDGE_KINDS[graph.inputEdge[at] ?? 0] ?? '';
    const output = graph.outputFile.indexOf(file) - (graph.outputStart[maker] ?? 0);
    inputs.push({ file, maker, edge, output });
  }
  return inputs;
}
