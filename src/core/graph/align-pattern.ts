/** How a path was laid on a pattern: what the wildcards would be, and how much differs. */
export interface Alignment {
  /** One a wildcard's occurrence, in order. */
  readonly values: readonly string[];
  /** Characters of the pattern's literal text to change, add or drop. */
  readonly distance: number;
}

/**
 * Lays a path on the literal texts of a pattern, between which wildcards stand that take one
 * character or more but no `/`, with as few edits of literal text as possible; undefined if that
 * takes more than `limit`. Wagner and Fischer's table, with a free row for each wildcard.
 */
export function alignPattern(
  literals: readonly string[],
  path: string,
  limit: number,
): Alignment | undefined {
  const tokens = literals.flatMap((literal, index) =>
    index === 0 ? literal.split('') : [WILDCARD, ...literal.split('')],
  );
  const width = path.length + 1;
  const cost = new Int32Array((tokens.length + 1) * width);
  for (let column = 1; column < width; column++) cost[column] = column;
  tokens.forEach((token, index) => fillRow(cost, { row: index + 1, token, path }));
  const distance = cost[cost.length - 1] ?? FAR;
  if (distance > limit) return undefined;
  return { values: readValues(cost, tokens, path), distance };
}

/** No character, so that no literal text is taken for it. */
const WILDCARD = '';
const FAR = 1_000_000;

interface Row {
  /** From 1. */
  readonly row: number;
  readonly token: string;
  readonly path: string;
}

function fillRow(cost: Int32Array, { row, token, path }: Row): void {
  const width = path.length + 1;
  const above = (row - 1) * width;
  const here = row * width;
  const at = (index: number): number => cost[index] ?? FAR;
  cost[here] = token === WILDCARD ? FAR : at(above) + 1;
  for (let column = 1; column < width; column++) {
    const character = path[column - 1];
    if (token !== WILDCARD) {
      cost[here + column] = Math.min(
        at(above + column - 1) + (token === character ? 0 : 1),
        at(above + column) + 1,
        at(here + column - 1) + 1,
      );
    } else if (character === '/') {
      cost[here + column] = FAR;
    } else {
      cost[here + column] = Math.min(at(above + column - 1), at(here + column - 1));
    }
  }
}

/** Walks back through the table from its end. */
function readValues(cost: Int32Array, tokens: readonly string[], path: string): string[] {
  const width = path.length + 1;
  const at = (row: number, column: number): number => cost[row * width + column] ?? FAR;
  const values: string[] = [];
  let column = path.length;
  for (let row = tokens.length; row > 0; row--) {
    const token = tokens[row - 1];
    if (token === WILDCARD) {
      const end = column;
      while (at(row, column) !== at(row - 1, column - 1)) column -= 1;
      column -= 1;
      values.push(path.slice(column, end));
      continue;
    }
    // Characters of the path that the pattern does not have.
    while (column > 0 && at(row, column) === at(row, column - 1) + 1 && !isStep(row)) column -= 1;
    if (isStep(row)) column -= 1;
  }
  return values.toReversed();

  /** Is this the token's own character, right or wrong, rather than one that is missing? */
  function isStep(row: number): boolean {
    const isSame = tokens[row - 1] === path[column - 1];
    return column > 0 && at(row, column) === at(row - 1, column - 1) + (isSame ? 0 : 1);
  }
}
