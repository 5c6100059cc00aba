import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Contents of all files of a working directory but the workflow itself and what flow keeps in
 * `.flow`; old outputs that were moved aside and forgotten there show by their names.
 */
export function filesIn(folder: string, but: readonly string[] = ['flow.yaml']): FileTexts {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => name !== '.flow' && !name.startsWith('.flow/') && !but.includes(name))
    .filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

export type FileTexts = Readonly<Record<string, string>>;

/** Lines of a file; none if it is not there. */
export function linesIn(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}
