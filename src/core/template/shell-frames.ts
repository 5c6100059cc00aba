/** A construct of bash that is open where the reader stands. */
export interface Frame {
  readonly kind: 'top' | 'parens' | 'case' | 'double' | 'parameter' | 'arithmetic';
  /** What is behind it belongs to the same word: `$(…)`, unlike `(…)`. */
  readonly isPartOfWord: boolean;
  /** What ends an arithmetic frame, `))` or `]`. */
  readonly end: string;
  /** Parentheses, or brackets, that are open within an arithmetic frame. */
  depth: number;
  /** The next word may be one of the grammar: `case`, `do`. */
  isCommandStart: boolean;
}

export function frame(kind: Frame['kind'], more: Partial<Frame> = {}): Frame {
  return { kind, isPartOfWord: false, end: '', depth: 0, isCommandStart: false, ...more };
}

/** Words behind which a command starts. */
export const BEFORE_COMMANDS: ReadonlySet<string> = new Set(
  'then do else elif if while until for time { !'.split(' '),
);

/** What `<<` announces: the word at `offset`, as written and without its quotes. */
export function heredocDelimiter(
  source: string,
  offset: number,
): { readonly end: number; readonly delimiter: string; readonly stripsTabs: boolean } {
  HEREDOC.lastIndex = offset;
  const [whole = '', dash, word = ''] = HEREDOC.exec(source) ?? [];
  const delimiter = word.replace(/\\(.)|['"]/g, '$1');
  return { end: offset + whole.length, delimiter, stripsTabs: dash === '-' };
}

const HEREDOC = /<<(-?)[ \t]*((?:'[^']*'|"[^"]*"|\\.|[^\s;&|()<>'"\\])*)/y;

/** Where the body that starts at `offset` ends, with its last line. */
export function heredocEnd(
  source: string,
  offset: number,
  { delimiter, stripsTabs }: { readonly delimiter: string; readonly stripsTabs: boolean },
): number {
  let start = offset;
  while (start < source.length) {
    const newline = source.indexOf('\n', start);
    const end = newline < 0 ? source.length : newline;
    const line = source.slice(start, end);
    if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) return end;
    start = end + 1;
  }
  return source.length;
}
