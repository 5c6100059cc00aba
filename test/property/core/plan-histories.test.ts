import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from '../../model/history-arbitrary.ts';
import { playHistory } from '../../model/play-history.ts';
import { PlanPlayer } from './plan-player.ts';

// Goal: whatever is done to files and rules, in whatever order, and however runs end, the planner
// makes those jobs run that have to, and no others, and every file is what it should be.
// Method: generate workflows and histories, play them with the real planner and records over files
// in memory, and compare every run with a model that plans nothing. The seed is fixed, so that a
// failure is of the change that is tested; `SEED=… RUNS=…` looks further.

test('plans lead to what the model says, whatever the history', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory({ jobs: 7, steps: 10 }), async (history) => {
      await expect(playHistory(history, new PlanPlayer())).resolves.toBeUndefined();
    }),
    { numRuns: Number(process.env['RUNS'] ?? 1000), seed: Number(process.env['SEED'] ?? 1) },
  );
}, 240_000);
