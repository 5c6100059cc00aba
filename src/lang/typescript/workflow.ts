import type { CodePlace } from '../../core/author-places.ts';
import { callPlace } from '../call-place.ts';
import type { ConfigOf } from './config-schema.ts';
import type { IncludedFile } from './include.ts';
import type { AnyRule } from './rule.ts';

/** Marks a workflow, also across two copies of this module. */
export const WORKFLOW: unique symbol = Symbol.for('dagflow.workflow');

/** Rules, included files, and lists of them, as deep as you like. */
export type RuleTree = AnyRule | IncludedFile | readonly RuleTree[];

export interface WorkflowSpec<Config extends object> {
  /** A schema (`z.object({ … })`), or plain defaults; its type is that of the rules' `config`. */
  readonly config?: Config;
  /** The rules, or a function of the validated config that makes them. */
  readonly rules: RuleTree | ((config: ConfigOf<NoInfer<Config>>) => RuleTree);
  /** A regular expression by wildcard, for every rule that does not constrain it itself. */
  readonly constraints?: Readonly<Record<string, string>>;
  /** Shell text that is run before the command of every job, in the same shell. */
  readonly preamble?: string;
  /**
   * Which rule is preferred for a file that several make: rules or their names, the preferred one
   * first; several such lists; or `{ rules: […], fallback: true }`, where a rule that cannot be
   * built, since an input is missing, gives way to the next one.
   */
  readonly order?: Order | readonly (readonly RuleName[] | Order)[] | readonly RuleName[];
  /** Variables of the environment that the jobs need: checked before they run, never written. */
  readonly envvars?: readonly string[];
}

type RuleName = string | AnyRule;

interface Order {
  readonly rules: readonly RuleName[];
  readonly fallback?: boolean;
}

/** What a workflow file exports as its default. */
export interface Workflow {
  readonly [WORKFLOW]: DeclaredWorkflow;
}

/** What was written, unread: a JavaScript file may hold anything. */
export interface DeclaredWorkflow {
  readonly spec: unknown;
  readonly place: CodePlace | undefined;
}

/** Declares a workflow: a function from config to rules, with the config's schema. */
export function workflow<Config extends object = Readonly<Record<string, unknown>>>(
  spec: WorkflowSpec<Config>,
): Workflow {
  return { [WORKFLOW]: { spec, place: callPlace(workflow) } };
}

export function isWorkflow(value: unknown): value is Workflow {
  return typeof value === 'object' && value !== null && WORKFLOW in value;
}
