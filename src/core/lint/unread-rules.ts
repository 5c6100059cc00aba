import type { PathPattern } from '../pattern/path-pattern.ts';
import type { InputGroup, InputPattern, Rule } from '../rule/rule.ts';

/**
 * The rules of which no other rule can read an output. Where it cannot be known, since a function
 * says what is read, or two patterns might meet, a rule counts as read.
 */
export function unreadRules(rules: readonly Rule[]): readonly Rule[] {
  if (rules.some(({ input }) => input.some(isUnknown))) return [];
  const producers = new Set<string>();
  const paths = new Map<string, PathPattern>();
  for (const rule of rules) {
    for (const { producer, pattern } of inputsOf(rule)) {
      if (producer !== undefined) producers.add(producer);
      else paths.set(pattern.source, pattern);
    }
  }
  const read = [...paths.values()];
  return rules.filter(({ name, output }) => {
    if (producers.has(name)) return false;
    const made = output.flatMap(({ items }) => items);
    return !made.some(({ pattern, isDirectory }) =>
      read.some((path) => (isDirectory ? isWithin(path, pattern) : canMeet(path, pattern))),
    );
  });
}

/** A list without files may have some when others lie on the disk. */
function isUnknown(group: InputGroup): boolean {
  return group.kind === 'function' || group.items.length === 0;
}

function inputsOf({ input }: Rule): readonly InputPattern[] {
  return input.flatMap((group) => (group.kind === 'patterns' ? group.items : []));
}

/** Can some path be of both patterns? Yes if their fixed beginnings and ends agree. */
function canMeet(one: PathPattern, other: PathPattern): boolean {
  if (one.wildcardNames.length === 0) return other.match(one.source) !== undefined;
  if (other.wildcardNames.length === 0) return one.match(other.source) !== undefined;
  return (
    agree(one.prefix, other.prefix, (text, part) => text.startsWith(part)) &&
    agree(one.suffix, other.suffix, (text, part) => text.endsWith(part))
  );
}

function isWithin(path: PathPattern, folder: PathPattern): boolean {
  return canMeet(path, folder) || agree(path.prefix, folder.prefix, (a, b) => a.startsWith(b));
}

function agree(one: string, other: string, has: (text: string, part: string) => boolean): boolean {
  return one.length >= other.length ? has(one, other) : has(other, one);
}
