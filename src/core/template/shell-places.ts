import {
  BEFORE_COMMANDS,
  type Frame,
  frame,
  heredocDelimiter,
  heredocEnd,
} from './shell-frames.ts';
import type { PlacedWord, ShellPlace, Variable } from './shell-place.ts';

interface WordSpan {
  readonly offset: number;
  readonly end: number;
}

/**
 * Reads a command as bash does, as far as quoting goes: quotes, expansions, substitutions,
 * arithmetic, here-documents, comments and `case`. Words of ours are opaque. By offset of the word.
 */
export function shellPlaces(
  source: string,
  words: readonly WordSpan[],
): ReadonlyMap<number, PlacedWord> {
  return new ShellReader(source, words).read();
}

class ShellReader {
  readonly #source: string;
  readonly #wordEnds: ReadonlyMap<number, number>;
  readonly #places = new Map<number, PlacedWord>();
  /** What is around the frame that the reader is in. */
  readonly #around: Frame[] = [];
  #frame: Frame = frame('top', { isCommandStart: true });
  #at = 0;
  /** A `#` here starts a comment. */
  #isWordStart = true;
  #variable: Variable | undefined;
  /** Announced on this line. */
  #heredocs: { readonly delimiter: string; readonly stripsTabs: boolean }[] = [];

  constructor(source: string, words: readonly WordSpan[]) {
    this.#source = source;
    this.#wordEnds = new Map(words.map(({ offset, end }) => [offset, end]));
  }

  read(): ReadonlyMap<number, PlacedWord> {
    while (this.#at < this.#source.length) {
      if (this.#readWord(this.#at, this.#placeHere())) continue;
      this.#variable = undefined;
      const { kind } = this.#frame;
      if (kind === 'double') this.#readDouble();
      else if (kind === 'parameter') this.#readParameter();
      else if (kind === 'arithmetic') this.#readArithmetic();
      else this.#readBare();
    }
    return this.#places;
  }

  /** Passes over the word of ours that starts at `offset`, if one does. */
  #readWord(offset: number, place: ShellPlace): boolean {
    const end = this.#wordEnds.get(offset);
    if (end === undefined) return false;
    const isBehindBackslash = offset > this.#at;
    this.#places.set(offset, { place, variable: this.#variable, isBehindBackslash });
    this.#variable = undefined;
    this.#at = end;
    this.#inWord();
    return true;
  }

