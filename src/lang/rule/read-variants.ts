import { isRecord } from '../../core/config/deep-merge.ts';
import type { AmountVariant } from '../../core/rule/resources.ts';
import { type PropertyPath, refuse, type RuleReading } from './rule-reading.ts';

/** `resources.oneOf`: the ways to run a job, the best first. Undefined: none are written. */
export function readVariants(
  reading: RuleReading,
  value: unknown,
): readonly AmountVariant[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0) {
    refuseVariant(reading, ['resources', 'oneOf'], value);
    return undefined;
  }
  return value.map((variant: unknown, index) => readVariant(reading, variant, index));
}

function readVariant(reading: RuleReading, value: unknown, index: number): AmountVariant {
  const path = ['resources', 'oneOf', index];
  if (!isRecord(value)) {
    refuseVariant(reading, path, value);
    return { resources: {} };
  }
  const amounts = Object.entries(value).filter((entry): entry is [string, number | string] => {
    const [name, amount] = entry;
    if (typeof amount === 'number' || typeof amount === 'string') return true;
    const span = reading.span([...path, name]);
    const wanted = 'a number, or a text with a unit; functions stand beside `oneOf`';
    refuse(reading, [...path, name].join('.'), { value: amount, wanted, span });
    return false;
  });
  const { threads, expect, ...resources } = Object.fromEntries(amounts);
  return {
    ...(threads === undefined ? {} : { threads }),
    ...(expect === undefined ? {} : { expect }),
    resources,
  };
}

function refuseVariant(reading: RuleReading, path: PropertyPath, value: unknown): void {
  const wanted =
    'ways to run the job, the best first: `[{ gpus: 1, threads: 1 }, { threads: 16 }]`';
  refuse(reading, path.join('.'), { value, wanted, span: reading.span(path) });
}
