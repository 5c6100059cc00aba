import type { JobId } from '../graph/job-graph.ts';
import type { ResourceRequest } from '../rule/resources.ts';

/** When and where the jobs of a plan run. */
export interface Schedule {
  /** In the order in which they start. */
  readonly jobs: readonly ScheduledJob[];
  /** How many jobs of the plan do not run: held, or waiting for one that is. */
  readonly leftOut: number;
}

/** Times in milliseconds since the start of the run. */
export interface ScheduledJob {
  readonly job: JobId;
  readonly startMs: number;
  readonly endMs: number;
  /** Index into the pools of the run. */
  readonly pool: number;
  readonly request: ResourceRequest;
  /** Identities of its cards. */
  readonly gpus: readonly string[];
}
