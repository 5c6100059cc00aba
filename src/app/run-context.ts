import type { Records } from '../core/records/records.ts';
import type { FrozenAttempt } from '../ports/frozen-attempt.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { JournalWriter } from '../ports/journal.ts';
import type { LoadedWorkflow } from './load-workflow.ts';
import type { RequestPlan } from './make-request-plan.ts';
import type { Arguments } from './parse-arguments.ts';
import type { Terminal } from './terminal.ts';
import type { Workspace } from './workspace.ts';

/** From TERM to KILL, for jobs and for what a dead flow left. */
export const GRACE_MS = 5_000;

/** What a command that looks at jobs has to hand. */
export interface LookContext {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly workspace: Workspace;
  readonly workflow: LoadedWorkflow;
}

/** What a run has to hand, while it holds the lock. */
export interface RunContext extends LookContext {
  readonly runId: string;
  /** `.flow`, absolute. */
  readonly flowFolder: string;
}

/** And the records, in order and ready to be added to. */
export interface LockedContext extends RunContext {
  readonly records: Records;
  readonly journal: JournalWriter;
  readonly hasher: Hasher;
  /** Attempts of flows before us that may go on, or have ended since. */
  readonly earlier: readonly FrozenAttempt[];
}

/** What is needed to carry a plan out. */
export interface CarryOutRequest extends LockedContext {
  readonly planned: RequestPlan;
}
