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
 * slice is a value, and so are several pieces that make one with the commas between them.
 * `values` are distinct and sorted.
 */
export function selectValues(text: string, values: readonly string[]): SelectedValues {
  const known = new Set(values);
  const selected = new Set<string>();
  for (const word of piecesOf(text, known)) {
    const found = known.has(word) ? [word] : (inRange(word, values) ?? inSlice(word, values) ?? []);
    if (found.length === 0) return { kind: 'nothing', piece: word };
    for (const value of found) selected.add(value);
  }
  return { kind: 'selected', values: selected };
}

/** Between commas, but for those in known values; of these the longest that stands there. */
function piecesOf(text: string, known: ReadonlySet<string>): string[] {
  const words = text.split(',');
  const most = [...known].reduce((count, value) => Math.max(count, value.split(',').length), 1);
  const pieces: string[] = [];
  for (let at = 0; at < words.length; ) {
    let count = Math.min(most, words.length - at);
    const piece = (): string =>
      words
        .slice(at, at + count)
        .join(',')
        .trim();
    while (count > 1 && !known.has(piece())) count -= 1;
    pieces.push(piece());
    at += count;
  }
  return pieces;
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
