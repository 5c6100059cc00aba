import {
  clashingJobs,
  dependencyCycle,
  type MakingJob,
  nestedOutput,
  type RingStep,
} from '../catalogue/graph.ts';
import { assert, type Diagnostic } from '../diagnostic.ts';
import type { OutputPattern, Rule } from '../rule/rule.ts';
import { clashingOutputs } from './clashing-outputs.ts';
import type { Expander } from './expander.ts';
import { findCycles } from './find-cycles.ts';
import type { Problem } from './graph-problems.ts';
import { outputsOf } from './graph-views.ts';
import { type JobId, NO_JOB } from './job-graph.ts';
import { jobLabel } from './job-label.ts';
import type { GraphColumns } from './lay-out-graph.ts';
import { nestedOutputs } from './nested-outputs.ts';
import type { FileId, PathTable } from './path-table.ts';

/** So many steps of a long ring are named at its start; the last one always is. */
const MOST_STEPS = 6;

export interface ShapeProblemsRequest {
  readonly rules: readonly Rule[];
  readonly paths: PathTable;
  readonly expander: Expander;
  readonly columns: GraphColumns;
  readonly order: Int32Array;
}

/** Outputs of several jobs, outputs within outputs, and rings of jobs. */
export function shapeProblems(request: ShapeProblemsRequest): Problem[] {
  const { columns, order, paths } = request;
  const clashes = clashingOutputs(columns, paths.size).map(
    ({ file, jobs }): Problem =>
      () => {
        const making = jobs.map((job) => makingJob(request, job, file));
        return [clashingJobs(paths.path(file), making)];
      },
  );
  const isDirectory = (job: JobId, file: FileId): boolean =>
    outputPattern(request, job, file)?.isDirectory === true;
  const nested = nestedOutputs({ columns, paths, isDirectory }).map(
    ({ outer, owner, file, job }): Problem =>
      () => [
        nestedOutput(
          {
            path: paths.path(outer),
            isDirectory: isDirectory(owner, outer),
            ...makingJob(request, owner, outer),
          },
          { path: paths.path(file), ...makingJob(request, job, file) },
        ),
      ],
  );
  if (order.length === columns.jobCount) return [...clashes, ...nested];
  const cycles = findCycles(columns, order).map(
    (ring): Problem =>
      () => [cycleProblem(request, ring)],
  );
  return [...clashes, ...nested, ...cycles];
}

function cycleProblem(request: ShapeProblemsRequest, ring: readonly JobId[]): Diagnostic {
  const shown = ring.length <= MOST_STEPS ? ring : [...ring.slice(0, MOST_STEPS - 1), ring.at(-1)];
  const steps = shown.flatMap((job) => {
    if (job === undefined) return [];
    const next = ring[(ring.indexOf(job) + 1) % ring.length] ?? NO_JOB;
    return [ringStep(request, job, next)];
  });
  return dependencyCycle(steps, ring.length);
}

/** The first input of the job that the next one makes. */
function ringStep(request: ShapeProblemsRequest, job: JobId, next: JobId): RingStep {
  const { columns, expander, paths } = request;
  const start = columns.inputStart[job] ?? 0;
  const files = columns.inputFile.subarray(start, columns.inputStart[job + 1]);
  const input = files.findIndex((file) => columns.producer[file] === next);
  assert(input >= 0, 'a job in a ring needs the next one');
  const span = expander.placeOf(columns.ruleIndex[job] ?? -1, columns.inputShape[job] ?? -1, input);
  return { job: labelOf(request, job), span, path: paths.path(files[input] ?? -1) };
}

function makingJob(request: ShapeProblemsRequest, job: JobId, file: FileId): MakingJob {
  const rule = request.rules[request.columns.ruleIndex[job] ?? -1];
  assert(rule !== undefined, 'a job has a rule');
  const span = outputPattern(request, job, file)?.span ?? rule.span;
  return { job: labelOf(request, job), span };
}

function outputPattern(
  { columns, rules }: ShapeProblemsRequest,
  job: JobId,
  file: FileId,
): OutputPattern | undefined {
  const items = rules[columns.ruleIndex[job] ?? -1]?.output.flatMap((group) => group.items);
  return items?.[outputsOf(columns, job).indexOf(file)];
}

function labelOf({ columns, rules }: ShapeProblemsRequest, job: JobId): string {
  const rule = rules[columns.ruleIndex[job] ?? -1];
  return rule === undefined ? '' : jobLabel(rule, columns.wildcardValues[job] ?? []);
}
