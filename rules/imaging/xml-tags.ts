/** A start tag, empty tag or end tag. */
export interface XmlTag {
  /** Without a namespace prefix. */
  readonly name: string;
  readonly kind: 'start' | 'empty' | 'end';
  readonly attributes: ReadonlyMap<string, string>;
  /** The characters up to the next tag. */
  readonly text: string;
}

/**
 * The tags of an XML document in their order, comments and CDATA left out. No validation: what is
 * no tag is passed over. One pass, whatever the text holds.
 */
export function* xmlTags(xml: string): Generator<XmlTag> {
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const skipped = endOfSection(xml, at);
    if (skipped !== undefined) {
      at = xml.indexOf('<', skipped);
      continue;
    }
    const end = endOfTag(xml, at);
    if (end < 0) return;
    const next = xml.indexOf('<', end);
    const tag = parseTag(xml.slice(at + 1, end));
    const text = xml.slice(end + 1, next < 0 ? undefined : next);
    if (tag !== undefined) yield { ...tag, text: unescapeXml(text) };
    at = next;
  }
}

/** Where a comment or CDATA section that begins here ends; undefined: none begins here. */
function endOfSection(xml: string, at: number): number | undefined {
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(open, at)) continue;
    const end = xml.indexOf(close, at + open.length);
    return end < 0 ? xml.length : end + close.length;
  }
  return undefined;
}

/** The `>` that is not in a quoted value. */
function endOfTag(xml: string, start: number): number {
  for (let at = start; at < xml.length; at++) {
    const char = xml[at];
    if (char === '>') return at;
    if (char !== '"' && char !== "'") continue;
    at = xml.indexOf(char, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function parseTag(text: string): Omit<XmlTag, 'text'> | undefined {
  const [, slash = '', name = ''] = /^(\/?)(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/.exec(text) ?? [];
  if (name === '') return undefined;
  const attributes = new Map<string, string>();
  for (const match of text.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(match[1] ?? '', unescapeXml(match[2] ?? match[3] ?? ''));
  }
  const kind = slash === '/' ? 'end' : text.endsWith('/') ? 'empty' : 'start';
  return { name, kind, attributes };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g,
    (entity: string, decimal?: string, hex?: string, name = '') => {
      if (decimal === undefined && hex === undefined) return ENTITIES[name] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
    },
  );
}
