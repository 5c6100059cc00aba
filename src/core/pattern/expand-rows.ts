import type { WildcardRows } from './discover.ts';
import { parsePattern, wildcardsOf } from './parse-pattern.ts';
import { PatternError } from './pattern-error.ts';

/**
 * The lists to zip for patterns that get the values of rows: of the names that stand in them, and
 * each combination once. Throws a `PatternError` if none of the names does.
 */
export function listsOfRows(
  patterns: readonly string[],
  { names, rows }: WildcardRows,
): Readonly<Record<string, readonly string[]>> {
  const wildcards = new Set(
    patterns.flatMap((source) => wildcardsOf(parsePattern(source)).map(({ name }) => name)),
  );
  const places = names.flatMap((name, place) => (wildcards.has(name) ? [place] : []));
  if (places.length === 0) {
    const source = patterns.join(', ');
    const [name = ''] = names;
    throw new PatternError(
      { kind: 'expand-unused', name, wildcards: [...wildcards] },
      { source, offset: 0, length: source.length },
    );
  }
  const distinct = new Map<string, readonly string[]>();
  for (const row of rows) {
    const own = places.map((place) => row[place] ?? '');
    distinct.set(JSON.stringify(own), own);
  }
  const kept = [...distinct.values()];
  return Object.fromEntries(
    places.map((place, index) => [names[place] ?? '', kept.map((row) => row[index] ?? '')]),
  );
}
