import { assert } from '../diagnostic.ts';
import { compileConstraint } from './compile-constraint.ts';
import { isNormal, normalisePath } from './normalise-path.ts';
import { normaliseParts } from './normalise-parts.ts';
import { parsePattern, type PatternPart, type WildcardPart, wildcardsOf } from './parse-pattern.ts';
import type { PathPattern } from './path-pattern.ts';
import { PatternError } from './pattern-error.ts';
import { SEGMENT, SegmentPattern } from './segment-pattern.ts';

export interface PatternOptions {
  /** Regular expression of what an unconstrained wildcard matches: `[^/]+` in our faces. */
  readonly wildcardDefault: string;
  /** By wildcard. Those of the rule have replaced those of the workflow; inline ones win here. */
  readonly constraints?: Readonly<Record<string, string>>;
}

/**
 * Compiles a pattern once, so that matching and filling are cheap. Its literal text is normalised
 * as paths are; matching expects a normalised path. Throws a `PatternError`.
 */
export function compilePattern(source: string, options: PatternOptions): PathPattern {
  if (!source.includes('{') && !source.includes('}')) {
    return new LiteralPattern(source, normalisePath(source));
  }
  const parsed = parsePattern(source);
  const parts = isNormal(source) ? parsed : normaliseParts(parsed);
  const wildcards = wildcardsOf(parts);
  const [first, second] = parts;
  if (wildcards.length === 0) {
    assert(typeof first === 'string' && second === undefined, 'a literal pattern has one part');
    return new LiteralPattern(source, first);
  }
  const regexes = regexParts(source, wildcards, options);
  const [name = ''] = regexes.names;
  if (wildcards.length === 1 && regexes.regexes[0] === `(${SEGMENT})`) {
    const prefix = typeof first === 'string' ? first : '';
    const last = parts.at(-1);
    return new SegmentPattern(source, {
      name,
      prefix,
      suffix: typeof last === 'string' ? last : '',
    });
  }
  return new WildcardPattern(source, parts, regexes);
}

class LiteralPattern implements PathPattern {
  readonly source: string;
  readonly wildcardNames: readonly string[] = NO_NAMES;
  readonly prefix: string;

  constructor(source: string, path: string) {
    this.source = source;
    this.prefix = path;
  }

  get suffix(): string {
    return this.prefix;
  }

  match(path: string): readonly string[] | undefined {
    return path === this.prefix ? NO_NAMES : undefined;
  }

  fill(): string {
    return this.prefix;
  }
}

const NO_NAMES: readonly string[] = [];

class WildcardPattern implements PathPattern {
  readonly source: string;
  readonly wildcardNames: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
  readonly #regex: RegExp;
  /** Group of each name's first occurrence. */
  readonly #groups: readonly number[];
  /** Literal text before each wildcard, and which value the wildcard takes. */
  readonly #heads: readonly string[];
  readonly #slots: readonly number[];

  constructor(source: string, parts: readonly PatternPart[], wildcards: WildcardRegexes) {
    const heads: string[] = [];
    const slots: number[] = [];
    let regex = '';
    let text = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        text = part;
      } else {
        regex += escapeRegex(text) + (wildcards.regexes[slots.length] ?? '');
        heads.push(text);
        slots.push(wildcards.names.indexOf(part.name));
        text = '';
      }
    }
    this.source = source;
    this.wildcardNames = wildcards.names;
    this.prefix = heads[0] ?? '';
    this.suffix = text;
    this.#regex = new RegExp(`^${regex}${escapeRegex(text)}$`, 'su');
    this.#groups = wildcards.groups;
    this.#heads = heads;
    this.#slots = slots;
  }

  match(path: string): readonly string[] | undefined {
    if (!path.endsWith(this.suffix) || !path.startsWith(this.prefix)) return undefined;
    const found = this.#regex.exec(path);
    if (found === null) return undefined;
    const values: string[] = [];
    for (const group of this.#groups) values.push(found[group] ?? '');
    return values;
  }

  fill(values: readonly string[]): string {
    let path = '';
    for (let index = 0; index < this.#slots.length; index++) {
      const value = values[this.#slots[index] ?? -1];
      if (value === undefined) throw new Error(`no value for a wildcard of ${this.source}`);
      path += (this.#heads[index] ?? '') + value;
    }
    return path + this.suffix;
  }
}

interface WildcardRegexes {
  readonly names: readonly string[];
  readonly groups: readonly number[];
  /** One an occurrence: a group the first time, a reference to it later. */
  readonly regexes: readonly string[];
}

function regexParts(
  source: string,
  wildcards: readonly WildcardPart[],
  options: PatternOptions,
): WildcardRegexes {
  const groups = new Map<string, number>();
  const regexes: string[] = [];
  let groupCount = 0;
  for (const wildcard of wildcards) {
    const group = groups.get(wildcard.name);
    if (group !== undefined) {
      refuseLateConstraint(source, wildcard);
      regexes.push(`(?:\\${group})`);
      continue;
    }
    const { regex, canBeEmpty } = constraintOf(source, wildcard, options);
    if (canBeEmpty) {
      // Keeps what follows the start of the value, and wants less than that after it.
      regexes.push(`(?=([^]*))(${regex})(?!\\${groupCount + 1}$)`);
      groupCount += 1;
    } else {
      regexes.push(`(${regex})`);
    }
    groupCount += 1;
    groups.set(wildcard.name, groupCount);
  }
  return { names: [...groups.keys()], groups: [...groups.values()], regexes };
}

function refuseLateConstraint(source: string, wildcard: WildcardPart): void {
  const { name, constraint, offset, length } = wildcard;
  if (constraint === undefined) return;
  throw new PatternError({ kind: 'late-constraint', name }, { source, offset, length });
}

function constraintOf(
  source: string,
  wildcard: WildcardPart,
  { constraints = {}, wildcardDefault }: PatternOptions,
): { regex: string; canBeEmpty: boolean } {
  const { name, offset, length } = wildcard;
  const named = Object.hasOwn(constraints, name) ? constraints[name] : undefined;
  const constraint = wildcard.constraint ?? named ?? wildcardDefault;
  const compiled = compileConstraint(constraint);
  if (!('kind' in compiled)) return compiled;
  const isInline = wildcard.constraint !== undefined;
  throw new PatternError(
    { kind: compiled.kind, name, constraint, why: compiled.why, isInline },
    { source, offset, length },
  );
}

/** With the flag `u`, only these may be escaped. */
function escapeRegex(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}
