import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

const LINE_COUNT = 10;
const LONGEST_LINE = 500;
/** Enough for ten long lines, and all that is ever read of a log of gigabytes. */
const READ_BYTES = 16 * 1024;

/** The end of a job's log, fit to be shown; empty if there is none to read. */
export function readLastLines(workingDirectory: string, logFile: string): readonly string[] {
  try {
    return lastLines(readEnd(resolve(workingDirectory, logFile)));
  } catch {
    return [];
  }
}

/**
 * The last lines of an output as a terminal would have left them: of a progress bar the last
 * state, no colours, and no bytes that are no text.
 */
export function lastLines({ bytes, isWhole }: LogEnd): readonly string[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  if (!isWhole && lines.length > 1) lines.shift();
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(-LINE_COUNT).map(shown);
}

export interface LogEnd {
  readonly bytes: Uint8Array;
  /** The log has no more than these bytes. */
  readonly isWhole: boolean;
}

function readEnd(path: string): LogEnd {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, READ_BYTES));
    const count = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return { bytes: bytes.subarray(0, count), isWhole: size <= READ_BYTES };
  } finally {
    closeSync(file);
  }
}

const ESCAPE_SEQUENCE = new RegExp(
  [
    String.raw`\u001B\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)`,
    String.raw`\u001B[@-Z\\-_]`,
  ].join('|'),
  'gu',
);
const UNPRINTABLE = /(?:[^\P{C}\t]|\uFFFD)+/gu;

function shown(line: string): string {
  const whole = line.replace(/\r+$/u, '');
  const text = whole
    .slice(whole.lastIndexOf('\r') + 1)
    .replace(ESCAPE_SEQUENCE, '')
    .replace(UNPRINTABLE, '\u{FFFD}');
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`;
}
