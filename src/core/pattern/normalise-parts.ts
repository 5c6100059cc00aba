import type { PatternPart } from './parse-pattern.ts';

/**
 * A pattern's parts with its literal text normalised as a path's is, so that it matches normalised
 * paths. `..` after a segment with a wildcard stays: the value may be more than one segment.
 */
export function normaliseParts(parts: readonly PatternPart[]): PatternPart[] {
  const [first] = parts;
  const isAbsolute = typeof first === 'string' && first.startsWith('/');
  const kept: PatternPart[][] = [];
  for (const segment of segmentsOf(parts)) {
    if (segment.length === 0 || isLiteral(segment, '.')) continue;
    const last = kept.at(-1);
    if (!isLiteral(segment, '..')) kept.push(segment);
    else if (last !== undefined && isPlain(last) && !isLiteral(last, '..')) kept.pop();
    else if (last !== undefined || !isAbsolute) kept.push(segment);
  }
  return join(kept, isAbsolute);
}

/** What stands between slashes: pieces of literal text and wildcards. */
export function segmentsOf(parts: readonly PatternPart[]): PatternPart[][] {
  let current: PatternPart[] = [];
  const segments = [current];
  for (const part of parts) {
    const pieces = typeof part === 'string' ? part.split('/') : [part];
    pieces.forEach((piece, index) => {
      if (index > 0) segments.push((current = []));
      if (piece !== '') current.push(piece);
    });
  }
  return segments;
}

function isLiteral(segment: readonly PatternPart[], text: string): boolean {
  return segment.length === 1 && segment[0] === text;
}

function isPlain(segment: readonly PatternPart[]): boolean {
  return segment.every((part) => typeof part === 'string');
}

function join(segments: readonly (readonly PatternPart[])[], isAbsolute: boolean): PatternPart[] {
  const parts: PatternPart[] = [];
  let text = isAbsolute ? '/' : '';
  segments.forEach((segment, index) => {
    if (index > 0) text += '/';
    for (const part of segment) {
      if (typeof part === 'string') {
        text += part;
      } else {
        if (text !== '') parts.push(text);
        parts.push(part);
        text = '';
      }
    }
  });
  if (text !== '') parts.push(text);
  return parts.length === 0 ? ['.'] : parts;
}
