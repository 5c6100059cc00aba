import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from '../../model/history-arbitrary.ts';
import { playHistory } from '../../model/play-history.ts';
import { EnginePlayer } from './engine-player.ts';

// Goal: planner and engine together make those jobs run that have to, and no others; every file is
// what it should be; no job reads what is not there, or what is replaced under its hands.
// Method: generate workflows and histories, carry them out with the real planner, records and
// engine over files in memory, jobs ending in any order, and compare every run with a model that
// plans nothing. Killed runs are left out: that needs a process to kill.

const WISHES = { kills: false, failures: true, triggers: true, forgets: true };

test('planner and engine lead to what the model says, whatever the history', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory({ jobs: 7, steps: 8 }, WISHES), async (history) => {
      await expect(playHistory(history, new EnginePlayer())).resolves.toBeUndefined();
    }),
    { numRuns: Number(process.env['RUNS'] ?? 400), seed: Number(process.env['SEED'] ?? 1) },
  );
});
