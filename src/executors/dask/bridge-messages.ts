/** What flow and `bridge.py` say to each other, each a line of JSON. */
export type BridgeRequest =
  | { readonly op: 'submit'; readonly jobs: readonly BridgeJob[] }
  /** Jobs of a bridge that is gone: those that have not started never will, and are told so. */
  | { readonly op: 'watch'; readonly jobs: readonly WatchedJob[] }
  | {
      readonly op: 'cancel';
      readonly jobs: readonly { readonly token: string; readonly how: 'gently' | 'at-once' }[];
    };

export interface WatchedJob {
  readonly token: string;
  /** Absolute, and seen by all workers; `supervisor.py` says which files it has there. */
  readonly folder: string;
}

export interface BridgeJob extends WatchedJob {
  /** Absolute, for `sh`. */
  readonly script: string;
  /** Absolute: `supervisor.py`, where workers see it. */
  readonly supervisor: string;
  readonly workingDirectory: string;
  readonly threads: number;
  readonly gpus: number;
  /** Any other resources, of which Dask is asked for those that its workers count. */
  readonly resources: Readonly<Record<string, number>>;
  /** From TERM to KILL. */
  readonly graceS: number;
}

export interface BridgeWorker {
  readonly address: string;
  readonly host: string;
  readonly threads: number;
  readonly resources: Readonly<Record<string, number>>;
}

export interface BridgeReady {
  readonly event: 'ready';
  /** Of the scheduler. */
  readonly address: string;
  readonly distributed: string;
  readonly workers: readonly BridgeWorker[];
}

export type BridgeFailure = 'no-distributed' | 'unreachable' | 'no-workers' | 'versions';

export interface BridgeEnd {
  readonly event: 'ended';
  readonly token: string;
  /**
   * `exited`: by itself. `cancelled`: because we said so. `worker-died`: its worker did, and it was
   * ended. `never-started` and `refused`: it did not run, and never will. `not-started`: its
   * supervisor could not start it. `silent`: its host does not answer, and nobody knows.
   */
  readonly reason:
    | 'exited'
    | 'cancelled'
    | 'worker-died'
    | 'never-started'
    | 'refused'
    | 'not-started'
    | 'silent';
  readonly detail?: string;
  readonly code?: number;
  readonly signal?: string;
  readonly host?: string;
  readonly worker?: string;
  readonly gpus?: readonly string[];
  /** Of all its processes, in seconds. */
  readonly cpuS?: number;
  readonly peakRssMib?: number;
}

/** The first that a bridge says, or the last. */
export type BridgeEvent =
  | BridgeReady
  | { readonly event: 'failed'; readonly kind: BridgeFailure; readonly detail: string }
  | BridgeNews;

export type BridgeNews =
  /** It can never run: `detail` says what the best worker lacks. */
  | { readonly event: 'refused'; readonly token: string; readonly detail: string }
  | { readonly event: 'accepted'; readonly token: string }
  | {
      readonly event: 'started';
      readonly token: string;
      readonly host: string;
      readonly worker: string;
      readonly gpus?: readonly string[];
    }
  | BridgeEnd
  /** What still runs is ended by its workers, and told; nothing more can be submitted. */
  | { readonly event: 'scheduler-lost' };
