import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/** An error that a script threw, for its log: message, the author's frames, and its causes. */
export function scriptErrorText(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  while (current instanceof Error && parts.length < MOST_CAUSES) {
    parts.push([heading(current), ...authorFrames(current)].join('\n'));
    current = current.cause;
  }
  if (current !== undefined && !(current instanceof Error)) parts.push(inspect(current));
  return `${parts.join('\ncaused by: ')}\n`;
}

const MOST_CAUSES = 10;

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
