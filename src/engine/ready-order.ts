import type { JobId } from '../core/graph/job-graph.ts';
import { estimateDurations } from '../core/schedule/job-durations.ts';
import { longestPaths } from '../core/schedule/longest-paths.ts';
import { jobsOfEarlier } from './earlier-attempts.ts';
import { mayRun, STATE } from './job-state.ts';
import type { ReadyOrder } from './ready-queues.ts';
import type { RunRequest } from './run-request.ts';

type OrderRequest = Pick<RunRequest, 'plan' | 'records' | 'maker' | 'durations' | 'earlier'>;

const FIRST = Number.MAX_VALUE;

/**
 * By priority, then by the longest way to the end, then by age; but first those that an earlier
 * attempt is at already, since it takes what it takes in any case. `state` is looked at for ever.
 */
export function readyOrder(request: OrderRequest, state: Uint8Array): ReadyOrder {
  const { plan, records, maker } = request;
  const { graph } = plan;
  const durations = request.durations ?? estimateDurations({ graph, records }).durations;
  const counts = (job: JobId): boolean => mayRun(state[job] ?? STATE.kept);
  const paths = longestPaths(graph, durations, counts);
  const first = jobsOfEarlier(request);
  const priorities = new Float64Array(graph.jobCount);
  for (let job = 0; job < graph.jobCount; job += 1) {
    if (counts(job)) priorities[job] = first.has(job) ? FIRST : maker.priority(job);
  }
  return {
    isReady: (job) => state[job] === STATE.ready,
    isBefore: (a, b) => {
      const byPriority = (priorities[b] ?? 0) - (priorities[a] ?? 0);
      if (byPriority !== 0) return byPriority < 0;
      const byPath = (paths[b] ?? 0) - (paths[a] ?? 0);
      return byPath === 0 ? a < b : byPath < 0;
    },
  };
}
