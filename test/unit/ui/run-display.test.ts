import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/ports/run-event.ts';
import { RunDisplay, type RunDisplayOptions } from '../../../src/ui/text/run-display.ts';
import { PLAIN } from '../../../src/ui/text/style.ts';

const OPTIONS = { style: PLAIN, showsCommands: false, isQuiet: false, namedJobsAtMost: 200 };
const align = { id: 0, rule: 'align', label: 'align sample=A' };
const sort = { id: 1, rule: 'sort', label: 'sort sample=A' };

const started: RunEvent = {
  kind: 'run-started',
  runId: 'r1',
  rules: [
    { rule: 'align', jobCount: 1 },
    { rule: 'sort', jobCount: 1 },
  ],
  counts: { run: 1, conditional: 1, kept: 3 },
  cores: 2,
  gpus: ['0'],
};
const alignStarted: RunEvent = {
  kind: 'job-started',
  job: align,
  attempt: 1,
  reasons: [{ kind: 'output-missing', path: 'out/A.bam' }],
  command: 'align A',
  threads: 1,
  gpus: ['0'],
  logFile: '.flow/runs/r1/logs/0.log',
  outputs: ['out/A.bam'],
};
const done: RunEvent = {
  kind: 'job-ended',
  job: align,
  attempt: 1,
  outcome: { kind: 'succeeded', inputs: [], inputFiles: [], outputs: [] },
  durationMs: 1500,
  willRetry: false,
  unchanged: [],
};
const failed: RunEvent = {
  ...done,
  outcome: {
    kind: 'failed',
    cause: 'exit',
    detail: 'exit code 2',
    exitCode: 2,
    lastLines: ['no such index'],
  },
};
const ZERO = { succeeded: 0, failed: 0, cancelled: 0, skipped: 0, pruned: 0, held: 0 };

/** What is on show after these events, one a second, on a screen of `width` columns. */
function shown(
  events: readonly RunEvent[],
  width?: number,
  options: RunDisplayOptions = OPTIONS,
): string {
  let text = '';
  const display = new RunDisplay(
    {
      write: (piece) => {
        text += piece;
      },
      width: () => width,
    },
    options,
  );
  for (const [index, event] of events.entries()) display.show(event, index * 1000);
  return text;
}

test('without a terminal, a run is shown as lines', () => {
  const pruned: RunEvent = { kind: 'job-pruned', job: sort };
  const ended: RunEvent = {
    kind: 'run-ended',
    counts: { ...ZERO, succeeded: 1, pruned: 1 },
    durationMs: 61_000,
  };
  expect(shown([started, alignStarted, done, pruned, ended])).toBe(
    [
      'run   1 job to do, 1 more if inputs change, 3 up to date (align 1, sort 1) on 2 cores, GPU 0',
      'start align sample=A on GPU 0: `out/A.bam` is missing',
      'done  align sample=A in 1.5 s [1/2]',
      'same  sort sample=A: its inputs came out as they were',
      'done  1 succeeded, 1 pruned in 1 min 1 s',
      '',
    ].join('\n'),
  );
});

test('a failure is told in full at the end, with what was skipped for it', () => {
  const skipped: RunEvent = {
    kind: 'job-skipped',
    job: sort,
    because: { kind: 'need-failed', job: align },
  };
  const ended: RunEvent = {
    kind: 'run-ended',
    counts: { ...ZERO, failed: 1, skipped: 1 },
    durationMs: 1000,
  };
  expect(shown([started, alignStarted, failed, skipped, ended]).split('\n').slice(2)).toEqual([
    'fail  align sample=A: exit code 2',
    'skip  sort sample=A: it needs align sample=A',
    '',
    'error[job-failed]: `align sample=A` failed: exit code 2',
    '  command:  align A',
    '  log:      .flow/runs/r1/logs/0.log, last 1 line:',
    '            no such index',
    '  outputs:  what it left was removed, what was there before is back',
    '  skipped:  1 job that needs it',
    '',
    "hint: `flow logs 'align sample=A'` shows the whole log; run again when the cause is mended",
    '',
    'ended 0 succeeded, 1 failed, 1 skipped in 1.0 s',
    '',
  ]);
});

test('of a great many failures the first twenty are told in full and the others counted', () => {
  const events = Array.from({ length: 25 }, (_, id): RunEvent[] => [
    { ...alignStarted, job: { ...align, id } },
    { ...failed, job: { ...align, id } },
  ]).flat();
  const ended: RunEvent = { kind: 'run-ended', counts: { ...ZERO, failed: 25 }, durationMs: 0 };
  const lines = shown([started, ...events, ended]).split('\n');
  expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(21);
  expect(lines.slice(-6)).toEqual([
    'error[job-failed]: 5 more jobs failed',
    '',
    'hint: `flow logs` lists them all',
    '',
    'ended 0 succeeded, 25 failed in 0.0 s',
    '',
  ]);
});

test('a long command is cut, and names that hold control characters are harmless', () => {
  const job = { ...align, label: 'align sample=\u001B[31m' };
  const command = `align ${'x'.repeat(5_000)}`;
  const events = [started, { ...alignStarted, job, command }, { ...failed, job }];
  const ended: RunEvent = { kind: 'run-ended', counts: { ...ZERO, failed: 1 }, durationMs: 0 };
  const lines = shown([...events, ended]).split('\n');
  expect(lines[1]).toBe('start align sample=\\u{1b}[31m on GPU 0: `out/A.bam` is missing');
  expect(lines.find((line) => line.startsWith('  command:'))).toBe(
    `  command:  align ${'x'.repeat(3_994)}… and 1006 characters more`,
  );
  expect(lines.join('\n')).not.toContain('\u001B');
});

