import { nearest } from '../../core/did-you-mean.ts';
import { readBraces } from '../../core/template/read-braces.ts';
import { escapeDouble, escapeSingle, quoteWord } from '../../core/template/shell-quote.ts';
import { shellPlaces } from '../../core/template/shell-places.ts';

/** A command for bash with places for values, each of which ends up as words of its own. */
export interface LineTemplate {
  readonly names: ReadonlySet<string>;
  render(values: LineValues): string;
}

/** By name: a word, several, or (`raw`) text that is bash already. */
export type LineValues = Readonly<
  Record<string, string | readonly string[] | { readonly raw: string }>
>;

export type LineProblem =
  | { readonly kind: 'near-miss'; readonly word: string; readonly near: readonly string[] }
  /** It stands where a value cannot be quoted. */
  | { readonly kind: 'bad-place'; readonly word: string };

interface ValuePiece {
  readonly name: string;
  readonly place: 'bare' | 'double' | 'single';
}

/** Words in braces that are no names of ours stay, as those of awk; `{nmae}` is a near miss. */
export function lineTemplate(
  source: string,
  names: readonly string[],
): LineTemplate | { readonly problems: readonly LineProblem[] } {
  const words = readBraces(source).filter(({ content }) => /^\w+$/u.test(content));
  const ours = words.filter(({ content }) => names.includes(content));
  const problems: LineProblem[] = words.flatMap(({ content, isLiteral }) => {
    const near = nearest(content, names);
    const isSlip = !isLiteral && !names.includes(content) && near.length > 0;
    return isSlip ? [{ kind: 'near-miss', word: content, near }] : [];
  });
  const places = shellPlaces(source, ours);
  const pieces: (string | ValuePiece)[] = [];
  let end = 0;
  for (const { offset, end: wordEnd, content, isLiteral, doubled } of ours) {
    pieces.push(source.slice(end, offset) + '{'.repeat(doubled));
    end = wordEnd;
    const place = places.get(offset)?.place;
    if (isLiteral) pieces.push(content);
    else if (place === 'bare' || place === 'double' || place === 'single') {
      pieces.push({ name: content, place });
    } else problems.push({ kind: 'bad-place', word: content });
    pieces.push('}'.repeat(doubled));
  }
  pieces.push(source.slice(end));
  if (problems.length > 0) return { problems };
  return {
    names: new Set(ours.filter(({ isLiteral }) => !isLiteral).map(({ content }) => content)),
    render: (values) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece : written(piece, values))).join(''),
  };
}

function written({ name, place }: ValuePiece, values: LineValues): string {
  const value = values[name] ?? '';
  if (typeof value === 'string') return quoted(value, place);
  if ('raw' in value) return value.raw;
  return value.map((word) => quoted(word, place)).join(' ');
}

function quoted(word: string, place: ValuePiece['place']): string {
  switch (place) {
    case 'bare':
      return quoteWord(word);
    case 'double':
      return escapeDouble(word);
    case 'single':
      return escapeSingle(word);
  }
}
