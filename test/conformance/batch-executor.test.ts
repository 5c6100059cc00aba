import type { BatchTiming } from '../../src/executors/batch/batch-timing.ts';
import { processSystem } from '../rigs/process-system.ts';
import { describeExecutor } from './executor-suite.ts';
import { openBatch, SKIPPED_WITHOUT_USAGE } from './open-batch.ts';

/** Everything is near, so nothing has to be waited for. */
const TIMING: Partial<BatchTiming> = { flushMs: 0, lookMs: 5, longestLookMs: 50, pollMs: 20 };

describeExecutor('batch', {
  open: async () => await openBatch(processSystem(), TIMING),
  skip: SKIPPED_WITHOUT_USAGE,
});
