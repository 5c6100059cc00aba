import { readdirSync, readFileSync } from 'node:fs';

/** A file of `/proc`; empty for what is gone meanwhile, or is none of our business. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** The names in a directory of `/proc`; none where it is gone. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
