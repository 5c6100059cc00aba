import type { PathPattern } from '../../../../src/core/pattern/path-pattern.ts';

/** The path of a pattern for these values, in the order of its wildcards. */
export function pathOf(pattern: PathPattern | undefined, ...values: readonly string[]): string {
  if (pattern === undefined) throw new Error('there is no such pattern');
  return pattern.fill(values);
}
