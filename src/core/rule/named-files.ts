import type { FileGroups } from './file-groups.ts';

/** The files of a job as code sees them: all in order, and each group under its name. */
export interface NamedFiles {
  readonly all: readonly string[];
  readonly [name: string]: string | readonly string[];
}

/** A group that was written as a single path is a text, any other a list. */
export function namedFiles({ all, groups }: FileGroups): NamedFiles {
  const named: [name: string, files: string | readonly string[]][] = [];
  for (const { name, isList, paths } of groups) {
    const [first] = paths;
    if (name === undefined) continue;
    named.push([name, isList || first === undefined ? paths : first]);
  }
  // Makes own properties, whatever the names are.
  return { ...Object.fromEntries(named), all };
}
