/** How patient a `BatchExecutor` is. Milliseconds. */
export interface BatchTiming {
  /** What is launched within so long after another is submitted with it. */
  readonly flushMs: number;
  /** Between looks at what nodes have left; longer, up to the second, while nothing happens. */
  readonly lookMs: number;
  readonly longestLookMs: number;
  /** Between questions to the system; longer where its answers take long. */
  readonly pollMs: number;
  readonly longestPollMs: number;
  /** From the exit record to believing it alone, where the system does not say that it has ended. */
  readonly confirmMs: number;
  /** From the system's word that a job has ended to giving up on its exit record. */
  readonly recordMs: number;
  /** For how long a job may be unknown to the system before it counts as lost. */
  readonly unknownMs: number;
  /** From a submission whose answer was lost to trying again, if the system does not know it. */
  readonly ambiguousMs: number;
  /** From the system's holding a job that it could not start to giving it up. */
  readonly heldMs: number;
  /** From one request to end a job to the next. */
  readonly cancelAgainMs: number;
  /** From a submission that the system could not take to the next; doubled each time. */
  readonly busyMs: number;
  readonly longestBusyMs: number;
}

export const BATCH_TIMING: BatchTiming = {
  flushMs: 200,
  lookMs: 100,
  longestLookMs: 1_000,
  pollMs: 1_000,
  longestPollMs: 30_000,
  confirmMs: 10_000,
  recordMs: 15_000,
  unknownMs: 120_000,
  ambiguousMs: 15_000,
  heldMs: 30_000,
  cancelAgainMs: 15_000,
  busyMs: 1_000,
  longestBusyMs: 60_000,
};
