import type { LeftOut } from '../../core/graph/part/left-out.ts';
import type { Job } from '../../core/job/job.ts';
import { VERDICT, type Plan } from '../../core/plan/plan.ts';
import type { ResourceRequest } from '../../core/rule/resources.ts';
import { JSON_VERSION } from './json-text.ts';
import { reasonText } from './reason-text.ts';

/** What is asked of a job that is told in full. */
export interface PlannedJobJson {
  readonly command: string;
  readonly request: ResourceRequest;
}

export interface PlanJsonOptions {
  readonly plan: Plan;
  readonly leftOut: readonly LeftOut[];
  readonly job: (id: number) => Job;
  /** Undefined: commands and requests are left out, and what is up to date is in. */
  readonly detail?: (id: number) => PlannedJobJson;
  /** Takes the text piece by piece: a plan may have a hundred thousand jobs. */
  readonly write: (text: string) => void;
}

/** Jobs a piece; large enough that the cost of a write does not count. */
const JOBS_A_PIECE = 500;

const VERDICT_NAMES = Object.keys(VERDICT);

/** A plan as one document, a job a line, in an order in which they could run. */
export function writePlanJson(options: PlanJsonOptions): void {
  const { plan, leftOut, detail, write } = options;
  let piece = `{"version":${JSON_VERSION},"jobs":[`;
  let count = 0;
  for (const id of plan.graph.order) {
    if (detail !== undefined && plan.verdict[id] === VERDICT.keep) continue;
    piece += `${count === 0 ? '\n' : ',\n'}${JSON.stringify(jobJson(id, options))}`;
    count += 1;
    if (count % JOBS_A_PIECE !== 0) continue;
    write(piece);
    piece = '';
  }
  const edited = plan.edited.map((file) => plan.graph.paths.path(file));
  const left = leftOut.map(({ flags, jobs, waiting }) => ({
    flags,
    jobs: Object.fromEntries(jobs),
    waiting: Object.fromEntries(waiting),
  }));
  const tail = JSON.stringify({ edited, leftOut: left, counts: plan.counts }).slice(1);
  write(`${piece}${count === 0 ? '' : '\n'}],${tail}\n`);
}

function jobJson(id: number, { plan, job, detail }: PlanJsonOptions): object {
  const { rule, label, wildcards, input, output, log } = job(id);
  return {
    rule: rule.name,
    label,
    wildcards,
    verdict: VERDICT_NAMES[plan.verdict[id] ?? 0],
    reasons: plan.reasons(id).map((reason) => ({ ...reason, text: reasonText(reason) })),
    inputs: input.all,
    outputs: output.all,
    logs: log,
    ...detail?.(id),
  };
}