  #placeHere(): ShellPlace {
    const { kind } = this.#frame;
    if (kind === 'parameter' || kind === 'arithmetic') return kind;
    if (kind !== 'double') return 'bare';
    // Quotes within an expansion do not make a place of their own.
    const around = this.#around.at(-1)?.kind;
    return around === 'parameter' || around === 'arithmetic' ? around : 'double';
  }

  #readBare(): void {
    const char = this.#source.charAt(this.#at);
    if (char === '\\') this.#readEscape('escaped');
    else if (char === "'") this.#skipQuoted({ quote: "'", place: 'single' });
    else if (char === '"') this.#open(frame('double'), 1);
    else if (char === '`') this.#skipQuoted({ quote: '`', place: 'backtick' });
    else if (char === '$') this.#readDollar();
    else if (char === '#' && this.#isWordStart) this.#skipTo(this.#lineEnd(), 'comment');
    else if (char === '<' || char === '>') this.#readRedirection();
    else if (char === '(') this.#readParenthesis();
    else if (char === ')') this.#closeParenthesis();
    else if (char === '\n') this.#endLine();
    else if (char === ' ' || char === '\t') this.#betweenWords(1);
    else if (char === ';' || char === '&' || char === '|') this.#betweenCommands(1);
    else this.#readPlain();
  }

  /** A word of the grammar, or a piece of another word. */
  #readPlain(): void {
    const text = this.#match(/[A-Za-z_]\w*|[^]/y) ?? '';
    const start = this.#at;
    const isStart = this.#isWordStart && this.#frame.isCommandStart;
    this.#inWord();
    this.#at = start + text.length;
    if (this.#wordEnds.has(this.#at) || this.#match(/[\s;&|()<>]|$/y) === undefined) return;
    if (isStart && text === 'case') {
      this.#open(frame('case'), 0);
    } else if (isStart && text === 'esac' && this.#frame.kind === 'case') {
      this.#close(0);
    } else if (isStart && BEFORE_COMMANDS.has(text)) {
      this.#frame.isCommandStart = true;
    } else if (text === 'in' && this.#frame.kind === 'case') {
      this.#frame.isCommandStart = true;
    }
  }

  #readRedirection(): void {
    const [first, second, third] = this.#source.slice(this.#at, this.#at + 3);
    if (second === '(') {
      this.#open(frame('parens', { isPartOfWord: true, isCommandStart: true }), 2);
    } else if (first === '<' && second === '<' && third !== '<') {
      const heredoc = heredocDelimiter(this.#source, this.#at);
      this.#heredocs.push(heredoc);
      this.#skipTo(heredoc.end, 'heredoc');
    } else {
      this.#betweenWords(first === '<' && second === '<' ? 3 : 1);
    }
  }

  #readParenthesis(): void {
    if (this.#frame.isCommandStart && this.#source[this.#at + 1] === '(') {
      this.#open(frame('arithmetic', { end: '))' }), 2);
    } else {
      // Not in `name=(…)`, a list of words.
      this.#open(frame('parens', { isCommandStart: this.#isWordStart }), 1);
    }
  }

  /** The end of a substitution or subshell; or of a pattern of `case`. */
  #closeParenthesis(): void {
    const { kind, isPartOfWord } = this.#frame;
    if (kind !== 'parens') {
      this.#betweenCommands(1);
    } else {
      this.#close(1);
      if (!isPartOfWord) this.#betweenCommands(0);
    }
  }

  #endLine(): void {
    this.#betweenCommands(1);
    for (const heredoc of this.#heredocs) {
      this.#skipTo(heredocEnd(this.#source, this.#at, heredoc), 'heredoc');
      this.#at += 1;
    }
    this.#heredocs = [];
    this.#betweenCommands(0);
  }

  #readDouble(): void {
    const char = this.#source.charAt(this.#at);
    if (char === '"') this.#close(1);
    else this.#readQuotedChar(char);
  }

  #readParameter(): void {
    const char = this.#source.charAt(this.#at);
    if (char === '}') this.#close(1);
    else if (char === '"') this.#open(frame('double'), 1);
    // Bash pairs single quotes here even between double quotes, unless it plays a POSIX shell.
    else if (char === "'") this.#skipQuoted({ quote: "'", place: 'parameter' });
    else this.#readQuotedChar(char);
  }

  #readArithmetic(): void {
    const char = this.#source.charAt(this.#at);
    const { end, depth } = this.#frame;
    const [opening, closing] = end === ']' ? ['[', ']'] : ['(', ')'];
    if (char === '"') this.#open(frame('double'), 1);
    else if (char === closing && depth === 0 && this.#source.startsWith(end, this.#at)) {
      this.#close(end.length);
    } else if (char === opening || char === closing) {
      this.#frame.depth = Math.max(0, depth + (char === opening ? 1 : -1));
      this.#at += 1;
    } else this.#readQuotedChar(char);
  }

  /** What is special between double quotes. */
  #readQuotedChar(char: string): void {
    if (char === '\\') this.#readEscape(this.#placeHere());
    else if (char === '`') this.#skipQuoted({ quote: '`', place: 'backtick' });
    else if (char === '$') this.#readDollar();
    else this.#at += 1;
  }

  #readEscape(place: ShellPlace): void {
    if (this.#readWord(this.#at + 1, place)) return;
    const isContinuation = this.#source[this.#at + 1] === '\n';
    this.#at += 2;
    if (!isContinuation) this.#inWord();
  }

  #readDollar(): void {
    const next = this.#source[this.#at + 1];
    const isBare = this.#placeHere() === 'bare';
    const name = this.#match(/\$([A-Za-z_]\w*)/y)?.slice(1);
    if (next === undefined || this.#wordEnds.has(this.#at + 1)) this.#inWord(1);
    else if (name !== undefined) {
      const variable = { offset: this.#at, name };
      this.#inWord(1 + name.length);
      this.#variable = variable;
    } else if (next === '{') this.#open(frame('parameter'), 2);
    else if (next === '[') this.#open(frame('arithmetic', { end: ']' }), 2);
    else if (this.#source.startsWith('((', this.#at + 1)) {
      this.#open(frame('arithmetic', { end: '))' }), 3);
    } else if (next === '(') {
      this.#open(frame('parens', { isPartOfWord: true, isCommandStart: true }), 2);
    } else if (isBare && next === '"') this.#open(frame('double'), 2);
    else if (isBare && next === "'") this.#skipQuoted({ quote: "'", place: 'ansi', width: 2 });
    else this.#inWord(/[$@*#?!\d-]/.test(next) ? 2 : 1);
  }

  /** From an opening quote to the closing one. */
  #skipQuoted(given: { quote: string; place: ShellPlace; width?: number }): void {
    const { quote, place, width = 1 } = given;
    const hasEscapes = place === 'ansi' || place === 'backtick';
    this.#at += width;
    while (this.#at < this.#source.length) {
      if (this.#readWord(this.#at, place)) continue;
      const char = this.#source[this.#at];
      if (hasEscapes && char === '\\') this.#readEscape(place);
      else this.#at += 1;
      if (char === quote) break;
    }
    this.#inWord();
  }

  #skipTo(end: number, place: ShellPlace): void {
    while (this.#at < end) {
      if (!this.#readWord(this.#at, place)) this.#at += 1;
    }
  }

  #lineEnd(): number {
    const newline = this.#source.indexOf('\n', this.#at);
    return newline < 0 ? this.#source.length : newline;
  }

  #open(inner: Frame, width: number): void {
    this.#around.push(this.#frame);
    this.#frame = inner;
    this.#at += width;
    this.#isWordStart = true;
  }

  #close(width: number): void {
    this.#frame = this.#around.pop() ?? this.#frame;
    this.#inWord(width);
  }

  #inWord(width = 0): void {
    this.#at += width;
    this.#isWordStart = false;
    this.#frame.isCommandStart = false;
  }

  #betweenWords(width: number): void {
    this.#at += width;
    this.#isWordStart = true;
  }

  #betweenCommands(width: number): void {
    this.#betweenWords(width);
    this.#frame.isCommandStart = true;
  }

  /** What a sticky expression finds right here. */
  #match(regex: RegExp): string | undefined {
    regex.lastIndex = this.#at;
    return regex.exec(this.#source)?.[0];
  }
}
