import { isRecord } from '../../core/config/deep-merge.ts';
import type { Amount, Amounts } from '../../core/rule/resources.ts';
import type { RuleDraft } from '../../core/rule/rule-draft.ts';
import { amountFunction, isFunction } from './author-functions.ts';
import { readVariants } from './read-variants.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

export interface AmountFields {
  readonly threads: unknown;
  readonly resources: unknown;
  readonly priority: unknown;
  readonly retries: unknown;
  readonly expect: unknown;
}

/** Threads, resources, expected durations, priority and retries: values, or functions of the job. */
export function readAmounts(
  reading: RuleReading,
  { threads, resources, priority, retries, expect }: AmountFields,
): Pick<RuleDraft, 'amounts' | 'priority' | 'retries'> {
  const expected = readAmount(reading, ['expect'], expect);
  const amounts: Amounts = {
    threads: readAmount(reading, ['threads'], threads) ?? 1,
    ...readResources(reading, resources),
    ...(expected === undefined ? {} : { expect: expected }),
  };
  return {
    amounts,
    priority: readPriority(reading, priority),
    retries: readRetries(reading, retries),
  };
}

function readResources(reading: RuleReading, value: unknown): Pick<Amounts, 'resources' | 'oneOf'> {
  if (value === undefined) return { resources: {} };
  if (!isRecord(value)) {
    const wanted = 'amounts under names: `{ gpus: 1, mem: "4 GB" }`';
    refuse(reading, 'resources', { value, wanted, span: reading.span(['resources']) });
    return { resources: {} };
  }
  const { oneOf, ...written } = value;
  const amounts = Object.entries(written).map(
    ([name, amount]) => [name, readAmount(reading, ['resources', name], amount)] as const,
  );
  const variants = readVariants(reading, oneOf);
  return {
    resources: Object.fromEntries(
      amounts.filter((it): it is [string, Amount] => it[1] !== undefined),
    ),
    ...(variants === undefined ? {} : { oneOf: variants }),
  };
}

function readAmount(reading: RuleReading, path: PropertyPath, value: unknown): Amount | undefined {
  if (value === undefined || typeof value === 'number' || typeof value === 'string') return value;
  if (isFunction(value)) return amountFunction(value, reading.find);
  const wanted = {
    typescript: 'a number, a text with a unit, or a function of the job',
    yaml: 'a number, or a text with a unit',
  };
  refuse(reading, path.join('.'), { value, wanted, span: reading.span(path) });
  return undefined;
}

function readPriority(reading: RuleReading, value: unknown): RuleDraft['priority'] {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  if (isFunction(value)) return amountFunction(value, reading.find);
  const wanted = {
    typescript: 'a number, or a function of the job; more is earlier',
    yaml: 'a number; more is earlier',
  };
  refuse(reading, 'priority', { value, wanted, span: reading.span(['priority']) });
  return 0;
}

function readRetries(reading: RuleReading, value: unknown): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  refuse(reading, 'retries', {
    value,
    wanted: 'a whole number from 0',
    span: reading.span(['retries']),
  });
  return undefined;
}
