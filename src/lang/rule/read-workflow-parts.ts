import { wrongValue } from '../../core/catalogue/workflow-file.ts';
import { isRecord } from '../../core/config/deep-merge.ts';
import type { Diagnostic, SourceSpan } from '../../core/diagnostic.ts';
import type { OrderChain } from '../../core/rule/rule-order.ts';
import type { PropertyPath } from './rule-reading.ts';
import type { NeededVariable } from '../workflow-file.ts';
import { describeValue } from '../describe-value.ts';

/** A part of a workflow that is being read; what is wrong with it is gathered. */
export interface PartReading {
  readonly problems: Diagnostic[];
  /** Where something of it is written; with a text, where that stands, else the closest key. */
  readonly span: (path: PropertyPath, text?: string) => SourceSpan;
}

const WANTED_ORDER =
  'names of rules, the preferred one first: `[fast, slow]`, several such lists, or ' +
  '`{ rules: [fast, slow], fallback: true }`';

/** The orders between rules: one list of names, or a list of lists and of records. */
export function readOrder(reading: PartReading, value: unknown): OrderChain[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some(isName)) return readChain(reading, [], value);
  return value.flatMap((chain, index) => readChain(reading, [index], chain));
}

function readChain(reading: PartReading, path: PropertyPath, chain: unknown): OrderChain[] {
  const record = isRecord(chain) ? chain : { rules: chain };
  const inRecord = isRecord(chain) ? ['rules'] : [];
  const { rules, fallback = false, ...others } = record;
  const isRight =
    Array.isArray(rules) &&
    rules.length > 1 &&
    rules.every(isName) &&
    typeof fallback === 'boolean' &&
    Object.keys(others).length === 0;
  if (!isRight) {
    refuseChain(reading, path, chain);
    return [];
  }
  const names = rules.map(nameOf);
  return [
    {
      rules: names.map((name, place) => ({
        name,
        span: reading.span([...path, ...inRecord, place], name),
      })),
      isFallback: fallback,
    },
  ];
}

/** A list that is too short is one all the same: that it is a list is not what is wrong with it. */
function refuseChain(reading: PartReading, path: PropertyPath, chain: unknown): void {
  const rules = isRecord(chain) ? chain['rules'] : chain;
  if (!Array.isArray(rules) || rules.length > 1 || !rules.every(isName)) {
    refuse(reading, { key: 'order', path }, { value: chain, wanted: WANTED_ORDER });
    return;
  }
  const found = rules.length === 0 ? 'a list of no rules' : 'a list of one rule';
  const given = { found, wanted: 'two rules or more, the preferred one first: `[fast, slow]`' };
  reading.problems.push(wrongValue('`order` of the workflow', given, reading.span(path)));
}

/** A name, or in TypeScript a rule itself. */
function isName(value: unknown): value is string | { readonly name: string } {
  return typeof value === 'string' || (isRecord(value) && typeof value['name'] === 'string');
}

function nameOf(value: string | { readonly name: string }): string {
  return typeof value === 'string' ? value : value.name;
}

/** Variables of the environment that the jobs need. */
export function readEnvvars(reading: PartReading, value: unknown): readonly NeededVariable[] {
  if (value === undefined) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.flatMap((name, index) => {
    const path = Array.isArray(value) ? [index] : [];
    if (typeof name === 'string' && /^[A-Za-z_]\w*$/u.test(name)) {
      return [{ name, span: reading.span(path, name) }];
    }
    const wanted = 'names of variables of the environment: `[API_TOKEN]`';
    refuse(reading, { key: 'envvars', path }, { value: name, wanted });
    return [];
  });
}

function refuse(
  { problems, span }: PartReading,
  { key, path }: { readonly key: string; readonly path: PropertyPath },
  { value, wanted }: { readonly value: unknown; readonly wanted: string },
): void {
  const text = typeof value === 'string' ? value : undefined;
  const given = { found: describeValue(value), wanted };
  problems.push(wrongValue(`\`${key}\` of the workflow`, given, span(path, text)));
}
