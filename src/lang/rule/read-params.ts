import { isRecord } from '../../core/config/deep-merge.ts';
import type { ParamValue } from '../../core/rule/param-value.ts';
import type { Param } from '../../core/rule/rule.ts';
import { isVolatile, VOLATILE } from '../values/volatile.ts';
import { isFunction, paramFunction } from './author-functions.ts';
import { refuse, type RuleReading } from './rule-reading.ts';

/** Params under names, or a list of them. One that is `undefined` is left out. */
export function readParams(reading: RuleReading, value: unknown): Param[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => readParam(reading, { step: index }, item));
  }
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([name, item]) =>
      readParam(reading, { step: name, name }, item),
    );
  }
  const wanted = 'params under names, `{ min: 3 }`, or a list of them';
  refuse(reading, 'params', { value, wanted, span: reading.span(['params']) });
  return [];
}

function readParam(
  reading: RuleReading,
  { step, name }: { readonly step: string | number; readonly name?: string },
  given: unknown,
): Param[] {
  const isKeptOut = isVolatile(given);
  const value = isKeptOut ? given[VOLATILE].value : given;
  if (value === undefined) return [];
  const text = typeof value === 'string' ? value : undefined;
  const span = reading.span(['params', step], text);
  const param = { name, span, isVolatile: isKeptOut };
  if (isFunction(value)) return [{ ...param, value: paramFunction(value, reading.find) }];
  // `makeRule` says what in it is no JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return [{ ...param, value: value as ParamValue }];
}
