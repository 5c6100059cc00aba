/**
 * One word of bash that stands for exactly this text. Text that bash would take as it is stays
 * readable, unless `mustQuote`.
 */
export function quoteWord(text: string, mustQuote = false): string {
  return !mustQuote && isPlain(text) ? text : `'${escapeSingle(text)}'`;
}

/** Between single quotes. */
export function escapeSingle(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** Between double quotes. */
export function escapeDouble(text: string): string {
  return text.replace(/[\\"$`]/g, String.raw`\$&`);
}

/** Between `$'` and `'`. */
export function escapeAnsi(text: string): string {
  return text.replace(/[\\']/g, String.raw`\$&`);
}

/** No character that bash reads, and no word that it takes for an assignment or for grammar. */
function isPlain(text: string): boolean {
  return PLAIN.test(text) && !LOOKS_ACTIVE.test(text) && !RESERVED.has(text);
}

/** Without the comma, which matters between the author's braces. */
const PLAIN = /^[\w./:@%+=-]+$/;

/** `name=value`, and `a..b`, which counts between the author's braces. */
const LOOKS_ACTIVE = /^[A-Za-z_]\w*\+?=|\w\.\.[\w+-]/;

const RESERVED: ReadonlySet<string> = new Set(
  'case coproc do done elif else esac fi for function if in select then time until while'.split(
    ' ',
  ),
);
