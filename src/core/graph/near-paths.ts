/** More edits than this in one place make another name. */
const MOST_EDITS = 3;

/**
 * Is one path probably a slip of the hand for the other? They differ in one place by few
 * characters or in case only. Files of a series (`cyc1.tif`, `cyc2.tif`) are not near one another,
 * but the same number written otherwise (`cyc01.tif`) is.
 */
export function isNearPath(given: string, known: string): boolean {
  if (Math.abs(given.length - known.length) > MOST_EDITS || given === known) return false;
  const shortest = Math.min(given.length, known.length);
  let start = 0;
  while (start < shortest && given[start] === known[start]) start += 1;
  let end = 0;
  while (end < shortest - start && given.at(-1 - end) === known.at(-1 - end)) end += 1;
  const edits = Math.max(given.length, known.length) - start - end;
  if (edits > MOST_EDITS) return given.toLowerCase() === known.toLowerCase();
  return edits < stemLength(given) && !areOfOneSeries(given, known);
}

function areOfOneSeries(a: string, b: string): boolean {
  if (a.replaceAll(NUMBER, '#') !== b.replaceAll(NUMBER, '#')) return false;
  return a.replaceAll(NUMBER, withoutZeros) !== b.replaceAll(NUMBER, withoutZeros);
}

const NUMBER = /[0-9]+/g;

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '');
}

/** Of the name without folder and extension. */
function stemLength(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name.length : dot;
}
