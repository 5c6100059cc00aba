import { escapeBraces, parsePattern, type WildcardPart, wildcardsOf } from './parse-pattern.ts';
import { PatternError, type PatternProblem } from './pattern-error.ts';

/** What a wildcard may be replaced by: shown as text, never read as a pattern. */
export type ExpandValue = string | number | boolean | bigint;

export interface ExpandOptions {
  /** Every value with every other, or the first with the first, and so on. */
  readonly how: 'product' | 'zip';
  /** Wildcards without values stay. */
  readonly partial?: boolean;
}

/**
 * Patterns with their wildcards replaced by values: pattern by pattern, and in each the values of
 * the name given last change fastest. The answers are patterns again: braces in values are doubled.
 *
 * A name need not be in every pattern, but it must be in one. Throws a `PatternError` for names
 * that fit nothing, wildcards without values, and lists of unequal lengths that are to be zipped.
 */
export function expandPattern(
  patterns: string | readonly string[],
  values: Readonly<Record<string, ExpandValue | readonly ExpandValue[]>>,
  options: ExpandOptions,
): string[] {
  return expandEach([patterns].flat(), values, options).flat();
}

/** As `expandPattern`, with a list of answers for each pattern. */
export function expandEach(
  patterns: readonly string[],
  values: Readonly<Record<string, ExpandValue | readonly ExpandValue[]>>,
  options: ExpandOptions,
): string[][] {
  const parsed = patterns.map((source) => ({
    source,
    wildcards: wildcardsOf(parsePattern(source)),
  }));
  if (parsed.length === 0) return [];
  const lists = new Map<string, readonly string[]>();
  const sources = parsed.map(({ source }) => source).join(', ');
  for (const [name, value] of Object.entries(values)) lists.set(name, texts(name, value, sources));
  refuseUnused(parsed, lists);
  if (options.how === 'zip') refuseUnequal(lists, sources);
  return parsed.map((pattern) => expandOne(pattern, lists, options));
}

interface ParsedPattern {
  readonly source: string;
  readonly wildcards: readonly WildcardPart[];
}

function expandOne(
  { source, wildcards }: ParsedPattern,
  lists: ReadonlyMap<string, readonly string[]>,
  options: ExpandOptions,
): string[] {
  const used = new Set(wildcards.map(({ name }) => name));
  const names = [...lists.keys()].filter((name) => used.has(name));
  if (options.partial !== true) refuseMissing({ source, wildcards }, lists);
  const pieces = piecesOf({ source, wildcards }, names);
  const columns = names.map((name) => lists.get(name) ?? []);
  const rows = options.how === 'zip' ? zip(columns) : product(columns);
  return Array.from(rows, (row) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : row[piece])).join(''),
  );
}

/** Text as written, braces and all, and the places of values, by number of the name. */
function piecesOf({ source, wildcards }: ParsedPattern, names: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { name, offset, length } of wildcards) {
    const place = names.indexOf(name);
    if (place < 0) continue;
    pieces.push(source.slice(end, offset), place);
    end = offset + length;
  }
  pieces.push(source.slice(end));
  return pieces;
}

type Piece = string | number;

function* product(columns: readonly (readonly string[])[]): Generator<readonly string[]> {
  if (columns.some((column) => column.length === 0)) return;
  const places = columns.map(() => 0);
  let turning = 0;
  while (turning >= 0) {
    yield columns.map((column, index) => column[places[index] ?? 0] ?? '');
    turning = columns.length - 1;
    while (turning >= 0 && (places[turning] ?? 0) + 1 === columns[turning]?.length) {
      places[turning] = 0;
      turning -= 1;
    }
    if (turning >= 0) places[turning] = (places[turning] ?? 0) + 1;
  }
}

function* zip(columns: readonly (readonly string[])[]): Generator<readonly string[]> {
  const length = columns[0]?.length ?? 1;
  for (let row = 0; row < length; row++) yield columns.map((column) => column[row] ?? '');
}

function texts(
  name: string,
  value: ExpandValue | readonly ExpandValue[],
  sources: string,
): readonly string[] {
  return [value].flat().map((item: unknown) => {
    if (isExpandValue(item)) return escapeBraces(String(item));
    const type = item === null ? 'null' : typeof item;
    throw new PatternError({ kind: 'expand-value', name, type }, whole(sources));
  });
}

function isExpandValue(value: unknown): value is ExpandValue {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

function refuseUnused(
  parsed: readonly ParsedPattern[],
  lists: ReadonlyMap<string, readonly string[]>,
): void {
  const wildcards = new Set(parsed.flatMap((pattern) => pattern.wildcards.map(({ name }) => name)));
  for (const name of lists.keys()) {
    if (wildcards.has(name)) continue;
    const problem: PatternProblem = { kind: 'expand-unused', name, wildcards: [...wildcards] };
    throw new PatternError(problem, whole(parsed.map(({ source }) => source).join(', ')));
  }
}

function refuseMissing(
  { source, wildcards }: ParsedPattern,
  lists: ReadonlyMap<string, readonly string[]>,
): void {
  const missing = wildcards.find(({ name }) => !lists.has(name));
  if (missing === undefined) return;
  const { name, offset, length } = missing;
  const problem: PatternProblem = { kind: 'expand-missing', name, given: [...lists.keys()] };
  throw new PatternError(problem, { source, offset, length });
}

function refuseUnequal(lists: ReadonlyMap<string, readonly string[]>, sources: string): void {
  const lengths = [...lists].map(([name, list]) => [name, list.length] as const);
  if (new Set(lengths.map(([, length]) => length)).size <= 1) return;
  throw new PatternError({ kind: 'expand-lengths', lengths }, whole(sources));
}

function whole(source: string): { source: string; offset: number; length: number } {
  return { source, offset: 0, length: source.length };
}
