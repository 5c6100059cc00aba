import { isScalar, type LineCounter, type Node, type YAMLError } from 'yaml';
import { duplicateKey, tabIndent, unclosedQuote, yamlSyntax } from '../../core/catalogue/yaml.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';

/** The parser's message, with the quote that it misses. */
export const UNCLOSED_QUOTE: RegExp = /^Missing closing (["'])quote/u;

/** Where in a YAML file things stand. */
export class YamlPlaces {
  readonly #file: string;
  readonly #text: string;
  readonly #lines: LineCounter;

  constructor(file: string, text: string, lines: LineCounter) {
    this.#file = file;
    this.#text = text;
    this.#lines = lines;
  }

  /** Of a quoted text what is between the quotes, of a block its first line. */
  ofNode(node: Node | null | undefined): SourceSpan {
    const [start = 0, end = start] = node?.range ?? [];
    if (!isScalar(node)) return this.#span(start, end);
    const type = node.type ?? 'PLAIN';
    if (type.startsWith('QUOTE')) return this.#span(start + 1, end - 1);
    return type.startsWith('BLOCK') ? this.#block(start, end) : this.#span(start, end);
  }

  /** The first line with text in it, below the `|` or `>`. */
  #block(start: number, end: number): SourceSpan {
    const blank = /^[^\n]*\n\s*/u.exec(this.#text.slice(start, end));
    return this.#span(start + (blank?.[0].length ?? 0), end);
  }

  problem({ code, message, pos: [start, end] }: YAMLError): Diagnostic {
    const span = this.#span(start, end);
    if (code === 'TAB_AS_INDENT') return tabIndent(this.#span(start + 1, start + 2));
    if (code === 'DUPLICATE_KEY') return this.#duplicate(start);
    if (code === 'MULTIPLE_DOCS')
      return yamlSyntax('a second document starts here', { span, line: '' });
    // The parser's own recursion.
    if (message.startsWith('Maximum call stack')) {
      return yamlSyntax('it is nested too deep', { span, line: '' });
    }
    const opened = UNCLOSED_QUOTE.exec(message)?.[1];
    if (opened !== undefined) return this.#openQuote(opened, start);
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = this.#text.slice(lineStart).split('\n', 1);
    return yamlSyntax(message, { span, line });
  }

  /** The last one there is, since it is never closed; the parser tells where the text ends. */
  #openQuote(quote: string, end: number): Diagnostic {
    let at = this.#text.lastIndexOf(quote, end - 1);
    const isEscaped = (): boolean =>
      quote === '"' ? this.#text[at - 1] === '\\' : this.#text[at - 1] === quote;
    while (at > 0 && isEscaped()) at = this.#text.lastIndexOf(quote, at - (quote === '"' ? 1 : 2));
    return unclosedQuote(quote, this.#span(at, at + 1));
  }

  #duplicate(start: number): Diagnostic {
    const [key = ''] = /^(?:"[^"]*"|'[^']*'|[^:\n]*)/u.exec(this.#text.slice(start)) ?? [];
    const again = this.#span(start, start + key.length);
    const first = this.#sameKeyAbove(key, start);
    return duplicateKey(key.trim().replaceAll(/^["']|["']$/gu, ''), { again, first });
  }

  /** Of keys that stand a line each; not found within `{ … }`. */
  #sameKeyAbove(key: string, start: number): SourceSpan | undefined {
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const indent = this.#text.slice(lineStart, start);
    if (indent.trim() !== '') return undefined;
    for (let end = lineStart - 1; end > 0; ) {
      const from = this.#text.lastIndexOf('\n', end - 1) + 1;
      const line = this.#text.slice(from, end);
      if (line.startsWith(`${indent}${key}:`)) {
        return this.#span(from + indent.length, from + indent.length + key.length);
      }
      // A line that is less indented is outside of the map.
      if (line.trim() !== '' && line.search(/\S/u) < indent.length) return undefined;
      end = from - 1;
    }
    return undefined;
  }

  /** As far as it stands in one line. */
  #span(start: number, end: number): SourceSpan {
    const { line, col } = this.#lines.linePos(start);
    const [first = ''] = this.#text.slice(start, end).split('\n', 1);
    return {
      file: this.#file,
      line: Math.max(1, line),
      column: Math.max(1, col),
      length: Math.max(1, first.length),
    };
  }
}
