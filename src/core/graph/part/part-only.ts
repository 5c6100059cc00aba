import { inputsOf, makersOf } from '../graph-views.ts';
import { FINAL_EDGE, type JobGraph, type JobId, NO_JOB } from '../job-graph.ts';
import type { FileId } from '../path-table.ts';
import type { GraphPart } from './graph-part.ts';
import { partTargets } from './part-targets.ts';

/** What `--only` says of a job. */
export const CHOICE = {
  /** It stays if it is needed. */
  able: 0,
  /** A wildcard of it has another value. */
  outside: 1,
  /** It needs a file that a job makes which is left out, and that is not there. */
  waiting: 2,
} as const;

export interface PartOnly extends GraphPart {
  /** A `CHOICE` by job. */
  readonly choice: Uint8Array;
}

/** By the name of a wildcard: the values that it may have. Other wildcards may have any. */
export type Selection = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * `--only`: jobs whose wildcards have none but the selected values, and jobs without any of those
 * wildcards. A job that is left out counts as what lies there of its outputs: where a file of it
 * is missing, those that need it are left out, too.
 *
 * Asked for is what was before, what selected jobs make for jobs that are left out, and what the
 * latter wait for besides. Jobs that none of it needs are left out.
 */
export function partOnly(
  graph: JobGraph,
  selection: Selection,
  isThere: (file: FileId) => boolean,
): PartOnly {
  const bearing = bearingOf(graph, selection);
  const choice = new Uint8Array(graph.jobCount);
  for (const job of graph.order.subarray(0, graph.jobCount)) {
    if (bearing[job] === BEARS.another) choice[job] = CHOICE.outside;
    else if (
      lacksInput(graph, job, (file, maker) => choice[maker] !== CHOICE.able && !isThere(file))
    )
      choice[job] = CHOICE.waiting;
  }
  const able = choice.map((each) => (each === CHOICE.able ? 1 : 0));
  const targets = partTargets(graph, able, askedFor(graph, choice, bearing));
  return { isKept: neededFor(graph, targets, able), choice, ...targets };
}

/** Of the wildcards that are selected by: has the job none, only selected values, or another? */
const BEARS = { none: 0, selected: 1, another: 2 } as const;

function bearingOf(graph: JobGraph, selection: Selection): Uint8Array {
  const bearing = new Uint8Array(graph.jobCount);
  const places = graph.rules.map(({ wildcardNames }) =>
    wildcardNames.flatMap((name, place) => {
      const values = selection.get(name);
      return values === undefined ? [] : [{ place, values }];
    }),
  );
  for (let job = 0; job < graph.jobCount; job++) {
    const its = places[graph.ruleIndex[job] ?? 0] ?? [];
    if (its.length === 0) continue;
    const given = graph.wildcardValues[job] ?? [];
    const isSelected = its.every(({ place, values }) => values.has(given[place] ?? ''));
    bearing[job] = isSelected ? BEARS.selected : BEARS.another;
  }
  return bearing;
}

/** Does some input that has to be there pass the test? */
function lacksInput(
  graph: JobGraph,
  job: JobId,
  test: (file: FileId, maker: JobId) => boolean,
): boolean {
  const end = graph.inputStart[job + 1] ?? 0;
  for (let edge = graph.inputStart[job] ?? 0; edge < end; edge++) {
    const file = graph.inputFile[edge] ?? 0;
    const maker = graph.producer[file] ?? NO_JOB;
    if (maker === NO_JOB || graph.inputEdge[edge] === FINAL_EDGE) continue;
    if (test(file, maker)) return true;
  }
  return false;
}

/** Files of jobs that stay, for jobs that do not. */
function askedFor(graph: JobGraph, choice: Uint8Array, bearing: Uint8Array): Set<FileId> {
  const asked = new Set<FileId>();
  for (let job = 0; job < graph.jobCount; job++) {
    if (choice[job] === CHOICE.able) continue;
    for (const file of inputsOf(graph, job)) {
      const maker = graph.producer[file] ?? NO_JOB;
      if (maker === NO_JOB || choice[maker] !== CHOICE.able) continue;
      if (choice[job] === CHOICE.waiting || bearing[maker] === BEARS.selected) asked.add(file);
    }
  }
  return asked;
}

/** 1 by job: it is asked for, or needed for what is, and able. */
function neededFor(
  graph: JobGraph,
  { targetFiles, targetJobs }: Pick<GraphPart, 'targetFiles' | 'targetJobs'>,
  able: Uint8Array,
): Uint8Array {
  const isNeeded = new Uint8Array(graph.jobCount);
  for (const job of targetJobs) isNeeded[job] = 1;
  for (const file of targetFiles) {
    const maker = graph.producer[file] ?? NO_JOB;
    if (maker !== NO_JOB) isNeeded[maker] = 1;
  }
  for (let place = graph.jobCount - 1; place >= 0; place--) {
    const job = graph.order[place] ?? 0;
    if (isNeeded[job] !== 1) continue;
    for (const maker of makersOf(graph, job)) if (able[maker] === 1) isNeeded[maker] = 1;
  }
  return isNeeded;
}
