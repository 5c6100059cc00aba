import type { Capacity } from '../../core/schedule/capacity.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Workspace } from '../workspace.ts';

/** What there is to know before a place for jobs is opened. */
export interface PlaceRequest {
  readonly args: Arguments;
  readonly workspace: Workspace;
  readonly hasher: Hasher;
  /** `.flow`, absolute. */
  readonly flowFolder: string;
  /** Some job of the plan asks for a card. */
  readonly asksForGpus: boolean;
}

/** Where the jobs of a run go. */
export interface Place {
  /** To be closed, whether it was opened or not. */
  readonly executor: Executor;
  /** What flags say it has, and where they say nothing, what it has. */
  readonly capacity: Capacity;
}
