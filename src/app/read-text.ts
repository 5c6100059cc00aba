import { readFileSync } from 'node:fs';

/** The lines of a file, or undefined if it cannot be read. */
export function readLines(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}
