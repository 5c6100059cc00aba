import { expect, test } from 'vitest';
import { longestPaths } from '../../../../src/core/schedule/longest-paths.ts';
import { worldOf } from '../../../rigs/run-rig.ts';

//   a(1) ─► b(5) ─► d(1)
//     └───► c(2) ───┘
const LINES = ['a <- s', 'b <- a', 'c <- a', 'd <- b c'];

test('a path goes from the start of a job to the end of all that waits for it', () => {
  const { graph } = worldOf(LINES);
  const paths = longestPaths(graph, Float64Array.of(1, 5, 2, 1), () => true);
  expect([...paths]).toEqual([7, 6, 3, 1]);
});

test('jobs that do not count make no path longer', () => {
  const { graph } = worldOf(LINES);
  const paths = longestPaths(graph, Float64Array.of(1, 5, 2, 1), (job) => job !== 1);
  expect([paths[0], paths[2], paths[3]]).toEqual([4, 3, 1]);
});

test('a chain of a hundred thousand jobs is ordinary', () => {
  const jobCount = 100_000;
  const { graph } = worldOf(['a <- s']);
  const files = Int32Array.from({ length: jobCount }, (_, job) => job);
  const chain = {
    ...graph,
    jobCount,
    inputStart: Int32Array.from({ length: jobCount + 1 }, (_, job) => Math.max(0, job - 1)),
    inputFile: files,
    producer: files,
    order: files,
  };
  const paths = longestPaths(chain, new Float64Array(jobCount).fill(1), () => true);
  expect([paths[0], paths.at(-1)]).toEqual([jobCount, 1]);
});
