import { expect, test } from 'vitest';
import { parseExitRecord } from '../../../../src/executors/protocol/node/exit-record.ts';

const TOKEN = 'run-1.7.1';

function record(...lines: readonly string[]): string {
  return [
    'flow-exit 1',
    `token ${TOKEN}`,
    'start 1',
    'host node7',
    'pid 4711',
    'begin 1738333435.104',
    'end 1738333441.270',
    ...lines,
    `complete ${TOKEN}`,
    '',
  ].join('\n');
}

test('a record says where, when and how the script ended, and what it saw', () => {
  const text = record(
    'code 0',
    'places 0 2',
    'output 1024 1738333441.125',
    'output 0 1738333440.5',
  );
  expect(parseExitRecord(text, TOKEN)).toEqual({
    token: TOKEN,
    start: 1,
    host: 'node7',
    pid: 4711,
    beginMs: 1_738_333_435_104,
    endMs: 1_738_333_441_270,
    end: { kind: 'exited', code: 0 },
    outputs: [
      { output: 0, size: 1024, mtimeMs: 1_738_333_441_125 },
      { output: 2, size: 0, mtimeMs: 1_738_333_440_500 },
    ],
    hasKept: false,
  });
});

test.each([
  ['code 139', { kind: 'exited', code: 139 }],
  ['timed-out true', { kind: 'timed-out' }],
  ['unfinished 0 3', { kind: 'unfinished', outputs: [0, 3] }],
  ['missing 2', { kind: 'inputs-missing', inputs: [2] }],
  [
    'not-prepared mkdir: cannot create directory',
    { kind: 'not-prepared', detail: 'mkdir: cannot create directory' },
  ],
  ['not-started interpreter', { kind: 'not-started', why: 'interpreter' }],
])('`%s` is its end', (line, end) => {
  expect(parseExitRecord(record(line), TOKEN)?.end).toEqual(end);
});

test('a script that was told to end, and what it kept, are marked', () => {
  const text = record('code 143', 'interrupted TERM', 'kept true');
  expect(parseExitRecord(text, TOKEN)).toMatchObject({ interruptedBy: 'TERM', hasKept: true });
});

test('every beginning of a record is no record', () => {
  const text = record('code 0', 'places 0', 'output 1 1738333441.125');
  for (let length = 0; length < text.length; length += 1) {
    expect(parseExitRecord(text.slice(0, length), TOKEN), `${length} bytes`).toBeUndefined();
  }
});

test('a record of another attempt, of another version, or without an end is not believed', () => {
  expect(parseExitRecord(record('code 0'), 'run-1.7.2')).toBeUndefined();
  const newer = record('code 0').replace('flow-exit 1', 'flow-exit 2');
  expect(parseExitRecord(newer, TOKEN)).toBeUndefined();
  expect(parseExitRecord(record('not-started moon-phase'), TOKEN)).toBeUndefined();
});

test('looks that cannot be told apart are left out', () => {
  const text = record('code 0', 'places 0 1', 'output 1 1738333441.125');
  expect(parseExitRecord(text, TOKEN)?.outputs).toEqual([]);
});
