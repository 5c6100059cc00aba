import { PatternError } from './pattern-error.ts';

/** A wildcard where it stands in the pattern's text. */
export interface WildcardPart {
  readonly name: string;
  /** Inline constraint, as written. */
  readonly constraint: string | undefined;
  readonly offset: number;
  readonly length: number;
}

/** Literal text, its doubled braces made single, or a wildcard. */
export type PatternPart = string | WildcardPart;

export const WILDCARD_NAME: RegExp = /^[A-Za-z_]\w*$/;

/**
 * Takes `out/{sample}/{lane,[0-9]+}.bam` apart. `{{` and `}}` are literal braces; braces nest one
 * level in a constraint, as in `{well,[A-P][0-9]{2}}`. Throws a `PatternError`.
 */
export function parsePattern(source: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    const isBrace = char === '{' || char === '}';
    if (isBrace && source[at + 1] === char) {
      text += char;
      at += 2;
    } else if (char === '{') {
      const wildcard = readWildcard(source, at);
      if (text !== '') parts.push(text);
      parts.push(wildcard);
      text = '';
      at += wildcard.length;
    } else if (char === '}') {
      throw new PatternError({ kind: 'stray-brace' }, { source, offset: at, length: 1 });
    } else {
      text += char;
      at += 1;
    }
  }
  if (text !== '') parts.push(text);
  return parts;
}

/** Where a wildcard first stands in a pattern that parses; undefined if it does not stand there. */
export function findWildcard(source: string, name: string): WildcardPart | undefined {
  return wildcardsOf(parsePattern(source)).find((part) => part.name === name);
}

export function wildcardsOf(parts: readonly PatternPart[]): WildcardPart[] {
  return parts.filter((part) => typeof part !== 'string');
}

/** Text as a pattern that matches only it: braces are doubled. */
export function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

function readWildcard(source: string, offset: number): WildcardPart {
  const end = closingBrace(source, offset);
  if (end < 0) {
    throw new PatternError({ kind: 'unclosed-brace' }, { source, offset, length: 1 });
  }
  const length = end + 1 - offset;
  const content = source.slice(offset + 1, end);
  const comma = content.indexOf(',');
  const name = comma < 0 ? content : content.slice(0, comma);
  if (!WILDCARD_NAME.test(name)) {
    throw new PatternError({ kind: 'wildcard-name', name }, { source, offset, length });
  }
  // Blanks around a constraint are for the eye; one that matters is written as `[ ]`.
  const constraint = comma < 0 ? undefined : content.slice(comma + 1).trim();
  return { name, constraint, offset, length };
}

/** The brace that ends the wildcard: not one that is escaped, in a character class or nested. */
function closingBrace(source: string, start: number): number {
  let depth = 0;
  let isInClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '{') depth += 1;
    else if (char === '}' && depth === 0) return at;
    else if (char === '}') depth -= 1;
  }
  return -1;
}
