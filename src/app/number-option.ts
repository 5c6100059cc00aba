import { badFlagValue, type GivenValue } from '../core/catalogue/usage.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { Arguments } from './parse-arguments.ts';

/** The value of a flag as a number that is not negative. Throws a usage error. */
export function numberOf(args: Arguments, flag: string, otherwise: number): number {
  const given = args.given(flag).at(-1);
  if (given === undefined) return otherwise;
  const value = Number(given.text);
  if (given.text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw badNumber(given, 'a number, and not below 0');
}

/** The value of a flag as a whole number from 1. Throws a usage error. */
export function countOf<Otherwise>(
  args: Arguments,
  flag: string,
  otherwise: Otherwise,
): number | Otherwise {
  const given = args.given(flag).at(-1);
  if (given === undefined) return otherwise;
  const value = Number(given.text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw badNumber(given, 'a whole number from 1');
}

function badNumber(given: GivenValue, valid: string): FlowError {
  return new FlowError(badFlagValue(given, `it takes ${valid}`));
}
