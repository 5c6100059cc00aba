import type { MadeRule } from '../../core/rule/make-rule.ts';
import type { DraftOutputs } from '../../core/rule/rule-draft.ts';

/** A rule as far as it can be read without knowing the others. */
export interface RulePart {
  readonly kind: 'rule';
  readonly name: string;
  readonly output: readonly DraftOutputs[];
  /** Compiles it, now that the outputs of all rules are known. */
  readonly make: (outputs: RuleOutputs) => MadeRule;
}

/** The outputs of all rules of a workflow, by the name of the rule. */
export type RuleOutputs = ReadonlyMap<string, readonly DraftOutputs[]>;
