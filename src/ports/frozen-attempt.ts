import type { DiskStat } from './disk.ts';
import type { JobSpec } from './job-spec.ts';

/**
 * An attempt as it was launched, on disk before anything of it is done, so that a later flow can
 * take it on though nobody waited for it. Plain JSON.
 */
export interface FrozenAttempt {
  readonly version: 1;
  /** Name of the executor that launched it, and alone can take it on. */
  readonly executor: string;
  /** Milliseconds since 1970. */
  readonly launchedAtMs: number;
  /** Where its files lie, and what its node leaves; relative to the working directory. */
  readonly folder: string;
  /** Its `moveAside` names what was there at the launch, and nothing else. */
  readonly spec: JobSpec;
  /** Its inputs as they were at the launch, in their order; null: absent. */
  readonly inputs: readonly (DiskStat | null)[];
}
