import type { SourceSpan } from '../diagnostic.ts';
import type { LocatedPattern, Rule } from '../rule/rule.ts';
import { AffixTrie } from './affix-trie.ts';
import { RulePattern } from './rule-pattern.ts';

/** A file that a rule makes: one of its outputs or logs, or its benchmark. */
export interface Product {
  /** Its place among all products. */
  readonly serial: number;
  /** Index into the rules. */
  readonly rule: number;
  readonly pattern: RulePattern;
  readonly span: SourceSpan;
  /** Its place among the rule's outputs, or -1 for a log or benchmark. */
  readonly place: number;
  readonly isDirectory: boolean;
}

/** A rule that can make a path, and the values of its wildcards that make it so. */
export interface RuleMatch {
  readonly product: Product;
  /** In the order of the rule's `wildcardNames`. */
  readonly values: readonly string[];
}

/** The wildcards of the job that asks for a file. */
export interface Asker {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Finds the rules that can make a path without trying every rule's patterns. */
export interface RuleIndex {
  readonly products: readonly Product[];
  readonly hasDirectories: boolean;
  /**
   * One match a rule, in the order of the rules.
   *
   * A rule that matches in several ways is taken with the asker's wildcards if they make just this
   * path, else with the smallest total length of wildcards, as in Snakemake.
   */
  find(path: string, asker?: Asker): RuleMatch[];
}

export function indexRules(rules: readonly Rule[]): RuleIndex {
  const products = productsOf(rules);
  const literal = new Map<string, Product[]>();
  const withWildcards = new AffixTrie<Product>();
  for (const product of products) {
    const { prefix, suffix, wildcardNames } = product.pattern.pattern;
    if (wildcardNames.length > 0) {
      withWildcards.add(prefix, suffix, product);
      continue;
    }
    const others = literal.get(prefix);
    if (others === undefined) literal.set(prefix, [product]);
    else others.push(product);
  }
  return {
    products,
    hasDirectories: products.some(({ isDirectory }) => isDirectory),
    find(path, asker) {
      const candidates: Product[] = [];
      withWildcards.collect(path, candidates);
      const exact = literal.get(path);
      if (exact !== undefined) candidates.push(...exact);
      return matchAll(candidates, path, asker);
    },
  };
}

function productsOf(rules: readonly Rule[]): Product[] {
  const products: Product[] = [];
  rules.forEach(({ wildcardNames, output, log, benchmark }, rule) => {
    const add = ({ pattern, span }: LocatedPattern, place: number, isDirectory: boolean): void => {
      const serial = products.length;
      const ordered = new RulePattern(pattern, wildcardNames);
      products.push({ serial, rule, pattern: ordered, span, place, isDirectory });
    };
    let place = 0;
    for (const { items } of output) {
      for (const item of items) add(item, place++, item.isDirectory);
    }
    for (const item of log) add(item, -1, false);
    if (benchmark !== undefined) add(benchmark, -1, false);
  });
  return products;
}

function matchAll(
  candidates: readonly Product[],
  path: string,
  asker: Asker | undefined,
): RuleMatch[] {
  const [first, second] = candidates;
  if (first === undefined) return [];
  if (second === undefined) {
    const isPlain = first.pattern.pattern.wildcardNames.length < 2;
    const match = matchOne(first, path, isPlain ? undefined : asker);
    return match === undefined ? [] : [match];
  }
  const best = new Map<number, RatedMatch>();
  for (const product of candidates) {
    const match = matchOne(product, path, asker);
    if (match !== undefined && isBetter(match, best.get(product.rule))) {
      best.set(product.rule, match);
    }
  }
  return [...best.values()].toSorted((a, b) => a.product.rule - b.product.rule);
}

interface RatedMatch extends RuleMatch {
  readonly hasAskersValues: boolean;
}

function matchOne(
  product: Product,
  path: string,
  asker: Asker | undefined,
): RatedMatch | undefined {
  const values = product.pattern.match(path);
  if (values === undefined) return undefined;
  const askers = asker === undefined ? undefined : valuesOf(asker, product.pattern.ruleNames);
  if (askers === undefined || product.pattern.fill(askers) !== path) {
    return { product, values, hasAskersValues: false };
  }
  return { product, values: askers, hasAskersValues: true };
}

/** The asker's values of these wildcards, if it has them all. */
function valuesOf({ names, values }: Asker, wanted: readonly string[]): string[] | undefined {
  const found: string[] = [];
  for (const name of wanted) {
    const value = values[names.indexOf(name)];
    if (value === undefined) return undefined;
    found.push(value);
  }
  return found;
}

function isBetter(match: RatedMatch, other: RatedMatch | undefined): boolean {
  if (other === undefined) return true;
  if (match.hasAskersValues !== other.hasAskersValues) return match.hasAskersValues;
  const difference = totalLength(match.values) - totalLength(other.values);
  return difference < 0 || (difference === 0 && match.product.serial < other.product.serial);
}

function totalLength(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.length, 0);
}
