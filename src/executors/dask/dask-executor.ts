import type { Executor } from '../../ports/executor.ts';
import { batchExecutor, type BatchOptions } from '../batch/batch-executor.ts';
import type { BatchSystem } from '../batch/batch-system.ts';
import type { BatchTiming } from '../batch/batch-timing.ts';

/** The bridge is asked, and not the scheduler: an answer costs nothing. */
const TIMING: Partial<BatchTiming> = {
  flushMs: 20,
  lookMs: 20,
  longestLookMs: 250,
  pollMs: 50,
  longestPollMs: 250,
};

/** Runs jobs as tasks of a Dask cluster. */
export function daskExecutor(
  system: BatchSystem,
  tools: Omit<BatchOptions, 'system' | 'timing'>,
): Executor {
  return batchExecutor({ system, timing: TIMING, ...tools });
}
