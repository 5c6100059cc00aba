import { parsePattern } from './parse-pattern.ts';

/** A text with wildcards that is no path: filled to the letter, matched by nothing. */
export interface TextPattern {
  readonly wildcardNames: readonly string[];
  fill(valueOf: (wildcard: string) => string): string;
}

/** Reads `--min {quality}` as a pattern is read. Throws a `PatternError`. */
export function compileText(source: string): TextPattern {
  const parts = parsePattern(source);
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : part.name));
  return {
    wildcardNames: [...new Set(names)],
    fill: (valueOf) =>
      parts.map((part) => (typeof part === 'string' ? part : valueOf(part.name))).join(''),
  };
}
