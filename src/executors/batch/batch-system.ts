import type { JobSpec } from '../../ports/job-spec.ts';

/** What a batch system is given of an attempt. */
export interface BatchJob {
  readonly spec: JobSpec;
  /** Absolute path of the script that carries it out: `sh SCRIPT`, on any node. */
  readonly script: string;
}

/** What became of one job of a submission. */
export type Submission =
  /** `id` is unlike that of any other job of the system, and can be written to a line of text. */
  | { readonly kind: 'accepted'; readonly id: string }
  /** Never will be, as it is. `detail`: what the system says, one line. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** Not now: a limit is reached, or the system cannot be reached; nothing was taken. */
  | { readonly kind: 'busy'; readonly detail: string }
  /** Nobody knows: the answer was lost. It is looked for by its token before it is tried again. */
  | { readonly kind: 'ambiguous'; readonly detail: string };

export interface SubmittedJob {
  readonly token: string;
  readonly id: string;
  /** Milliseconds since 1970; an id may be given out again, and then is older. */
  readonly submittedAtMs: number;
}

/** What the system says of a job now. `raw`: in its own words, for people. */
export type Observation =
  | { readonly state: 'queued'; readonly raw: string }
  /** Will not start until somebody does something. */
  | {
      readonly state: 'held';
      readonly raw: string;
      /** The system itself put it there, as it could not start it; else a person did. */
      readonly bySystem?: true;
      /** For people: what lets it start, or ends it. */
      readonly remedy?: string;
    }
  | { readonly state: 'running'; readonly raw: string; readonly node?: string }
  | {
      readonly state: 'ended';
      readonly end: SystemEnd;
      readonly raw: string;
      readonly node?: string;
    }
  /** It knows no such job; it may have forgotten it, or not heard of it yet. */
  | { readonly state: 'unknown'; readonly raw: string };

/** Nothing of the job can write any more. */
export type SystemEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'preempted' }
  /** Its node died, or it could not be started there. `neverBegan`: nothing of it has ever run. */
  | { readonly kind: 'node-failed'; readonly neverBegan?: true }
  /** By somebody, which may be us. */
  | { readonly kind: 'cancelled' };

/**
 * A system that takes jobs and runs them some time, on some node: all that is special about it.
 * Polling, exit records, grace periods, adoption and cancels are the `BatchExecutor`'s.
 *
 * Calls come one at a time, each after the last was answered. What cannot be said of one job does
 * not keep the others from their answers. A call that throws has told nothing, and is made again.
 */
export interface BatchSystem {
  /** Name of the executor. */
  readonly name: string;
  /** Which cards a job has: the system says so, or its spec. */
  readonly gpus: 'from-system' | 'from-spec';
  /** Probes. @throws FlowError (environment) if the system cannot be used. */
  open(): Promise<void>;
  /** An answer a job, in their order. Jobs of one call may become one array. */
  submit(jobs: readonly BatchJob[]): Promise<readonly Submission[]>;
  /** By id. An id that is not answered is as good as `unknown`. */
  poll(jobs: readonly SubmittedJob[]): Promise<ReadonlyMap<string, Observation>>;
  /** Asks for their end; that they have ended is for `poll` to tell. Unknown ones are fine. */
  cancel(jobs: readonly SubmittedJob[], how: 'gently' | 'at-once'): Promise<void>;
  /**
   * Keeps all that is submitted from now on, and as far as it can what waits already, from these
   * nodes. Optional; never throws.
   */
  avoid?(
    nodes: readonly string[],
    waiting: readonly { readonly job: SubmittedJob; readonly spec: JobSpec }[],
  ): Promise<void>;
  /** Ids of jobs by token, of those which the system has ever taken, as far as it remembers. */
  find(tokens: readonly string[], sinceMs: number): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}
