import type { RuleOrder } from '../rule/rule-order.ts';
import type { RuleMatch } from './rule-index.ts';

/** What may make a file, of all rules that match it. */
export interface Choice {
  /** More than one: nothing says which. */
  readonly best: readonly RuleMatch[];
  /** What may make it if the best one cannot be built. */
  readonly others: readonly RuleMatch[];
}

/** An explicit order decides, else the number of wildcards. */
export function chooseMatch(matches: readonly RuleMatch[], order: RuleOrder | undefined): Choice {
  const best = fewestWildcards(order === undefined ? matches : preferred(matches, order));
  const [only] = best;
  const others = matches.filter(
    ({ product }) =>
      only !== undefined && order?.fallsBack(only.product.rule, product.rule) === true,
  );
  return { best, others };
}

/** Those to which no other one is preferred. */
function preferred(matches: readonly RuleMatch[], order: RuleOrder): readonly RuleMatch[] {
  return matches.filter(
    ({ product }) => !matches.some((other) => order.isPreferred(other.product.rule, product.rule)),
  );
}

function fewestWildcards(matches: readonly RuleMatch[]): readonly RuleMatch[] {
  const fewest = Math.min(...matches.map(({ values }) => values.length));
  return matches.filter(({ values }) => values.length === fewest);
}
