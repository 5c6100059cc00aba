import type { JobGraph, JobId } from '../core/graph/job-graph.ts';
import type { InputRow, JobEntry, StartedEntry } from '../core/records/journal-entry.ts';
import type { JobSpec } from '../ports/job-spec.ts';
import { inputPaths } from './job-files.ts';
import type { JobMaker } from './job-maker.ts';
import type { RecordEffect } from './run-effect.ts';

export interface EntryTools {
  readonly graph: JobGraph;
  readonly maker: Pick<JobMaker, 'reference' | 'texts'>;
}

/** Journalled before anything of the attempt is done. */
export function startedEntry(spec: JobSpec, outputs: readonly string[]): StartedEntry {
  const { token, rule, prepare } = spec;
  const moves = prepare.moveAside.map(({ from, to }) => ({ from, to }));
  return { kind: 'started', token, rule, outputs, moves };
}

/** The record of a success. */
export function jobEntry(
  { job, token, outcome, durationMs }: RecordEffect,
  endedAtMs: number,
  { graph, maker }: EntryTools,
): JobEntry {
  return {
    kind: 'job',
    how: 'ran',
    token,
    rule: maker.reference(job).rule,
    outputs: outcome.outputs,
    ...(outcome.leftOut !== undefined && { leftOut: outcome.leftOut }),
    inputs: allInputs(graph, job, outcome.inputs),
    ...maker.texts(job, token),
    endedAtMs,
    durationMs,
  };
}

/** Every input of the job in its order; those that nobody looked into are without digest. */
export function allInputs(
  graph: JobGraph,
  job: JobId,
  rows: readonly InputRow[],
): readonly InputRow[] {
  const paths = inputPaths(graph, job);
  if (rows.length === paths.length && rows.every(({ path }, at) => path === paths[at])) return rows;
  const digests = new Map(rows.map(({ path, digest }) => [path, digest]));
  return paths.map((path) => ({ path, digest: digests.get(path) }));
}
