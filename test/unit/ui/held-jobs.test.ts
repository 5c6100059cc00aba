import { expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '../../../src/ports/run-event.ts';
import { tallyRun } from '../../../src/ui/view/run-tally.ts';
import { RunView } from '../../../src/ui/view/run-view.ts';

const held = (id: number, rule: string): RunEvent => ({
  kind: 'job-held',
  job: { id, rule, label: rule },
  edited: ['x'],
});

/** Of `a`, one job is held from the beginning, and one when its turn comes. */
const EVENTS: readonly RunEvent[] = [
  {
    kind: 'run-started',
    runId: 'run',
    rules: [
      { rule: 'a', jobCount: 2, heldCount: 1 },
      { rule: 'b', jobCount: 0, heldCount: 1 },
    ],
    counts: { run: 1, conditional: 1, kept: 0, held: 2 },
    gpus: [],
  },
  held(0, 'a'),
  held(1, 'b'),
];

test('a job that is held from the beginning is none of those that are to be done', () => {
  const view = new RunView();
  for (const event of EVENTS) view.apply(event, 0);
  expect([view.plannedCount, view.overCount]).toEqual([2, 0]);
  view.apply(held(2, 'a'), 0);
  expect([view.plannedCount, view.overCount]).toEqual([2, 1]);
});

test('the table counts all that are held', () => {
  const events: RecordedEvent[] = [...EVENTS, held(2, 'a')].map((event) => ({ ...event, at: 0 }));
  const { rules } = tallyRun(events);
  expect(rules.map((it) => [it.rule, it.jobs, it.held, it.waiting])).toEqual([
    ['a', 3, 2, 1],
    ['b', 1, 1, 0],
  ]);
});
