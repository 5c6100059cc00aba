import { expect, test } from 'vitest';
import { PLAIN } from '../../../src/ui/text/style.ts';
import { statusJson } from '../../../src/ui/text/status-json.ts';
import { statusText } from '../../../src/ui/text/status-text.ts';
import type { RunStatus } from '../../../src/ui/view/run-status.ts';
import { tallyRun } from '../../../src/ui/view/run-tally.ts';
import { EventsRig, FAILED, START } from './run-events.ts';

/** Of five of `align`, one of each fate, and one that is tried again; the sum waits. */
const UNDER_WAY = new EventsRig()
  .run({ align: 5, sum: 1 })
  .start('align x=done')
  .start('align x=again')
  .start('align x=bad')
  .end('align x=done')
  .end('align x=again', { outcome: FAILED, willRetry: true })
  .end('align x=bad', { outcome: FAILED })
  .start('align x=slow', { gpus: ['0', '1'], pool: 'lab_a' })
  .prune('align x=same');

function statusOf(events: EventsRig, state: RunStatus['state']): RunStatus {
  return {
    runId: 'r1',
    state,
    tally: tallyRun(events.all()),
    workflow: '/w/flow.yaml',
    targets: ['a\tb', 'all'],
    host: 'node1',
    pid: 7,
  };
}

/** The date is that of the time zone where the test runs. */
function shown(status: RunStatus): string {
  const text = statusText(status, START + 100_000, PLAIN);
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/u, '[date]');
}

test('every job of a rule is counted in one place', () => {
  const { rules } = tallyRun(UNDER_WAY.all());
  const none = {
    succeeded: 0,
    running: 0,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    pruned: 0,
    held: 0,
  };
  expect(rules).toEqual([
    { rule: 'align', jobs: 5, ...none, succeeded: 1, running: 1, failed: 1, pruned: 1, waiting: 1 },
    { rule: 'sum', jobs: 1, ...none, waiting: 1 },
  ]);
});

test('a run that goes on shows its rules in numbers, what runs and what failed', () => {
  expect(shown(statusOf(UNDER_WAY, 'running'))).toMatchInlineSnapshot(`
    "run r1: running
      started   [date], 1 min 40 s ago
      by        process 7 on node1
      workflow  /w/flow.yaml
      targets   a\\tb all

    rule   jobs  done  running  failed  unneeded  waiting
    align     5     1        1       1         1        1
    sum       1     0        0       0         0        1
    total     6     1        1       1         1        2

    running
      align x=slow for 1 min 33 s, GPU 0,1, in lab_a  logs/3.1.log

    failed
      align x=bad: exit code 2  logs/2.1.log
    "
  `);
});

test('a job that failed and succeeded when it was tried again did not fail', () => {
  const events = new EventsRig()
    .run({ align: 1 })
    .start('align')
    .end('align', { outcome: FAILED, willRetry: true })
    .start('align', { attempt: 2 })
    .end('align', { attempt: 2 });
  expect(tallyRun(events.all())).toMatchObject({
    failed: [],
    running: [],
    rules: [{ succeeded: 1 }],
  });
});

test('of a run that died it is said which jobs had not ended', () => {
  expect(shown(statusOf(UNDER_WAY, 'died'))).toMatchInlineSnapshot(`
    "run r1: died: it was killed, or its host went down; \`flow\` goes on where it was
      started   [date], 1 min 40 s ago
      by        process 7 on node1
      workflow  /w/flow.yaml
      targets   a\\tb all

    rule   jobs  done  running  failed  unneeded  waiting
    align     5     1        1       1         1        1
    sum       1     0        0       0         0        1
    total     6     1        1       1         1        2

    had not ended
      align x=slow  logs/3.1.log

    failed
      align x=bad: exit code 2  logs/2.1.log
    "
  `);
});

test('of many failures the first are named', () => {
  const events = new EventsRig().run({ align: 22 });
  for (let job = 1; job <= 22; job += 1) {
    events.start(`align x=${job}`).end(`align x=${job}`, { outcome: FAILED });
  }
  const lines = shown(statusOf(events, 'failed')).split('\n');
  expect(lines.slice(-4)).toEqual([
    '  align x=19: exit code 2  logs/18.1.log',
    '  align x=20: exit code 2  logs/19.1.log',
    '  … and 2 more jobs',
    '',
  ]);
});

test('as JSON it has the same, with times in UTC', () => {
  expect(
    JSON.parse(statusJson(statusOf(UNDER_WAY, 'running'), undefined, START + 100_000)),
  ).toMatchObject({
    version: 1,
    run: 'r1',
    state: 'running',
    started: '2025-01-31T14:23:55.000Z',
    durationMs: 100_000,
    host: 'node1',
    pid: 7,
    workflow: '/w/flow.yaml',
    targets: ['a\tb', 'all'],
    rules: [{ rule: 'align', jobs: 5, succeeded: 1 }, { rule: 'sum' }],
    running: [
      {
        job: 'align x=slow',
        rule: 'align',
        attempt: 1,
        started: '2025-01-31T14:24:02.000Z',
        elapsedMs: 93_000,
        gpus: ['0', '1'],
        log: 'logs/3.1.log',
      },
    ],
    failed: [{ job: 'align x=bad', detail: 'exit code 2', exit: 2, log: 'logs/2.1.log' }],
  });
});

test('a run whose first event is not written yet has no numbers', () => {
  const status = { ...statusOf(new EventsRig(), 'running'), host: undefined, targets: [] };
  expect(shown({ ...status, workflow: undefined })).toBe('run r1: running\n');
  expect(JSON.parse(statusJson(status, undefined, START))).toEqual({
    version: 1,
    run: 'r1',
    state: 'running',
    pid: 7,
    workflow: '/w/flow.yaml',
    targets: [],
    rules: [],
    running: [],
    failed: [],
  });
});

test('where nothing has run yet, JSON says so by leaving the run out', () => {
  const planning = { host: 'node1', pid: 7, startedAtMs: START };
  expect(JSON.parse(statusJson(undefined, undefined, START))).toEqual({ version: 1 });
  expect(JSON.parse(statusJson(undefined, planning, START))).toEqual({
    version: 1,
    planning: { host: 'node1', pid: 7, started: '2025-01-31T14:23:55.000Z' },
  });
});
