import { badPattern } from '../../core/catalogue/language-pattern.ts';
import { unknownKey } from '../../core/catalogue/workflow-file.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import type { SourceSpan } from '../../core/diagnostic.ts';
import { compileText, type TextPattern } from '../../core/pattern/compile-text.ts';
import { PatternError } from '../../core/pattern/pattern-error.ts';
import type { Wildcards } from '../../core/pattern/path-pattern.ts';
import type { Conditions } from '../../core/table/table-index.ts';
import { lookUp } from '../look-up.ts';
import { filledValue, refuseValue, type RuleValues } from './filled-value.ts';
import type { YamlEntry, YamlMap } from './yaml-tree.ts';

const KEYS = ['table', 'where', 'column', 'all'];

/** `{ lookup: { table: samples.csv, where: { sample: "{sample}" }, column: reads } }` */
export function isLookup({ entries }: YamlMap): boolean {
  return entries.size === 1 && entries.get('lookup')?.value.kind === 'map';
}

/**
 * The lookup as a function of the job's wildcards; undefined if something is wrong with it.
 * `isFiles`: what it finds are names of files.
 */
export function lookupValue(
  values: RuleValues,
  { entries }: YamlMap,
  isFiles = false,
): ((wildcards: Wildcards) => unknown) | undefined {
  const entry = entries.get('lookup');
  if (entry?.value.kind !== 'map') return undefined;
  const span = entry.keySpan;
  const reader = new LookupReader(values, entry.value.entries, span);
  const { table, where, column, all } = reader.read();
  if (table === undefined || where === undefined || reader.hasProblems) return undefined;
  return (wildcards) => {
    const valueOf = (name: string): string => wildcards[name] ?? '';
    const filled = Object.entries(where).map(([name, value]) => [name, fill(value, valueOf)]);
    const conditions: Conditions = Object.fromEntries(filled);
    const asked = { table: table.fill(valueOf), where: conditions, all, isFiles };
    return lookUp(column === undefined ? asked : { ...asked, column }, () => span);
  };
}

type Condition = TextPattern | number | boolean;

function fill(value: Condition, valueOf: (name: string) => string): Conditions[keyof Conditions] {
  return typeof value === 'object' ? value.fill(valueOf) : value;
}

interface ReadLookup {
  readonly table: TextPattern | undefined;
  readonly where: Readonly<Record<string, Condition>> | undefined;
  readonly column: string | readonly string[] | undefined;
  readonly all: boolean;
}

class LookupReader {
  readonly #values: RuleValues;
  readonly #entries: YamlMap['entries'];
  readonly #span: SourceSpan;
  readonly #problemsBefore: number;

  constructor(values: RuleValues, entries: YamlMap['entries'], span: SourceSpan) {
    this.#values = values;
    this.#entries = entries;
    this.#span = span;
    this.#problemsBefore = values.problems.length;
  }

  get hasProblems(): boolean {
    return this.#values.problems.length > this.#problemsBefore;
  }

  read(): ReadLookup {
    const { rule, problems } = this.#values;
    for (const [key, { keySpan }] of this.#entries) {
      if (KEYS.includes(key)) continue;
      problems.push(
        unknownKey(key, { owner: `a lookup of rule \`${rule}\``, span: keySpan }, KEYS),
      );
    }
    const all = this.#value('all', '`true` or `false`', isFlag);
    return {
      table: this.#table(),
      where: this.#where(),
      column: this.#value('column', 'the name of a column, or a list of them', isColumn),
      all: all ?? false,
    };
  }

  #table(): TextPattern | undefined {
    const path = this.#value('table', 'the path of a table', isText);
    if (path !== undefined) return this.#text(path, this.#entries.get('table'));
    if (!this.#entries.has('table')) {
      const given = { value: undefined, wanted: 'the path of a table: `table: samples.csv`' };
      refuseValue(this.#values, { key: 'lookup.table', span: this.#span }, given);
    }
    return undefined;
  }

  #where(): ReadLookup['where'] {
    const entry = this.#entries.get('where');
    const wanted = 'columns with their values: `{ sample: "{sample}" }`';
    const where = entry === undefined ? {} : this.#value('where', wanted, isConditions);
    if (where === undefined) return undefined;
    const read: [string, Condition][] = [];
    for (const [name, value] of Object.entries(where)) {
      const node = entry?.value.kind === 'map' ? entry.value.entries.get(name) : undefined;
      const condition = typeof value === 'string' ? this.#text(value, node) : value;
      if (condition === undefined) return undefined;
      read.push([name, condition]);
    }
    return Object.fromEntries(read);
  }

  /** Its wildcards are checked once the outputs of the rule are known. */
  #text(text: string, entry: YamlEntry | undefined): TextPattern | undefined {
    const span = entry?.value.span ?? this.#span;
    try {
      const compiled = compileText(text);
      this.#values.globs.push({ pattern: text, span, what: 'a lookup' });
      return compiled;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const what = `a lookup of rule \`${this.#values.rule}\``;
      this.#values.problems.push(badPattern(error, { what, span }));
      return undefined;
    }
  }

  #value<Value>(
    key: string,
    wanted: string,
    is: (value: unknown) => value is Value,
  ): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const value = filledValue(this.#values, entry.value);
    if (is(value)) return value;
    // Undefined: it was found wrong before.
    const at = { key: `lookup.${key}`, span: entry.keySpan };
    if (value !== undefined) refuseValue(this.#values, at, { value, wanted });
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isColumn(value: unknown): value is string | readonly string[] {
  return isText(value) || (Array.isArray(value) && value.every(isText));
}

/** What a lookup may ask of a row. */
export function isConditions(value: unknown): value is Conditions {
  if (!isRecord(value)) return false;
  return Object.values(value).every((it) => ['string', 'number', 'boolean'].includes(typeof it));
}
