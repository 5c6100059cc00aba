import { isScalar, type LineCounter, type Node, type YAMLError } from 'yaml';
import { duplicateKey, tabIndent, yamlSyntax } from '../../core/catalogue/yaml.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';

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
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = this.#text.slice(lineStart).split('\n', 1);
    return yamlSyntax(message.replace('"quote', '`"`'), { span, line });
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
