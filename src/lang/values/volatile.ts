import type { NamedFiles } from '../../core/rule/named-files.ts';

/** Marks a volatile param, also across two copies of this module. */
export const VOLATILE: unique symbol = Symbol.for('dagflow.volatile');

/** A param that is kept out of the record. */
export interface Volatile<Value = unknown> {
  readonly [VOLATILE]: { readonly value: Value };
}

/** Wildcards of any name: which the rule has is not known within the brackets of `volatile(…)`. */
type VolatileFunction = (
  wildcards: { readonly [name: string]: string },
  context: {
    readonly wildcards: { readonly [name: string]: string };
    readonly config: unknown;
    readonly input: NamedFiles;
  },
) => unknown;

/** A param whose change is no reason to run: a label, a level of logging, a folder for scratch. */
export function volatile(value: VolatileFunction): Volatile<VolatileFunction>;
export function volatile<const Value>(value: Value): Volatile<Value>;
export function volatile(value: unknown): Volatile {
  return { [VOLATILE]: { value } };
}

export function isVolatile(value: unknown): value is Volatile {
  return typeof value === 'object' && value !== null && VOLATILE in value;
}
