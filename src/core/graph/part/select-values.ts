/** Which of some values a text selects, or the first piece of it that selects none. */
export type SelectedValues =
  | { readonly kind: 'selected'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'nothing'; readonly piece: string };

const NUMERAL = /^\d+(?:\.\d+)?$/u;
const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/u;
const SLICE = /^(-?\d+)?:(-?\d+)?(?::(-?\d+)?)?$/u;

/**
 * Reads `1-3`, `::10`, `A1,B2`: pieces between commas, each a value, a range of numbers with both
 * its ends, or a slice over the values as Python slices a list. A value that looks like a range or
 * slice is a value. `values` are distinct and sorted.
 */
export function selectValues(text: string, values: readonly string[]): SelectedValues {
  const known = new Set(values);
  const selected = new Set<string>();
  for (const piece of text.split(',')) {
    const word = piece.trim();
    const found = known.has(word) ? [word] : (inRange(word, values) ?? inSlice(word, values) ?? []);
    if (found.length === 0) return { kind: 'nothing', piece: word };
    for (const value of found) selected.add(value);
  }
  return { kind: 'selected', values: selected };
}

function inRange(word: string, values: readonly string[]): readonly string[] | undefined {
  const [, first, last] = RANGE.exec(word) ?? [];
  if (first === undefined || last === undefined) return undefined;
  return values.filter((value) => {
    const isInside = Number(value) >= Number(first) && Number(value) <= Number(last);
    return NUMERAL.test(value) && isInside;
  });
}

/** As in Python: places below zero count from the end, and what is beyond the ends is cut off. */
function inSlice(word: string, values: readonly string[]): readonly string[] | undefined {
  const found = SLICE.exec(word);
  if (found === null) return undefined;
  const [, start, stop, step = '1'] = found;
  const by = Number(step);
  if (by === 0) return [];
  const [lowest, highest] = by > 0 ? [0, values.length] : [-1, values.length - 1];
  const place = (written: string | undefined, otherwise: number): number => {
    if (written === undefined) return otherwise;
    const number = Number(written);
    return Math.min(highest, Math.max(lowest, number < 0 ? number + values.length : number));
  };
  const [from, to] = by > 0 ? [lowest, highest] : [highest, lowest];
  const picked: string[] = [];
  for (
    let at = place(start, from);
    by > 0 ? at < place(stop, to) : at > place(stop, to);
    at += by
  ) {
    picked.push(...values.slice(at, at + 1));
  }
  return picked;
}
