import { expect, test } from 'vitest';
import { overrideAmounts } from '../../../../src/core/rule/override-amounts.ts';
import { readAmount } from '../../../../src/core/rule/read-amount.ts';
import type { Amounts } from '../../../../src/core/rule/resources.ts';
import { ruleOf } from '../../../rigs/rule-notation.ts';

const NOTHING = { threads: new Map(), resources: new Map(), defaults: new Map() };

function rule(name: string, amounts: Amounts): ReturnType<typeof ruleOf> {
  return { ...ruleOf(`${name}: x <-`, 1), amounts };
}

test('what is set for a rule wins over what it states, which wins over what is set for all', () => {
  const rules = [
    rule('one', { threads: 1, resources: { mem: '1 GB', time: 5 } }),
    rule('other', { threads: 1, resources: {}, expect: '8 min' }),
  ];
  const changed = overrideAmounts(rules, {
    threads: new Map([['one', 8]]),
    resources: new Map([['one', new Map([['time', '2 h']])]]),
    defaults: new Map<string, number | string>([
      ['mem', '9 GB'],
      ['time', 9],
    ]),
  });
  expect(changed.map(({ amounts }) => amounts)).toEqual([
    { threads: 8, resources: { mem: '1 GB', time: '2 h' } },
    { threads: 1, resources: { mem: '9 GB', time: 9 }, expect: '8 min' },
  ]);
});

test('a function of a rule gives way, too', () => {
  const rules = [rule('one', { threads: () => 3, resources: { mem: () => 100 } })];
  const [changed] = overrideAmounts(rules, {
    ...NOTHING,
    threads: new Map([['one', 2]]),
    resources: new Map([['one', new Map([['mem', 200]])]]),
  });
  expect(changed?.amounts).toEqual({ threads: 2, resources: { mem: 200 } });
});

test('where nothing is set, the rules are those that were given', () => {
  const rules = [rule('one', { threads: 1, resources: {} })];
  expect(overrideAmounts(rules, NOTHING)).toBe(rules);
});

test.for([
  ['mem', '4GB', '4GB'],
  ['gpus', '0.5', '0.5'],
  ['licences', '3', 3],
  ['partition', 'long', 'long'],
] as const)('%s=%s is an amount', ([name, text, amount]) => {
  expect(readAmount(name, text, () => false)).toEqual({ kind: 'amount', amount });
});

test.for([
  ['mem', 'lots', 'write a size such as "4 GB" or "512 MiB", or a number of MB'],
  ['gpus', '1.5', 'write a whole number, or a share of one GPU such as 0.5'],
  ['mem_mb', '4000', 'write `mem`, as "4 GB" or a number of MB'],
  ['gpumem', '1GB', 'did you mean `gpuMem`?'],
] as const)('%s=%s is none', ([name, text, hint]) => {
  expect(readAmount(name, text, () => false)).toEqual({ kind: 'bad', hint });
});

test('a name of the own that a rule states is taken, however near it is to another', () => {
  expect(readAmount('gpumem', '1', (name) => name === 'gpumem')).toEqual({
    kind: 'amount',
    amount: 1,
  });
});
