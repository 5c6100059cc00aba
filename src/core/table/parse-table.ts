/** A table of texts with a row of names above them. */
export interface Table {
  readonly columns: readonly string[];
  /** As long as the columns. */
  readonly rows: readonly (readonly string[])[];
  /** By row: the line of the file in which it begins, from 1. */
  readonly lines: readonly number[];
}

export type TableFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unclosed-quote'; readonly line: number }
  /** Something stands between the end of a quoted field and the next separator. */
  | { readonly kind: 'after-quote'; readonly line: number }
  | {
      readonly kind: 'ragged';
      readonly line: number;
      readonly found: number;
      readonly wanted: number;
    }
  | { readonly kind: 'duplicate-column'; readonly name: string };

/**
 * Reads comma- or tab-separated values, fields quoted as in RFC 4180: a quoted field may hold
 * separators and line breaks, and a quote in it is doubled. Lines end with LF or CR LF; empty
 * ones, and a byte order mark, are passed over.
 */
export function parseTable(text: string, separator: ',' | '\t'): Table | { fault: TableFault } {
  const reader = new TableReader(text, separator);
  const lines: number[] = [];
  const rows: string[][] = [];
  while (!reader.isAtEnd) {
    const { line } = reader;
    const isEmpty = reader.isAtLineEnd;
    const row = reader.row();
    if (!Array.isArray(row)) return { fault: row };
    if (isEmpty) continue;
    rows.push(row);
    lines.push(line);
  }
  const [columns, ...body] = rows;
  if (columns === undefined) return { fault: { kind: 'empty' } };
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined) return { fault: { kind: 'duplicate-column', name: twice } };
  const ragged = body.findIndex(({ length }) => length !== columns.length);
  if (ragged >= 0) {
    const [line = 0, found = 0] = [lines[ragged + 1], body[ragged]?.length];
    return { fault: { kind: 'ragged', line, found, wanted: columns.length } };
  }
  return { columns, rows: body, lines: lines.slice(1) };
}

class TableReader {
  readonly #text: string;
  readonly #separator: string;
  #at = 0;
  /** The line that is read, from 1. */
  line = 1;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get isAtLineEnd(): boolean {
    return this.isAtEnd || /^(?:\r?\n|\r$)/u.test(this.#text.slice(this.#at, this.#at + 2));
  }

  row(): string[] | TableFault {
    const fields: string[] = [];
    for (;;) {
      const field = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain();
      if (typeof field !== 'string') return field;
      fields.push(field);
      if (this.#text[this.#at] === this.#separator) {
        this.#at += 1;
        continue;
      }
      this.#at = this.#lineEnd() + 1;
      this.line += 1;
      return fields;
    }
  }

  /** Where the line break stands, or the text ends. */
  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #plain(): string {
    const end = this.#lineEnd();
    const separator = this.#text.indexOf(this.#separator, this.#at);
    const isLast = separator < 0 || separator > end;
    const field = this.#text.slice(this.#at, isLast ? end : separator);
    this.#at += field.length;
    return isLast && field.endsWith('\r') ? field.slice(0, -1) : field;
  }

  #quoted(): string | TableFault {
    const { line } = this;
    let field = '';
    let start = this.#at + 1;
    for (;;) {
      const end = this.#text.indexOf('"', start);
      if (end < 0) return { kind: 'unclosed-quote', line };
      field += this.#text.slice(start, end);
      start = end + 1;
      if (this.#text[start] !== '"') break;
      field += '"';
      start += 1;
    }
    this.line += field.split('\n').length - 1;
    this.#at = start;
    if (!this.isAtLineEnd && this.#text[start] !== this.#separator) {
      return { kind: 'after-quote', line: this.line };
    }
    return field;
  }
}
