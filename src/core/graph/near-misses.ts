import type { NearMiss } from '../catalogue/graph.ts';
import { nearest } from '../did-you-mean.ts';
import type { PathPattern } from '../pattern/path-pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { alignPattern } from './align-pattern.ts';
import { isNearPath } from './near-paths.ts';
import type { Product, RuleIndex } from './rule-index.ts';

/** Enough patterns to look at for one message. */
const MOST_PATTERNS = 1000;

export interface NearMissRequest {
  readonly rules: readonly Rule[];
  readonly index: RuleIndex;
  /** Paths that are there or are made. */
  readonly knownPaths: () => Iterable<string>;
  /** Is it what the missing file is needed for? Then it was not meant by it. */
  readonly isNeedy: (path: string) => boolean;
}

/** What almost made a file that nothing makes: the likeliest of the things that we can tell. */
export function nearMissOf(path: string, request: NearMissRequest): NearMiss | undefined {
  const patterns = request.index.products
    .filter(({ pattern }) => pattern.pattern.wildcardNames.length > 0)
    .slice(0, MOST_PATTERNS);
  return (
    outputAround(path, request) ??
    looseMatch(path, patterns.filter(hasFolder), request) ??
    nearNames(path, patterns, request) ??
    looseMatch(path, patterns, request)
  );
}

/** For a target, which may have been meant for the name of a rule. */
export function nearTarget(target: string, request: NearMissRequest): NearMiss | undefined {
  const names = nearest(
    target,
    request.rules.map(({ name }) => name),
  );
  return names.length > 0 ? { kind: 'names', names } : nearMissOf(target, request);
}

function outputAround(path: string, { rules, index }: NearMissRequest): NearMiss | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const output = path.slice(0, end);
    const [match] = index.find(output);
    const rule = rules[match?.product.rule ?? -1];
    if (rule !== undefined) return { kind: 'inside-output', rule: rule.name, output };
  }
  return undefined;
}

/** A pattern whose literal text fits, so that only the values of wildcards can be wrong. */
function looseMatch(
  path: string,
  products: readonly Product[],
  { rules }: NearMissRequest,
): NearMiss | undefined {
  for (const product of products) {
    const { pattern } = product.pattern;
    const rule = rules[product.rule]?.name;
    const values = looseValues(pattern, path);
    if (values === undefined || rule === undefined) continue;
    const spanning = values.findIndex((value) => value.includes('/'));
    const wildcard = pattern.wildcardNames[Math.max(spanning, 0)] ?? '';
    if (spanning >= 0) return { kind: 'spans-segments', rule, wildcard };
    const [value = '', other] = values;
    // Of several wildcards it cannot be told which one is wrong.
    if (other !== undefined) continue;
    return { kind: 'constraint', rule, pattern: pattern.source, wildcard, value };
  }
  return undefined;
}

function nearNames(
  path: string,
  patterns: readonly Product[],
  { index, knownPaths, isNeedy }: NearMissRequest,
): NearMiss | undefined {
  const candidates: string[] = [];
  for (const known of knownPaths()) if (isNearPath(path, known)) candidates.push(known);
  for (const { pattern } of index.products) {
    const { wildcardNames, prefix } = pattern.pattern;
    if (wildcardNames.length === 0 && isNearPath(path, prefix)) candidates.push(prefix);
  }
  for (const { pattern } of patterns) {
    const near = nearFilled(pattern.pattern, path);
    if (near !== undefined) candidates.push(near);
  }
  const names = nearest(
    path,
    candidates.filter((each) => !isNeedy(each)),
  );
  return names.length === 0 ? undefined : { kind: 'names', names };
}

/** The path that the pattern could make with the fewest changes of its literal text. */
function nearFilled(pattern: PathPattern, path: string): string | undefined {
  const literals = literalsOf(pattern);
  const literalLength = literals.reduce((sum, literal) => sum + literal.length, 0);
  const limit = Math.floor(literalLength / 4);
  const alignment = limit === 0 ? undefined : alignPattern(literals, path, limit);
  if (alignment === undefined) return undefined;
  const occurrences = occurrencesOf(pattern);
  const values = pattern.wildcardNames.map(
    (name) => alignment.values[occurrences.indexOf(name)] ?? '',
  );
  const filled = pattern.fill(values);
  return pattern.match(filled) === undefined ? undefined : filled;
}

/** The wildcards' values if they may be anything; undefined if the literal text does not fit. */
function looseValues(pattern: PathPattern, path: string): readonly string[] | undefined {
  const literals = literalsOf(pattern).map((literal) =>
    literal.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`),
  );
  const groups = new Map<string, number>();
  const regexes = occurrencesOf(pattern).map((name) => {
    const group = groups.get(name);
    if (group !== undefined) return `(?:\\${group})`;
    groups.set(name, groups.size + 1);
    return '(.+)';
  });
  const source = literals.map((literal, place) => literal + (regexes[place] ?? '')).join('');
  return new RegExp(`^${source}$`, 'su').exec(path)?.slice(1);
}

/** Two characters that stand in no path; the pattern is filled with them to find its pieces. */
const MARK = '\u0000';
const END = '\u0001';

function literalsOf(pattern: PathPattern): string[] {
  return pattern.fill(pattern.wildcardNames.map(() => MARK)).split(MARK);
}

/** The wildcards' names, one an occurrence. */
function occurrencesOf(pattern: PathPattern): string[] {
  const names = pattern.wildcardNames;
  const filled = pattern.fill(names.map((_, index) => `${MARK}${index}${END}`));
  return filled
    .split(MARK)
    .slice(1)
    .map((piece) => names[Number(piece.slice(0, piece.indexOf(END)))] ?? '');
}

function hasFolder({ pattern }: Product): boolean {
  return pattern.pattern.prefix.includes('/');
}
