import { resolveAmounts } from './resolve-amounts.ts';
import type {
  Amount,
  AmountContext,
  Amounts,
  AmountVariant,
  ResourceRequest,
} from './resources.ts';
import type { Rule } from './rule.ts';

/**
 * The rules, each that has variants with the first of them that fits, in the place of its own amounts;
 * with the first of all if none does. A job then waits for what its variant takes: none of its jobs
 * goes to another variant because the first is busy.
 *
 * `fits` is asked about what is written as values; what functions answer is not known yet.
 */
export function chooseVariants(
  rules: readonly Rule[],
  fits: (request: ResourceRequest) => boolean,
): readonly Rule[] {
  return rules.map((rule) => {
    const { oneOf, ...own } = rule.amounts;
    if (oneOf === undefined) return rule;
    const variants = oneOf.map((variant) => withVariant(own, variant));
    const fitting = variants.find((amounts) => fits(valuesOf(rule, amounts)));
    return { ...rule, amounts: fitting ?? variants[0] ?? own };
  });
}

function withVariant(own: Amounts, { resources, ...rest }: AmountVariant): Amounts {
  return { ...own, ...rest, resources: { ...own.resources, ...resources } };
}

function valuesOf(rule: Rule, { threads, resources }: Amounts): ResourceRequest {
  const values = Object.entries(resources).filter(([, amount]) => isValue(amount));
  const amounts: Amounts = {
    threads: isValue(threads) ? threads : 1,
    resources: Object.fromEntries(values),
  };
  return resolveAmounts({ ...rule, amounts }, NO_JOB);
}

function isValue(amount: Amount): boolean {
  return typeof amount !== 'function';
}

/** Values ask nothing of it. */
const NO_JOB: AmountContext = {
  wildcards: {},
  config: undefined,
  input: { all: [], groups: [] },
  attempt: 1,
  failure: undefined,
};
