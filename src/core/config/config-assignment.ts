import { badAssignment } from '../catalogue/language-config.ts';
import { FlowError } from '../diagnostic.ts';
import { markStep } from './config-steps.ts';

/** `a.b=1`, taken apart. */
export interface ConfigAssignment {
  readonly path: readonly [string, ...string[]];
  /** As typed; the caller reads it as a YAML scalar. */
  readonly text: string;
}

/** Reads an argument of `--config`. Throws a `FlowError`. */
export function parseConfigAssignment(argument: string): ConfigAssignment {
  const equals = argument.indexOf('=');
  if (equals < 0) throw new FlowError(badAssignment(argument, 'no-value'));
  const [first = '', ...rest] = argument.slice(0, equals).split('.');
  if ([first, ...rest].includes('')) throw new FlowError(badAssignment(argument, 'no-key'));
  return { path: [first, ...rest], text: argument.slice(equals + 1) };
}

/** The config in which only this place is set, to be merged over another. */
export function configWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => markStep(Object.fromEntries([[key, inner]])), value);
}
