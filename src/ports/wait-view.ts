import type { FailureCause } from '../core/rule/resources.ts';
import type { JobReference } from './run-event.ts';

/** What somebody asks a run that goes on: why does this job not run; or, why do jobs not run. */
export interface WaitQuestion {
  /** A job by its label, or a file that it makes. */
  readonly job?: string;
}

/** Why jobs of a run do not run, at one moment. */
export type WaitAnswer =
  | { readonly kind: 'view'; readonly view: WaitView }
  /** No job of the run has this name; `near`: labels that are nearly it. */
  | { readonly kind: 'unknown-job'; readonly near: readonly string[] };

export interface WaitView {
  /** A signal or a failure stopped the run: nothing starts any more. */
  readonly isStopped: boolean;
  readonly running: readonly JobReference[];
  /** Jobs that wait in the queue of a cluster, by what it says of them, the most first. */
  readonly queued: readonly QueuedJobs[];
  /**
   * The job that was asked for, and after it the first that it waits for, and so on. If none was
   * asked for: the first of those that wait for resources, or for a time.
   */
  readonly waits: readonly JobWait[];
  /** Jobs that wait for resources, for a time, or for other jobs, and are not among `waits`. */
  readonly otherCount: number;
}

export interface QueuedJobs {
  /** In the words of the cluster: `PENDING (Priority)`. */
  readonly said: string;
  readonly count: number;
  /** The first of them. */
  readonly jobs: readonly JobReference[];
}

export interface JobWait {
  readonly job: JobReference;
  readonly cause: WaitCause;
}

export type WaitCause =
  | { readonly kind: 'running' }
  /** It is in the queue of a cluster, which says so of it. */
  | { readonly kind: 'queued'; readonly said: string }
  /** It will not run any more, and `how` says why: `succeeded`, `failed`, `pruned` … */
  | { readonly kind: 'over'; readonly how: string }
  | {
      readonly kind: 'short';
      readonly shortages: readonly ResourceShortage[];
      /** Where it lacks least, in a run of several pools. */
      readonly pool?: string;
    }
  /** It would fit, but what it needs is gathered for a job that has waited for long. */
  | { readonly kind: 'room-kept'; readonly for: JobReference }
  /** It would fit, and others stand before it. */
  | { readonly kind: 'turn' }
  /** `isCertain` false: it runs only if they come out changed. */
  | {
      readonly kind: 'needs';
      readonly needs: readonly { readonly job: JobReference; readonly state: string }[];
      readonly needCount: number;
      readonly isCertain: boolean;
    }
  /** These still read what it replaces. */
  | { readonly kind: 'readers'; readonly readers: readonly JobReference[] }
  /** It runs only if a job that will run needs a removed temporary file of it. */
  | { readonly kind: 'dormant' }
  /** It failed for `failure`, and is tried again after `delayMs`. */
  | { readonly kind: 'back-off'; readonly delayMs: number; readonly failure?: FailureCause };

export interface ResourceShortage {
  /** `cores`, `jobs`, `gpus`, `mem` and `disk` (both in MiB), or the user's own name. */
  readonly resource: string;
  /** Of `gpus`: cards, or the share of one. */
  readonly asked: number;
  /** Of `gpus`: cards with the room that is asked of each. */
  readonly free: number;
  readonly has: number;
  /** Of `gpus`: memory that each card has to have. */
  readonly gpuMemMib?: number;
  /** The first of those that hold some of it, the largest holders first. */
  readonly holders: readonly { readonly job: JobReference; readonly amount: number }[];
  readonly holderCount: number;
}
