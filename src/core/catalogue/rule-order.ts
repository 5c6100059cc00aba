// What can be wrong with the order between rules.

import type { Diagnostic, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import { workflowError } from './language-diagnostic.ts';

export function unknownInOrder(
  name: string,
  rules: readonly string[],
  span: SourceSpan,
): Diagnostic {
  return workflowError({
    code: 'unknown-rule',
    title: `the order names a rule \`${name}\`, and there is no such rule`,
    at: span,
    label: 'here',
    hint: didYouMean(name, rules) ?? 'see `flow list` for the rules',
  });
}

export function repeatedInOrder(name: string, span: SourceSpan): Diagnostic {
  return workflowError({
    code: 'order-cycle',
    title: `the order prefers rule \`${name}\` to itself`,
    at: span,
    label: 'again here',
    hint: 'name each rule once',
  });
}

/** `ring`: each rule is preferred to the next, and the last to the first. */
export function orderCycle(
  ring: readonly string[],
  places: readonly { readonly name: string; readonly span: SourceSpan }[],
): Diagnostic {
  const [first = ''] = ring;
  return workflowError({
    code: 'order-cycle',
    title: `the order of ${ring.length} rules contradicts itself`,
    at: places.map(({ name, span }) => ({ span, label: `rule \`${name}\`` })),
    facts: [['preferred', [...ring, first].map((name) => `\`${name}\``).join(' to ')]],
    hint: 'take one of them out of one of the orders',
  });
}
