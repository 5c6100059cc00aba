import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/**
 * An error that a script threw, for its log: message, the author's frames, and its causes. Of frames
 * only the innermost are kept: what a failed job shows is the end of its log, and the message, which
 * names the file or the value, must be in it.
 */
export function scriptErrorText(error: unknown): string {
  const errors: Error[] = [];
  let current = error;
  while (current instanceof Error && errors.length < MOST_CAUSES) {
    errors.push(current);
    current = current.cause;
  }
  const most = Math.max(1, Math.floor(LINES_SHOWN / errors.length) - 1);
  const parts = errors.map((one) => [heading(one), ...authorFrames(one).slice(0, most)].join('\n'));
  if (current !== undefined && !(current instanceof Error)) parts.push(inspect(current));
  return `${parts.join('\ncaused by: ')}\n`;
}

const MOST_CAUSES = 10;
/** Lines of a log that the report of a failed job shows. */
const LINES_SHOWN = 10;

function heading({ name, message }: Error): string {
  return message === '' ? name : `${name}: ${message}`;
}

/** Without Node's frames and those of the program that runs the script. */
function authorFrames({ stack = '' }: Error): string[] {
  const lines = stack.split('\n').filter((line) => /^ {4}at /u.test(line));
  return lines
    .filter((line) => !line.includes('node:internal') && !line.includes(OUR_FOLDER))
    .map((line) => line.replace(/file:\/\/[^\s():]+/u, (url) => fileURLToPath(url)));
}

const OUR_FOLDER = new URL('.', import.meta.url).href;
