import type { AuthorPlace } from '../../core/author-places.ts';
import type { SourceSpan } from '../../core/diagnostic.ts';
import type { PropertyPath } from '../rule/rule-reading.ts';
import { notToTheLetter } from '../spans.ts';
import { scanCall, type Token } from './scan-source.ts';

/**
 * The text of a call such as `rule('stitch', { … })`, to find in it what a message is about.
 * JavaScript tells where a call stands, not where a string in it does.
 */
export class CallSource {
  readonly #place: AuthorPlace;
  /** Offset of the place in the text. */
  readonly #offset: number;
  readonly #tokens: readonly Token[];

  constructor(place: AuthorPlace) {
    this.#place = place;
    this.#offset = offsetOf(place);
    this.#tokens = scanCall(place.text, this.#offset);
  }

  /** The name of the called function. */
  get callee(): SourceSpan {
    const end = this.#tokens[0]?.start ?? this.#offset + 1;
    const name = /^[\w$.]*/u.exec(this.#place.text.slice(this.#offset, end))?.[0] ?? '';
    return this.#span(this.#offset, Math.max(1, name.length));
  }

  /**
   * Where `text` is written under a property of the options; else the property's key; else the
   * innermost key around it that is written out; else the call.
   */
  find(path: PropertyPath, text: string | undefined): SourceSpan {
    let value: Range = { first: 0, last: this.#tokens.length };
    let options = this.#options();
    let closest: SourceSpan | undefined;
    for (const step of path) {
      const found = options === undefined ? undefined : this.#member(options, step);
      if (found === undefined) break;
      value = found.value;
      if (found.key.kind !== 'mark') closest = this.#spanOf(found.key);
      options = this.#container(value);
    }
    return this.#text(value, text) ?? notToTheLetter(closest ?? this.callee, text);
  }

  /** The first argument that is written as `{ … }`. */
  #options(): Range | undefined {
    const first = this.#tokens.findIndex(({ value, depth }) => value === '{' && depth === 1);
    return first < 0 ? undefined : this.#container({ first, last: this.#tokens.length });
  }

  /** What stands between the brackets with which a value begins. */
  #container({ first, last }: Range): Range | undefined {
    const open = this.#tokens[first];
    if (open?.kind !== 'mark' || (open.value !== '{' && open.value !== '[')) return undefined;
    const end = this.#indexOf(first + 1, last, ({ depth }) => depth === open.depth);
    return { first: first + 1, last: end };
  }

  #member({ first, last }: Range, step: string | number): Member | undefined {
    const depth = this.#tokens[first]?.depth;
    if (depth === undefined) return undefined;
    let start = first;
    for (let index = 0; start < last; index++) {
      const end = this.#indexOf(start, last, (it) => it.value === ',' && it.depth === depth);
      const key = this.#tokens[start];
      if (key === undefined) return undefined;
      const isKey = step === index || (key.kind !== 'mark' && key.value === step);
      if (isKey) {
        const hasColon = typeof step === 'string' && this.#tokens[start + 1]?.value === ':';
        return { key, value: { first: hasColon ? start + 2 : start, last: end } };
      }
      start = end + 1;
    }
    return undefined;
  }

  #text({ first, last }: Range, text: string | undefined): SourceSpan | undefined {
    if (text === undefined) return undefined;
    const found = this.#tokens
      .slice(first, last)
      .find(({ kind, value }) => kind === 'text' && value === text);
    return found === undefined ? undefined : this.#spanOf(found);
  }

  #indexOf(first: number, last: number, is: (token: Token) => boolean): number {
    for (let index = first; index < last; index++) {
      const token = this.#tokens[index];
      if (token !== undefined && is(token)) return index;
    }
    return last;
  }

  /** Of a text what is between its quotes, as far as it stands in one line. */
  #spanOf({ kind, start, end }: Token): SourceSpan {
    const inner = kind === 'text' ? 1 : 0;
    const [line = ''] = this.#place.text.slice(start + inner, end - inner).split('\n', 1);
    return this.#span(start + inner, Math.max(1, line.length));
  }

  #span(offset: number, length: number): SourceSpan {
    const before = this.#place.text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    return { file: this.#place.file, line, column: offset - lineStart + 1, length };
  }
}

/** Tokens from `first` up to and without `last`. */
interface Range {
  readonly first: number;
  readonly last: number;
}

interface Member {
  readonly key: Token;
  readonly value: Range;
}

function offsetOf({ text, line, column }: AuthorPlace): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
