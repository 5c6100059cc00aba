import { brokenGpuRequest, requestTooLarge } from '../core/catalogue/run.ts';
import { assert, type Diagnostic } from '../core/diagnostic.ts';
import type { JobId } from '../core/graph/job-graph.ts';
import { type Plan, VERDICT } from '../core/plan/plan.ts';
import type { ResourceRequest } from '../core/rule/resources.ts';
import type { Rule } from '../core/rule/rule.ts';
import { type PoolProblems, poolProblems } from '../core/schedule/pool-problems.ts';
import type { RequestProblem } from '../core/schedule/request-fit.ts';
import type { JobMaker } from './job-maker.ts';
import { poolsOf, type RunLimits } from './run-limits.ts';

export interface RequestCheck {
  readonly plan: Plan;
  readonly limits: Pick<RunLimits, 'capacity' | 'placed' | 'isClamping'>;
  readonly maker: Pick<JobMaker, 'request' | 'reference'>;
}

/**
 * What jobs that may run ask for and could never get: one diagnostic a rule and resource, with
 * its first job as the example. Asked before a run; during it every first attempt fits.
 */
export function checkRequests({ plan, limits, maker }: RequestCheck): readonly Diagnostic[] {
  const findings = new Map<string, Finding>();
  // Most rules ask for the same whatever the job, and are given the same object each time.
  let last: ResourceRequest | undefined;
  let found: PoolProblems = NOTHING;
  const where = poolsOf(limits);
  for (let job = 0; job < plan.graph.jobCount; job += 1) {
    const verdict = plan.verdict[job];
    const rule = plan.graph.rules[plan.graph.ruleIndex[job] ?? 0];
    assert(rule !== undefined, `checkRequests: job ${job} has no rule`);
    if (verdict === VERDICT.keep || verdict === VERDICT.held || rule.run === undefined) continue;
    const request = maker.request(job, 1, undefined);
    if (request !== last || limits.placed !== undefined) found = poolProblems(where, job, request);
    last = request;
    for (const problem of found.problems) {
      if (problem.kind === 'too-large' && limits.isClamping) continue;
      const resource = problem.kind === 'too-large' ? problem.resource : problem.kind;
      const key = JSON.stringify([rule.name, resource]);
      const earlier = findings.get(key);
      const { pool } = found;
      if (earlier === undefined) findings.set(key, { job, rule, problem, pool, others: 0 });
      else earlier.others += 1;
    }
  }
  return [...findings.values()].map((finding) => worded(finding, maker));
}

interface Finding {
  readonly job: JobId;
  readonly rule: Rule;
  readonly problem: RequestProblem;
  readonly pool: string | undefined;
  others: number;
}

const NOTHING: PoolProblems = { problems: [], pool: undefined };

function worded(
  { job, rule, problem, pool, others }: Finding,
  maker: RequestCheck['maker'],
): Diagnostic {
  const place = { label: maker.reference(job).label, span: rule.span };
  return problem.kind === 'too-large'
    ? requestTooLarge({ ...place, ...problem, pool, others })
    : brokenGpuRequest({ ...place, asked: problem.asked });
}