test('a broken pipe is explained', () => {
  const outcome = {
    kind: 'failed',
    cause: 'signal',
    detail: 'killed by SIGPIPE',
    exitCode: 141,
    lastLines: [],
  } as const;
  const ended: RunEvent = { kind: 'run-ended', counts: { ...ZERO, failed: 1 }, durationMs: 0 };
  const text = shown([started, alignStarted, { ...done, outcome }, ended]);
  expect(text.split('\n').find((line) => line.startsWith('hint'))).toBe(
    'hint: what `| head` leaves unread kills what writes it: write `set +o pipefail` before such a pipe',
  );
});

test('what a job used is told where it may be why it was ended, and not otherwise', () => {
  const usage = { peakRssMib: 3000, cpuS: 12.34, gpuMemMib: 50 };
  const failure = { kind: 'failed', detail: '', exitCode: 137, lastLines: [], usage } as const;
  const ended: RunEvent = { kind: 'run-ended', counts: { ...ZERO, failed: 1 }, durationMs: 0 };
  const used = (cause: 'signal' | 'oom' | 'timeout' | 'exit'): string | undefined =>
    shown([started, alignStarted, { ...done, outcome: { ...failure, cause } }, ended])
      .split('\n')
      .find((line) => line.startsWith('  used:'));
  const text =
    '  used:     3.1 GB of memory at most, 52 MB of GPU memory at most, 12.3 s of CPU time';
  expect(used('signal')).toBe(text);
  expect(used('oom')).toBe(text);
  expect(used('timeout')).toBe(text);
  expect(used('exit')).toBeUndefined();
});

test('a job that was killed for want of memory is told how to get along', () => {
  const outcome = {
    kind: 'failed',
    cause: 'oom',
    detail: 'out of memory, killed by the kernel',
    exitCode: 137,
    lastLines: [],
  } as const;
  const ended: RunEvent = { kind: 'run-ended', counts: { ...ZERO, failed: 1 }, durationMs: 0 };
  const text = shown([started, alignStarted, { ...done, outcome }, ended]);
  expect(text.split('\n').find((line) => line.startsWith('hint'))).toBe(
    'hint: state its `mem`, so that jobs which do not fit beside one another wait; it may grow with `attempt`',
  );
});

test('quiet shows failures only', () => {
  const options = { ...OPTIONS, isQuiet: true };
  expect(shown([started, alignStarted, done], undefined, options)).toBe('');
  expect(shown([started, alignStarted, failed], undefined, options)).toBe(
    'fail  align sample=A: exit code 2\n',
  );
});

test('a run of many jobs does not name those that go well', () => {
  const options = { ...OPTIONS, namedJobsAtMost: 1 };
  expect(shown([started, alignStarted, done], undefined, options).split('\n')).toHaveLength(2);
});

test('on a terminal, what stays is the lines; the block is wiped at the end', () => {
  const text = shown(
    [started, alignStarted, done, { kind: 'run-ended', counts: ZERO, durationMs: 0 }],
    80,
  );
  expect(screenAfter(text)).toEqual([
    'run   1 job to do, 1 more if inputs change, 3 up to date (align 1, sort 1) on 2 cores, GPU 0',
    'start align sample=A on GPU 0: `out/A.bam` is missing',
    'done  align sample=A in 1.5 s [1/2]',
    'done  0 succeeded in 0.0 s',
  ]);
});

test('on a terminal, the block shows progress and running jobs, and no line is too wide', () => {
  const lines = screenAfter(shown([started, alignStarted], 30));
  expect(lines.slice(2)).toEqual([
    `${'░'.repeat(24)} 0/2…`,
    '  align 0/1 · sort 0/1',
    '  align sample=A on GPU 0 0.…',
  ]);
});

test('on a terminal, the block says how long the run still takes, until it is stopped', () => {
  const eta = { apply: () => {}, remainingMs: (nowMs: number) => 200_000 - nowMs };
  const cancelled: RunEvent = { kind: 'run-cancelled', signal: 'SIGINT' };
  const barOf = (...events: readonly RunEvent[]): string | undefined =>
    screenAfter(shown([started, ...events], 80, { ...OPTIONS, eta })).find((line) =>
      line.startsWith('░'),
    );
  expect(barOf(alignStarted)).toBe(`${'░'.repeat(24)} 0/2, 1 running, 1.0 s, about 4 min left`);
  expect(barOf(alignStarted, cancelled)).toBe(`${'░'.repeat(24)} 0/2, stopping, 2.0 s`);
});

/** A terminal in small: carries out "up n lines and erase from there", the one thing we ask for. */
function screenAfter(text: string): string[] {
  let lines: string[] = [];
  for (const piece of text.split('\u001B[0J')) {
    const [shownLines = '', up] = piece.split('\u001B[');
    lines.push(...shownLines.split('\n').slice(0, -1));
    if (up !== undefined) lines = lines.slice(0, lines.length - Number.parseInt(up, 10));
  }
  return lines;
}
