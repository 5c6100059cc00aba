import type { Capacity } from '../../core/schedule/capacity.ts';
import type { PlacedPools } from '../../engine/run-limits.ts';
import type { Executor } from '../../ports/executor.ts';
import type { FrozenAttempt } from '../../ports/frozen-attempt.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { LoadedWorkflow } from '../load-workflow.ts';
import type { RequestPlan } from '../make-request-plan.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Workspace } from '../workspace.ts';

/** What there is to know before a place for jobs is opened. */
export interface PlaceRequest {
  readonly args: Arguments;
  readonly workspace: Workspace;
  /** Accounts that the config names. */
  readonly workflow: Pick<LoadedWorkflow, 'slurm'>;
  readonly planned: Pick<RequestPlan, 'plan' | 'maker'>;
  readonly hasher: Hasher;
  /** Attempts of flows before us that may be there still. */
  readonly earlier: readonly FrozenAttempt[];
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
  /** Where it has several pools. */
  readonly placed?: PlacedPools;
}
