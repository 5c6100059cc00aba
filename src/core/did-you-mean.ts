/** How many names a message can hold without becoming a list to read. */
const MOST_NAMES = 3;

/**
 * The candidates that `given` is probably a slip of the hand for, nearest first, at most three.
 *
 * A slip is up to one edit for every three characters, at least one and at most three: an
 * insertion, a deletion, a substitution or a swap of neighbours. Upper and lower case count as the
 * same letter.
 */
export function nearest(given: string, candidates: Iterable<string>): string[] {
  const wanted = given.toLowerCase();
  const limit = Math.min(3, Math.max(1, Math.floor(given.length / 3)));
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === given || Math.abs(candidate.length - given.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance <= limit && distance < Math.max(given.length, candidate.length)) {
      found.push({ candidate, distance });
    }
  }
  found.sort((a, b) => a.distance - b.distance);
  return found.slice(0, MOST_NAMES).map(({ candidate }) => candidate);
}

/** `did you mean …?` for what `nearest` found; undefined if it found nothing. */
export function didYouMean(
  given: string,
  candidates: Iterable<string>,
  show: (name: string) => string = (name) => name,
): string | undefined {
  const names = nearest(given, candidates).map((name) => `\`${show(name)}\``);
  return names.length === 0 ? undefined : `did you mean ${names.join(' or ')}?`;
}

/**
 * The distance of Damerau and Levenshtein, in the variant that edits no substring twice (optimal
 * string alignment). Given up, with a number above `limit`, once it is sure to be above it.
 */
function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min(
        at(previous, column - 1) + (isSame ? 0 : 1),
        at(previous, column) + 1,
        at(current, column - 1) + 1,
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2];
      if (isSwap && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(beforePrevious, column - 2) + 1);
      }
      current.push(best);
    }
    if (current.every((distance) => distance > limit)) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
