import type { Amount, Amounts } from './resources.ts';
import type { Rule } from './rule.ts';

/** Amounts that somebody gives besides those that the rules state. */
export interface AmountOverrides {
  /** By rule; in the place of what the rule states. */
  readonly threads: ReadonlyMap<string, Amount>;
  /** By rule and name; in the place of what the rule states. */
  readonly resources: ReadonlyMap<string, ReadonlyMap<string, Amount>>;
  /** By name; for rules that state no such resource. */
  readonly defaults: ReadonlyMap<string, Amount>;
}

/** The rules with other amounts; a rule that nothing is given for is handed back as it is. */
export function overrideAmounts(
  rules: readonly Rule[],
  overrides: AmountOverrides,
): readonly Rule[] {
  const { threads, resources, defaults } = overrides;
  if (threads.size + resources.size + defaults.size === 0) return rules;
  return rules.map((rule) => {
    const own = resources.get(rule.name) ?? new Map<string, Amount>();
    const amounts: Amounts = {
      ...rule.amounts,
      threads: threads.get(rule.name) ?? rule.amounts.threads,
      // Makes own properties, whatever the resources are called.
      resources: Object.fromEntries([
        ...defaults,
        ...Object.entries(rule.amounts.resources),
        ...own,
      ]),
    };
    return { ...rule, amounts };
  });
}
