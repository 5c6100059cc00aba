import { brokenGpuRequest, requestTooLarge } from '../core/catalogue/run.ts';
import { assert, type Diagnostic } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import type { ResourceRequest } from '../core/rule/resources.ts';
import type { Rule } from '../core/rule/rule.ts';
import { type RequestProblem, requestProblems } from '../core/schedule/request-fit.ts';
import type { JobMaker } from './job-maker.ts';
import type { RunLimits } from './run-limits.ts';

export interface RequestCheck {
  readonly plan: Plan;
  readonly limits: Pick<RunLimits, 'capacity' | 'isClamping'>;
  readonly maker: Pick<JobMaker, 'request' | 'reference'>;
}

/**
 * What jobs that may run ask for and could never get: one diagnostic a rule and resource, with
 * its first job as the example. Asked before a run; during it every first attempt fits.
 */
export function checkRequests({ plan, limits, maker }: RequestCheck): readonly Diagnostic[] {
  const found = new Map<string, Finding>();
  // Most rules ask for the same whatever the job, and are given the same object each time.
  let last: ResourceRequest | undefined;
  let problems: readonly RequestProblem[] = [];
  for (let job = 0; job < plan.graph.jobCount; job += 1) {
    const verdict = plan.verdict[job];
    const rule = plan.graph.rules[plan.graph.ruleIndex[job] ?? 0];
    assert(rule !== undefined, `checkRequests: job ${job} has no rule`);
    if (verdict === VERDICT.keep || verdict === VERDICT.held || rule.run === undefined) continue;
    const request = maker.request(job, 1, undefined);
    if (request !== last) problems = requestProblems(request, limits.capacity);
    last = request;
    for (const problem of problems) {
      if (problem.kind === 'too-large' && limits.isClamping) continue;
      const resource = problem.kind === 'too-large' ? problem.resource : problem.kind;
      const key = JSON.stringify([rule.name, resource]);
      const earlier = found.get(key);
      if (earlier === undefined) found.set(key, { job, rule, problem, others: 0 });
      else earlier.others += 1;
    }
  }
  return [...found.values()].map((finding) => worded(finding, maker));
}

interface Finding {
  readonly job: JobId;
  readonly rule: Rule;
  readonly problem: RequestProblem;
  others: number;
}

function worded({ job, rule, problem, others }: Finding, maker: RequestCheck['maker']): Diagnostic {
  const place = { label: maker.reference(job).label, span: rule.span };
  return problem.kind === 'too-large'
    ? requestTooLarge({ ...place, ...problem, others })
    : brokenGpuRequest({ ...place, asked: problem.asked });
}
