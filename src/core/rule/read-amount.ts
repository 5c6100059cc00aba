import { didYouMean } from '../did-you-mean.ts';
import { FOREIGN_AMOUNTS, STANDARD_RESOURCES } from './check-amounts.ts';
import { parseAmount, VALID_AMOUNTS } from './parse-amount.ts';
import { isKnownAmount } from './resolve-amounts.ts';

/** An amount that was given as text, or what to do about it. */
export type ReadAmount =
  | { readonly kind: 'amount'; readonly amount: number | string }
  | { readonly kind: 'bad'; readonly hint: string };

/**
 * Reads a resource as it is typed, outside of any rule. A name of the user's own that is nearly one
 * of flow's is refused unless some rule states it, since nobody would ask for it.
 */
export function readAmount(
  name: string,
  text: string,
  stated: (name: string) => boolean,
): ReadAmount {
  const instead = FOREIGN_AMOUNTS.get(name);
  if (instead !== undefined) return { kind: 'bad', hint: `write ${instead}` };
  if (isKnownAmount(name)) {
    if (parseAmount(name, text) === undefined) {
      return { kind: 'bad', hint: `write ${VALID_AMOUNTS[name]}` };
    }
    return { kind: 'amount', amount: text };
  }
  if (text.trim() === '') return { kind: 'bad', hint: 'write a number or a text' };
  const near = stated(name) ? undefined : didYouMean(name, STANDARD_RESOURCES);
  if (near !== undefined) return { kind: 'bad', hint: near };
  const number = Number(text);
  return { kind: 'amount', amount: Number.isFinite(number) ? number : text };
}
