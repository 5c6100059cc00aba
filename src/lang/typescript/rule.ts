import type { CodePlace } from '../../core/author-places.ts';
import { noSuchOutput } from '../../core/catalogue/workflow-file.ts';
import { FlowError } from '../../core/diagnostic.ts';
import { callPlace, spanOfCall } from '../call-place.ts';
import { fileReference, isFileReference } from '../values/file-reference.ts';
import type { Inputs } from './input-types.ts';
import { flagsOf, isFlaggedPath } from '../values/output-flags.ts';
import type { Outputs, References, WildcardsOf } from './output-types.ts';
import type { RuleSpec } from './rule-spec.ts';

/** Marks a rule, also across two copies of this module. */
export const RULE: unique symbol = Symbol.for('dagflow.rule');

/** A declared rule: a value, to be put into the rules of a workflow. */
export interface AnyRule {
  readonly name: string;
  readonly [RULE]: DeclaredRule;
}

/** A rule whose outputs are known by type, to be referred to by other rules. */
export interface RuleWith<Output> extends AnyRule {
  /** References to the outputs, under the names and in the order in which they were declared. */
  readonly output: References<Output>;
}

/** What was written, unread: a JavaScript file may hold anything. */
export interface DeclaredRule {
  readonly name: unknown;
  readonly spec: unknown;
  readonly place: CodePlace | undefined;
}

/**
 * Declares a rule: how to make the files of `output`, for all values of the wildcards in them.
 *
 * What is wrong with it is reported when the workflow is read, all rules at once.
 */
export function rule<
  const Output extends Outputs = never,
  const Input extends Inputs<NoInfer<WildcardsOf<Output>>> = Inputs<NoInfer<WildcardsOf<Output>>>,
  Shell extends string = never,
  Exec extends readonly string[] = never,
>(name: string, spec: RuleSpec<Output, Input, Shell, Exec>): RuleWith<Output>;
export function rule(name: string, spec: { readonly output?: unknown } | undefined): object {
  return {
    name,
    output: strictOutputs(name, referencesTo(name, spec?.output)),
    [RULE]: { name, spec, place: callPlace(rule) },
  };
}

export function isRule(value: unknown): value is AnyRule {
  return typeof value === 'object' && value !== null && RULE in value;
}

/** References in the shape of the outputs. What is no output is passed over: it is reported later. */
function referencesTo(name: string, output: unknown): object {
  if (typeof output === 'string') return fileReference(name, output);
  if (isFlaggedPath(output)) return fileReference(name, flagsOf(output).path);
  if (Array.isArray(output)) return output.map((item: unknown) => referencesTo(name, item));
  if (typeof output !== 'object' || output === null) return {};
  return Object.fromEntries(
    Object.entries(output).map(([key, value]) => [key, referencesTo(name, value)]),
  );
}

/** An output that the rule has not throws where it is asked for, and not where it is used. */
function strictOutputs(owner: string, outputs: object): object {
  return new Proxy(outputs, {
    get: function get(target, name): unknown {
      if (typeof name === 'string' && !(name in target) && !PROBED.has(name)) {
        const known = isFileReference(target) || Array.isArray(target) ? [] : Object.keys(target);
        throw new FlowError(
          noSuchOutput(name, owner, { span: spanOfCall(get, name.length), outputs: known }),
        );
      }
      return Reflect.get(target, name);
    },
  });
}

/** What JavaScript itself asks objects for. */
const PROBED = new Set(['then', 'toJSON']);
