/** A token of JavaScript or TypeScript, as far as finding texts and keys needs to know. */
export interface Token {
  readonly kind: 'text' | 'word' | 'mark';
  /** Of a text its value; undefined for a template that is computed. */
  readonly value: string | undefined;
  /** Offsets of the first character, and behind the last, quotes included. */
  readonly start: number;
  readonly end: number;
  /** How many brackets are open around it; of a bracket, without itself. */
  readonly depth: number;
}

/**
 * The tokens of a call that starts at `offset` of a source text, from its first `(` to the `)` that
 * closes it; what there is, if it is never closed. Only right enough to point at things.
 */
export function scanCall(source: string, offset: number): Token[] {
  const open = source.indexOf('(', offset);
  return open < 0 ? [] : new Scanner(source, open).scan();
}

const OPENING = '([{';
const CLOSING = ')]}';
const SPACE = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//uy;
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*/uy;
const QUOTED = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/uy;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/uy;

class Scanner {
  readonly #source: string;
  #at: number;
  #depth = 0;
  readonly #tokens: Token[] = [];

  constructor(source: string, at: number) {
    this.#source = source;
    this.#at = at;
  }

  scan(): Token[] {
    while (this.#at < this.#source.length) {
      if (this.#take(SPACE) !== undefined) continue;
      this.#next();
      if (this.#depth === 0) break;
    }
    return this.#tokens;
  }

  #next(): void {
    const start = this.#at;
    const char = this.#source.charAt(start);
    if (char === '`') {
      const value = this.#template();
      this.#push('text', value, start);
      return;
    }
    const quoted = this.#take(QUOTED);
    if (quoted !== undefined) {
      this.#push('text', textOf(quoted), start);
      return;
    }
    if (char === '/' && this.#mayStartRegex() && this.#take(REGEX) !== undefined) {
      this.#push('mark', '/', start);
      return;
    }
    const word = this.#take(WORD);
    if (word === undefined) this.#mark(char, start);
    else this.#push('word', word, start);
  }

  #mark(char: string, start: number): void {
    this.#at += 1;
    if (CLOSING.includes(char)) this.#depth -= 1;
    this.#push('mark', char, start);
    if (OPENING.includes(char)) this.#depth += 1;
  }

  /** The value of a template without `${…}`, otherwise undefined. */
  #template(): string | undefined {
    const start = this.#at + 1;
    let isComputed = false;
    this.#at = start;
    while (this.#at < this.#source.length && this.#source.charAt(this.#at) !== '`') {
      if (this.#source.startsWith('${', this.#at)) {
        isComputed = true;
        this.#at = skipBraces(this.#source, this.#at + 1);
      } else {
        this.#at += this.#source.charAt(this.#at) === '\\' ? 2 : 1;
      }
    }
    const raw = this.#source.slice(start, this.#at);
    this.#at += 1;
    return isComputed ? undefined : unescape(raw);
  }

  /** After a value a slash divides. */
  #mayStartRegex(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined || last.kind === 'text') return last === undefined;
    if (last.kind === 'word') return /^(?:return|typeof|case|in|of|await)$/u.test(last.value ?? '');
    return !CLOSING.includes(last.value ?? '');
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#source) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #push(kind: Token['kind'], value: string | undefined, start: number): void {
    this.#tokens.push({ kind, value, start, end: this.#at, depth: this.#depth });
  }
}

/** Behind the brace that closes the one at `offset`; texts within are passed over. */
function skipBraces(source: string, offset: number): number {
  const tokens = new Scanner(source, offset).scan();
  return tokens.at(-1)?.end ?? source.length;
}

function textOf(quoted: string): string {
  return unescape(quoted.slice(1, -1));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function unescape(raw: string): string {
  return raw.replaceAll(/\\([^])/gu, (_, char: string) => ESCAPES[char] ?? char);
}
