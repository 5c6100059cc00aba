import type { RunTally } from './run-tally.ts';

/**
 * `out-of-sight`: it goes on as far as is known, on a host that cannot be looked at from here.
 * `died`: nobody carries it on, and it did not say how it ended.
 */
export type RunState =
  | 'running'
  | 'stopping'
  | 'out-of-sight'
  | 'done'
  | 'failed'
  | 'interrupted'
  | 'died';

/** How a run stands, and whose it is. */
export interface RunStatus {
  readonly runId: string;
  readonly state: RunState;
  readonly tally: RunTally;
  /** What the run wrote of itself; undefined, or empty, if it did not come to it. */
  readonly workflow: string | undefined;
  readonly targets: readonly string[];
  readonly host: string | undefined;
  readonly pid: number | undefined;
}
