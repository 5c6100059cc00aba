import { usageError } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { Arguments } from './parse-arguments.ts';

/** The value of a flag as a number that is not negative. Throws a usage error. */
export function numberOf(args: Arguments, flag: string, otherwise: number): number {
  const text = args.value(flag);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw badNumber(flag, text, 'a number, and not below 0');
}

/** The value of a flag as a whole number from 1. Throws a usage error. */
export function countOf<Otherwise>(
  args: Arguments,
  flag: string,
  otherwise: Otherwise,
): number | Otherwise {
  const text = args.value(flag);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw badNumber(flag, text, 'a whole number from 1');
}

function badNumber(flag: string, text: string, valid: string): FlowError {
  return new FlowError(
    usageError({ title: `\`--${flag} ${text}\` makes no sense`, hint: `it takes ${valid}` }),
  );
}
