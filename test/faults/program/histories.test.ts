import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, PLAIN_RUN } from '../../model/history-arbitrary.ts';
import type { History, JobSpec } from '../../model/history.ts';
import { playHistory } from '../../model/play-history.ts';
import { CALLS, killedAt, playable, ProgramPlayer } from '../../rigs/program-player.ts';

// Goal: whatever is done to files and rules, and wherever runs are killed, the program runs those
// jobs that have to run and no others, and every file is what it should be.
// Method: play generated histories with the built program in a folder of its own, and compare each
// run with a model that plans nothing. `HISTORIES=200 SEED=7` plays more, and others; `SHRINK=1`
// looks for the shortest history that fails, which takes minutes.

const COUNT = Number(process.env['HISTORIES'] ?? 10);
const SEED = Number(process.env['SEED'] ?? 2026);
const SIZE = { jobs: 5, steps: 8 };
const TIMEOUT_MS = 60_000 + 20_000 * COUNT;

test('the program does what the model says, whatever is done between its runs', {
  timeout: TIMEOUT_MS,
}, async () => {
  const wishes = { kills: false, failures: true, triggers: true, forgets: true };
  const histories = anyHistory(SIZE, wishes).map(playable);
  await expect(playMany(histories, [PRUNED_READER])).resolves.toBeUndefined();
});

test('the program does what the model says, wherever its runs are killed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const wishes = { kills: false, failures: true, triggers: true, forgets: false };
  const calls = fc.array(fc.nat(CALLS), { minLength: SIZE.steps, maxLength: SIZE.steps });
  const histories = fc
    .tuple(anyHistory(SIZE, wishes), calls)
    .map(([history, kills]) => killedAt(playable(history), kills));
  await expect(playMany(histories)).resolves.toBeUndefined();
});

/** The reader of a temporary file turns out not to be needed; the maker was forced. */
const PRUNED_READER: History = {
  workflow: { sources: [], jobs: [jobOf('j0', [], true), jobOf('j1', ['j0.out'], false)] },
  steps: [PLAIN_RUN, { ...PLAIN_RUN, force: { job: 0 } }, PLAIN_RUN],
};

function jobOf(name: string, inputs: readonly string[], isTemp: boolean): JobSpec {
  return {
    key: name,
    name,
    inputs: inputs.map((file) => ({ file, edge: 'data', name: undefined })),
    outputs: [{ file: `${name}.out`, isTemp, isOptional: false }],
    code: 0,
    params: 0,
    isCoarse: false,
    hasCommand: true,
  };
}

async function playMany(
  histories: fc.Arbitrary<History>,
  examples: readonly History[] = [],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await playHistory(history, new ProgramPlayer());
    }),
    {
      numRuns: COUNT,
      seed: SEED,
      endOnFailure: process.env['SHRINK'] === undefined,
      examples: examples.map((history) => [history]),
    },
  );
}
