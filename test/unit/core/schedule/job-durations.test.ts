import { expect, test } from 'vitest';
import { estimateDurations } from '../../../../src/core/schedule/job-durations.ts';
import { worldOf } from '../../../rigs/run-rig.ts';

// Jobs a and b are of one rule, as jobs with wildcards are; c, d and x have one each. Recorded are
// a (100 ms) and c (400 ms).
const { graph: ungrouped, request } = worldOf(['a <- s', 'b <- s', 'c <- s', 'd <- s', 'x: <- a'], {
  durations: { a: 100, c: 400 },
  unrecorded: ['d'],
});
const graph = { ...ungrouped, ruleIndex: Int32Array.of(0, 0, 2, 3, 4) };
const { records } = request;

test('how long a job takes is known from its record, else from its rule, else guessed from all', () => {
  const { durations, isKnown } = estimateDurations({ graph, records });
  expect([...durations]).toEqual([100, 100, 400, 250, 250]);
  expect([...isKnown]).toEqual([1, 1, 1, 0, 0]);
});

test('what a rule says counts where no job of it has a record', () => {
  const { durations, isKnown } = estimateDurations({
    graph,
    records,
    expected: (job) => (job === 4 ? undefined : 7 * (job + 1)),
  });
  expect([...durations]).toEqual([100, 100, 400, 28, 250]);
  expect([...isKnown]).toEqual([1, 1, 1, 1, 0]);
});

test('what is given for a rule wins over records and what the rule says', () => {
  const given = new Map([
    ['a', 5],
    ['d', 6],
  ]);
  const { durations } = estimateDurations({ graph, records, given, expected: () => 9 });
  expect([...durations]).toEqual([5, 5, 400, 6, 9]);
});

test('where no job was ever timed, all are thought to take as long', () => {
  const world = worldOf(['a <- s', 'b <- a']);
  const { durations } = estimateDurations({ graph: world.graph, records: world.request.records });
  expect([...durations]).toEqual([1, 1]);
});
