/**
 * Text of the user's (names of files, wildcards, lines of a file) as one line that does nothing to a
 * terminal: control characters, and those that turn the direction of writing, as escapes.
 */
export function visible(text: string): string {
  return UNSAFE.test(text) ? text.replaceAll(UNSAFE_ALL, escaped) : text;
}

/** The same for text of several lines; tabs stay as well. */
export function visibleLines(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replaceAll(UNSAFE_ALL, (it) => (it === '\n' || it === '\t' ? it : escaped(it)));
}

/** The same, of as many characters, so that what stands below it stays below it. */
export function visibleInPlace(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replaceAll(UNSAFE_ALL, (it) => (it === '\t' ? it : '\uFFFD'));
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/u;
const UNSAFE_ALL = new RegExp(UNSAFE.source, 'gu');

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT[character] ?? `\\u{${code.toString(16)}}`;
}
