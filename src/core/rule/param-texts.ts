import { compileText, type TextPattern } from '../pattern/compile-text.ts';
import type { ParamValue } from './param-value.ts';

/** The same value with every text in it changed, however deep; keys stay. */
export function mapTexts(value: ParamValue, change: (text: string) => string): ParamValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => mapTexts(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  );
}

/** The texts in a value that have braces, compiled. Throws a `PatternError`. */
export function patternsIn(value: ParamValue): Map<string, TextPattern> {
  const patterns = new Map<string, TextPattern>();
  mapTexts(value, (text) => {
    if (text.includes('{') || text.includes('}')) patterns.set(text, compileText(text));
    return text;
  });
  return patterns;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: object): value is readonly ParamValue[] {
  return Array.isArray(value);
}
