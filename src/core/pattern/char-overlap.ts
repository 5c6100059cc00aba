/**
 * Is there a character that two of the regular expressions, each of one character, both match? By
 * trial: ASCII, and what lies near the characters that they name; beyond that, where they name a
 * property, the alphabets of Europe, the Near East and India, and a character each of some others.
 */
export function charOverlap(regexes: readonly string[]): (one: number, other: number) => boolean {
  const kinds = [...new Set(regexes)];
  const tried = charactersFor(kinds);
  const matched = kinds.map((kind) => {
    const regex = new RegExp(`^${kind}$`, 'su');
    return new Set(tried.filter((character) => regex.test(character)));
  });
  const overlaps = matched.map((some) =>
    matched.map((others) => [...some].some((character) => others.has(character))),
  );
  const kindOf = regexes.map((regex) => kinds.indexOf(regex));
  return (one, other) => overlaps[kindOf[one] ?? 0]?.[kindOf[other] ?? 0] === true;
}

const ASCII_END = 0x80;
const ALPHABETS_END = 0x0e00;
const FAR = [0x3042, 0x4e00, 0xac00, 0x1f600];

function charactersFor(kinds: readonly string[]): string[] {
  const text = kinds.join('');
  const end = /\\p/i.test(text) ? ALPHABETS_END : ASCII_END;
  const named = [
    ...Array.from(text, (character) => character.codePointAt(0) ?? 0),
    ...Array.from(text.matchAll(/\\(?:u\{?|x)([0-9a-f]+)/giu), ([, hex = '']) => parseInt(hex, 16)),
  ].flatMap((code) => [code - 1, code, code + 1]);
  const codes = new Set([...Array.from({ length: end }, (_, code) => code), ...named, ...FAR]);
  return [...codes].filter(isCharacter).map((code) => String.fromCodePoint(code));
}

function isCharacter(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}
