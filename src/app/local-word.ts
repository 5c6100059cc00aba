import { relative, resolve } from 'node:path';
import { leavesWorkingDirectory, normalisePath } from '../core/pattern/normalise-path.ts';
import type { Rule } from '../core/rule/rule.ts';

/**
 * A word that may name a file, as `./PATH` if it leads out of the working directory and into it
 * again, as an absolute path may, so that it names the file that rules call `PATH`. Any other word
 * stays as it is typed, names of rules among them. The process stands in the working directory.
 */
export function localWord(word: string): string {
  if (!leavesWorkingDirectory(normalisePath(word))) return word;
  const path = relative('', resolve(word));
  return leavesWorkingDirectory(path) ? word : `./${path}`;
}

/** The same for a target; one that a rule makes under the path as it is typed stays. */
export function localTarget(word: string, rules: readonly Rule[]): string {
  const local = localWord(word);
  return local !== word && rules.some((rule) => makesOutside(rule, normalisePath(word)))
    ? word
    : local;
}

/** Has the rule an output whose pattern itself leads out, and that matches? */
function makesOutside({ output }: Rule, path: string): boolean {
  return output.some(({ items }) =>
    items.some(
      ({ pattern }) =>
        leavesWorkingDirectory(normalisePath(pattern.source)) && pattern.match(path) !== undefined,
    ),
  );
}
