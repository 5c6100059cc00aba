import { expect, test } from 'vitest';
import { type CommandEnd, failureOf } from '../../../../src/executors/protocol/command-end.ts';

type Judged = Exclude<CommandEnd, { kind: 'cancelled' | 'lost' }>;

test('exit code 0 is no failure', () => {
  expect(failureOf({ kind: 'exited', code: 0 })).toBeUndefined();
});

test.each<[Judged, string, string, number | undefined]>([
  [{ kind: 'exited', code: 1 }, 'exit', 'exit code 1', 1],
  [{ kind: 'exited', code: 127 }, 'exit', 'exit code 127', 127],
  [{ kind: 'exited', code: 128 }, 'exit', 'exit code 128', 128],
  // Git says 129 when it is called wrongly; nothing hung up.
  [{ kind: 'exited', code: 129 }, 'exit', 'exit code 129', 129],
  [{ kind: 'exited', code: 134 }, 'signal', 'killed by SIGABRT', 134],
  [{ kind: 'exited', code: 137 }, 'signal', 'killed by SIGKILL', 137],
  [{ kind: 'exited', code: 139 }, 'signal', 'killed by SIGSEGV', 139],
  [{ kind: 'exited', code: 255 }, 'exit', 'exit code 255', 255],
  [{ kind: 'signalled', signal: 'SIGSEGV' }, 'signal', 'killed by SIGSEGV', 139],
  [{ kind: 'signalled', signal: 'SIGHUP' }, 'signal', 'killed by SIGHUP', 129],
  [{ kind: 'out-of-memory' }, 'oom', 'out of memory, killed by the kernel', 137],
  [{ kind: 'not-started', detail: 'no bash' }, 'start', 'no bash', undefined],
  [{ kind: 'not-started', detail: 'full', isPassing: true }, 'node', 'full', undefined],
  [
    { kind: 'timed-out', limitS: 14_400 },
    'timeout',
    'ran longer than the 4 h it asked for',
    undefined,
  ],
  [
    { kind: 'timed-out', limitS: 5_400 },
    'timeout',
    'ran longer than the 90 min it asked for',
    undefined,
  ],
  [
    { kind: 'timed-out', limitS: 61 },
    'timeout',
    'ran longer than the 61 s it asked for',
    undefined,
  ],
  [
    { kind: 'unfinished', outputs: ['a', 'b'] },
    'missing-output',
    'outputs `a`, `b` are still being written after the command has ended',
    0,
  ],
])('%j is a failure by %s', (end, cause, detail, exitCode) => {
  expect(failureOf(end)).toEqual({ cause, detail, exitCode });
});
