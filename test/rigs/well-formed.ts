const VOID = new Set(['meta', 'img', 'br', 'link', 'input']);

/** An element as it was written. */
export interface WrittenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/**
 * The elements of an HTML text in order, and its text. Throws where one is not closed, attributes
 * are not in double quotes, or `<`, `>`, or `&` stand for themselves: stricter than any browser.
 */
export function readHtml(source: string): { elements: readonly WrittenElement[]; text: string } {
  const elements: WrittenElement[] = [];
  const open: string[] = [];
  let text = '';
  const body = source.replace(/^<!doctype html>\n/u, '');
  // CSS is no markup, and there is nothing in ours that could end it.
  const plain = body.replace(/<style>[^<]*<\/style>/u, '<style></style>');
  for (const [, tag, between] of plain.matchAll(/<([^<>]*)>|([^<>]+)/gu)) {
    if (between !== undefined) {
      text += unescaped(between);
      continue;
    }
    const parts = /^(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z0-9:-]+="[^"]*")*)\s*(\/?)$/u.exec(
      tag ?? '',
    );
    if (parts === null) throw new Error(`not understood: <${tag}>`);
    const [, isEnd, name = '', attributes = '', isSelfClosed] = parts;
    if (isEnd === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
      continue;
    }
    const pairs = Array.from(
      attributes.matchAll(/([a-zA-Z0-9:-]+)="([^"]*)"/gu),
      ([, key = '', value = '']) => [key, unescaped(value)] as const,
    );
    elements.push({ name, attributes: new Map(pairs) });
    if (!VOID.has(name) && isSelfClosed === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`);
  return { elements, text };
}

function unescaped(text: string): string {
  if (/&(?!#\d+;)/u.test(text)) throw new Error(`a bare & in: ${text.slice(0, 80)}`);
  return text.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)));
}
