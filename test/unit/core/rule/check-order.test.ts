import { expect, test } from 'vitest';
import { checkOrder, type OrderChain } from '../../../../src/core/rule/rule-order.ts';

function problems(...chains: string[]): string[] {
  const parsed = chains.map((text, line): OrderChain => {
    const rules = text.split(' ').map((name, place) => ({
      name,
      span: { file: '/w/flow.yaml', line: line + 1, column: place + 1, length: name.length },
    }));
    return { rules, isFallback: false };
  });
  return checkOrder(parsed, ['a', 'b', 'c', 'd', 'stitch']).map(
    ({ title, spans, facts, hint }) =>
      `${title} at ${spans.map(({ span }) => `${span.line}:${span.column}`).join(' ')} (${facts.flat().join(': ')}) ${hint}`,
  );
}

test('orders that agree are fine', () => {
  expect(problems('a b c', 'a c', 'd c', 'a b')).toEqual([]);
});

test('names of no rule and names twice are shown where they stand', () => {
  expect(problems('a stich', 'b a b')).toEqual([
    'the order names a rule `stich`, and there is no such rule at 1:2 () did you mean `stitch`?',
    'the order prefers rule `b` to itself at 2:3 () name each rule once',
  ]);
});

test('orders that contradict one another are shown with the ring', () => {
  expect(problems('a b c', 'd a', 'c b')).toEqual([
    'the order of 2 rules contradicts itself at 1:2 1:3 3:1 3:2 (preferred: `b` to `c` to `b`) take one of them out of one of the orders',
  ]);
  expect(problems('a b', 'b c', 'c a')).toEqual([
    'the order of 3 rules contradicts itself at 1:1 1:2 2:1 2:2 3:1 3:2 (preferred: `a` to `b` to `c` to `a`) take one of them out of one of the orders',
  ]);
});
