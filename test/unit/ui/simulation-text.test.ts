import { expect, test } from 'vitest';
import type { ScheduledJob } from '../../../src/core/schedule/schedule.ts';
import { laneChart } from '../../../src/ui/text/lane-chart.ts';
import { simulationText } from '../../../src/ui/text/simulation-text.ts';
import { spanText } from '../../../src/ui/text/span-text.ts';
import { SMALL } from '../../rigs/run-rig.ts';

const MINUTE = 60_000;

test.each([
  [0, '0 min'],
  [400, '0.4 s'],
  [90_000, '90 s'],
  [MINUTE, '1 min'],
  [119_999, '120 s'],
  [21.5 * MINUTE, '21.5 min'],
  [119 * MINUTE, '119 min'],
  [282 * MINUTE, '4.7 h'],
])('%d ms are %s', (spanMs, text) => {
  expect(spanText(spanMs)).toBe(text);
});

const RULES = ['stitch', 'store', 'st'];
function job(rule: number, startMs: number, endMs: number): ScheduledJob {
  return { job: rule, startMs, endMs, pool: 0, request: SMALL, gpus: [] };
}
const ruleOf = ({ job: rule }: ScheduledJob): string => RULES[rule] ?? '';

test('each column of a chart shows the rule that runs in its middle', () => {
  const lanes = [
    { name: 'GPU 0', jobs: [job(0, 0, 4 * MINUTE), job(2, 5 * MINUTE, 10 * MINUTE)] },
    // 1.6 to 3.4 covers the middles 2.5 of the third column only.
    { name: 'slot 1', jobs: [job(1, 1.6 * MINUTE, 3.4 * MINUTE)] },
  ];
  const chart = laneChart({ lanes, makespanMs: 10 * MINUTE, rules: RULES, ruleOf, width: 18 });
  expect(`\n${chart}`).toBe(`
GPU 0   ssss·SSSSS
slot 1  ··t·······
        0   10 min
        s stitch, t store, S st`);
});

test('lanes beyond the first 32 are counted', () => {
  const lanes = Array.from({ length: 35 }, (_, at) => ({ name: `${at}`, jobs: [job(0, 0, 1)] }));
  const chart = laneChart({ lanes, makespanMs: 1, rules: ['a'], ruleOf: () => 'a', width: 14 });
  expect(chart.split('\n').slice(31, 34)).toEqual([
    '31  aaaaaaaaaa',
    '… and 3 more',
    `    0${'0 s'.padStart(9)}`,
  ]);
});

test('what is assumed and what is left out is said', () => {
  const text = simulationText({
    schedule: { jobs: [job(0, 0, MINUTE), job(0, MINUTE, 2 * MINUTE)], leftOut: 1 },
    measures: {
      makespanMs: 2 * MINUTE,
      criticalPathMs: MINUTE,
      bounds: [],
      lowerBoundMs: 2 * MINUTE,
      boundBy: 'mem',
      use: [
        { pool: 'lab', resource: 'mem', capacity: 16e9 / 2 ** 20, share: 0.555 },
        { pool: 'lab', resource: 'gpus', capacity: 2, share: 1 },
      ],
    },
    lanes: [],
    ruleOf,
    conditionalCount: 2,
    width: 20,
  });
  expect(`\n${text}`).toBe(`
2 jobs in 2 min; nothing was run
no schedule is shorter than 2 min, the work on memory; the longest chain of jobs takes 1 min
2 of them run only if inputs change, which is assumed
left out: 1 job held since outputs were edited by hand

rule    jobs   each  first start  last end
stitch     2  1 min        0 min     2 min

lab memory  16 GB   56 % used
lab GPUs        2  100 % used

  0            2 min
  s stitch`);
});
