/** A word between braces, and how often they are doubled. */
export interface BracedWord {
  /** Of the first brace that belongs to it. */
  readonly offset: number;
  /** Behind the last one. */
  readonly end: number;
  readonly content: string;
  /** Written with an even number of braces: the text itself, not what it stands for. */
  readonly isLiteral: boolean;
  /** Doubled braces around it, to be made single: one for `{{x}}` and for `{{{x}}}`. */
  readonly doubled: number;
}

/**
 * Words in braces, `{word}`; those that bash expands itself, `${word}`, are left out.
 *
 * As in Python's format strings two braces are one literal one: `{{word}}` is the text `{word}`,
 * `{{{word}}}` a brace, what the word stands for, a brace. Only braces that are doubled on both
 * sides are taken for it, so that nested braces of other languages stay: in `{"a":{word}}` and
 * `{{word} x}` the word has one brace.
 */
export function readBraces(source: string): BracedWord[] {
  const words: BracedWord[] = [];
  for (const match of source.matchAll(/(\{+)([^{}]*)(\}+)/g)) {
    const [, opening = '', content = '', closing = ''] = match;
    let openCount = opening.length;
    // Doubling needs as many braces on both sides; any more before them belong to something else.
    if (closing.length < openCount) openCount = 1;
    const doubled = Math.floor(openCount / 2);
    const isLiteral = openCount % 2 === 0;
    const offset = match.index + opening.length - openCount;
    const end = match.index + opening.length + content.length + openCount;
    if (openCount === 1 && isExpansion(source, offset)) continue;
    words.push({ offset, end, content, isLiteral, doubled });
  }
  return words;
}

/** Is the brace at `offset` that of `${`? Not if the dollar is escaped, or the second of `$$`. */
function isExpansion(source: string, offset: number): boolean {
  let start = offset;
  while (source[start - 1] === '$') start -= 1;
  let slash = start;
  while (source[slash - 1] === '\\') slash -= 1;
  const escaped = (start - slash) % 2;
  return (offset - start - escaped) % 2 === 1;
}
