import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type JobGraph, type JobId, NO_JOB } from '../core/graph/job-graph.ts';
import { jobOf } from '../core/job/job-of.ts';
import type { FrozenJob, FrozenPlan, FrozenRecord } from '../core/plan/frozen-plan.ts';
import { VERDICT } from '../core/plan/plan.ts';
import { canonicalJson } from '../core/rule/canonical-json.ts';
import type { RequestPlan } from './make-request-plan.ts';
import type { LookContext } from './run-context.ts';

/** What a plan says of a job that it may run; held and kept jobs are no part of a frozen plan. */
const PLANNED: ReadonlyMap<number, string> = new Map([
  [VERDICT.run, 'run'],
  [VERDICT.conditional, 'conditional'],
  [VERDICT.dormant, 'dormant'],
]);
/** Of 64 hex digits; enough that no two jobs of any plans meet. */
const ID_DIGITS = 32;

/** A plan as values that mean the same without the workflow. */
export function freezePlan(context: LookContext, planned: RequestPlan): FrozenPlan {
  const { workflow, workspace, args } = context;
  const { plan } = planned;
  const { workingDirectory } = workspace;
  const ids = new Map<JobId, string>();
  const jobs: FrozenJob[] = [];
  for (const job of plan.graph.order) {
    const verdict = PLANNED.get(plan.verdict[job] ?? VERDICT.keep);
    if (verdict === undefined) continue;
    const frozen = freezeJob(planned, { job, verdict, ids });
    ids.set(job, frozen.id);
    jobs.push(frozen);
  }
  return {
    head: {
      version: 1,
      workflow: {
        file: relative(workingDirectory, workflow.file),
        sha256: sha256(readFileSync(workflow.file)),
      },
      workingDirectory,
      targets: args.words,
      counts: plan.counts,
    },
    config: workflow.config,
    jobs,
  };
}

interface JobToFreeze {
  readonly job: JobId;
  readonly verdict: string;
  /** Of the jobs before it. */
  readonly ids: ReadonlyMap<JobId, string>;
}

function freezeJob({ plan, maker }: RequestPlan, { job, verdict, ids }: JobToFreeze): FrozenJob {
  const { graph } = plan;
  const { rule, wildcards, label } = jobOf(graph, job);
  const { shape, params, code, env } = maker.texts(job, undefined);
  const record: FrozenRecord = {
    rule: rule.name,
    wildcards,
    outputs: pathsOf(graph, rangeOf(graph.outputFile, graph.outputStart, job)),
    inputs: pathsOf(graph, rangeOf(graph.inputFile, graph.inputStart, job)),
    shape,
    params: JSON.parse(params),
    command: maker.commandText(job),
    code: sha256(code),
    env,
  };
  return {
    id: idOf(record),
    label,
    verdict,
    ...record,
    reasons: plan.reasons(job),
    resources: maker.request(job, 1, undefined),
    needs: needsOf(graph, job).flatMap((need) => ids.get(need) ?? []),
  };
}

function idOf(record: FrozenRecord): string {
  const text = canonicalJson(record);
  if (typeof text !== 'string') throw new Error(`no JSON at ${text.fault.path}`);
  return sha256(text).slice(0, ID_DIGITS);
}

/** Jobs that make an input of the job, in the order of its inputs, each once. */
function needsOf(graph: JobGraph, job: JobId): JobId[] {
  const files = rangeOf(graph.inputFile, graph.inputStart, job);
  const needs = new Set<JobId>();
  for (const file of files) needs.add(graph.producer[file] ?? NO_JOB);
  needs.delete(NO_JOB);
  return [...needs];
}

function rangeOf(column: Int32Array, start: Int32Array, job: JobId): Int32Array {
  return column.subarray(start[job], start[job + 1]);
}

function pathsOf({ paths }: JobGraph, files: Int32Array): string[] {
  return Array.from(files, (file) => paths.path(file));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
