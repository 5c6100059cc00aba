import type { Capacity } from '../core/schedule/capacity.ts';
import { ONE_POOL, type Placement } from '../core/schedule/placement.ts';
import type { Pool } from '../core/schedule/pool.ts';

/** What a run may use, and when it gives up. */
export interface RunLimits {
  readonly capacity: Capacity;
  /** Where jobs run instead of on the one machine that `capacity` speaks of. */
  readonly placed?: PlacedPools;
  /** `--clamp`: a request above the capacity gets what there is. Otherwise it is an error. */
  readonly isClamping: boolean;
  /** `-k`: a failed job stops only the jobs that need it. */
  readonly isKeepGoing: boolean;
  /** `--notemp`: temporary files stay. */
  readonly isKeepingTemps: boolean;
  /** How often a job that failed by itself is tried again, where its rule does not say. */
  readonly retries: number;
  /** How often a job is tried again that the machine let down: lost, node, preempted. */
  readonly infrastructureRetries: number;
  /** Before the first such attempt; each further one waits twice as long, up to five minutes. */
  readonly backOffMs: number;
}

/** Pools, and the policy by which jobs get into them. */
export interface PlacedPools {
  readonly pools: readonly Pool[];
  readonly placement: Placement;
  /** How many jobs may run at once in all of them together; undefined: as many as fit. */
  readonly jobs?: number;
}

export function poolsOf({ placed, capacity }: Pick<RunLimits, 'placed' | 'capacity'>): PlacedPools {
  return placed ?? { pools: [{ name: '', capacity }], placement: ONE_POOL };
}
