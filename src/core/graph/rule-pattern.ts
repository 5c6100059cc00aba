import { assert } from '../diagnostic.ts';
import { normalisePath } from '../pattern/normalise-path.ts';
import type { PathPattern } from '../pattern/path-pattern.ts';

/** For patterns without wildcards. */
export const NO_VALUES: readonly string[] = [];

/** A pattern whose wildcards are given and told in the order of its rule's `wildcardNames`. */
export class RulePattern {
  readonly pattern: PathPattern;
  readonly ruleNames: readonly string[];
  /** By wildcard of the pattern, its place in the rule; undefined where both orders are the same. */
  readonly #places: readonly number[] | undefined;

  constructor(pattern: PathPattern, ruleNames: readonly string[]) {
    this.pattern = pattern;
    this.ruleNames = ruleNames;
    this.#places = placesOf(pattern, ruleNames);
  }

  /** The normalised path for these values of the rule's wildcards. */
  fill(ruleValues: readonly string[]): string {
    const values = this.#places?.map((place) => ruleValues[place] ?? '') ?? ruleValues;
    return normalisePath(this.pattern.fill(values));
  }

  /** The values of all the rule's wildcards, or undefined. For patterns that have them all. */
  match(path: string): readonly string[] | undefined {
    const values = this.pattern.match(path);
    if (values === undefined || this.#places === undefined) return values;
    const ruleValues = this.ruleNames.map(() => '');
    this.#places.forEach((place, index) => {
      ruleValues[place] = values[index] ?? '';
    });
    return ruleValues;
  }
}

function placesOf(pattern: PathPattern, ruleNames: readonly string[]): number[] | undefined {
  const names = pattern.wildcardNames;
  let isSameOrder = names.length === ruleNames.length;
  for (let index = 0; isSameOrder && index < names.length; index++) {
    isSameOrder = names[index] === ruleNames[index];
  }
  if (isSameOrder) return undefined;
  const places = names.map((name) => ruleNames.indexOf(name));
  assert(!places.includes(-1), `pattern ${pattern.source} has a wildcard that its rule has not`);
  return places;
}
