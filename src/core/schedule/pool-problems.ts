import type { JobId } from '../graph/job-graph.ts';
import type { ResourceRequest } from '../rule/resources.ts';
import type { Placement } from './placement.ts';
import type { Pool } from './pool.ts';
import { type RequestProblem, requestProblems } from './request-fit.ts';

/** Why a job can run in none of the pools that it may go to. */
export interface PoolProblems {
  /** Of the pool that lacks least; none: some pool can hold it. */
  readonly problems: readonly RequestProblem[];
  /** Its name; undefined if it has none. */
  readonly pool: string | undefined;
}

const NONE: PoolProblems = { problems: [], pool: undefined };

/** What of a request is above every pool that the policy allows for the job. */
export function poolProblems(
  { pools, placement }: { readonly pools: readonly Pool[]; readonly placement: Placement },
  job: JobId,
  request: ResourceRequest,
): PoolProblems {
  let least: PoolProblems | undefined;
  for (const index of placement.allowedFor(job, request)) {
    const pool = pools[index];
    if (pool === undefined) continue;
    const problems = requestProblems(request, pool.capacity);
    if (problems.length === 0) return NONE;
    if (least !== undefined && least.problems.length <= problems.length) continue;
    least = { problems, pool: pool.name === '' ? undefined : pool.name };
  }
  return least ?? NONE;
}
