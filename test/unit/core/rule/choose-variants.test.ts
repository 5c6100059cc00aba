import { expect, test } from 'vitest';
import { chooseVariants } from '../../../../src/core/rule/choose-variants.ts';
import type { Amounts, ResourceRequest } from '../../../../src/core/rule/resources.ts';
import { ruleOf } from '../../../rigs/rule-notation.ts';

const GPU = { threads: 1, expect: '8 min', resources: { gpus: 1 } };
const CPU = { threads: 16, resources: { mem: '48 GiB' } };

function chosen(amounts: Amounts, fits: (request: ResourceRequest) => boolean): unknown {
  const [rule] = chooseVariants([{ ...ruleOf('a <-', 1), amounts }], fits);
  return rule?.amounts;
}

const OWN: Amounts = {
  threads: 2,
  expect: '1 h',
  resources: { mem: '4 GiB', time: '4 h' },
  oneOf: [GPU, CPU],
};

test('the first variant that fits replaces what it names, and the rest stays', () => {
  expect(chosen(OWN, () => true)).toEqual({
    threads: 1,
    expect: '8 min',
    resources: { mem: '4 GiB', time: '4 h', gpus: 1 },
  });
  expect(chosen(OWN, ({ gpus }) => gpus === 0)).toEqual({
    threads: 16,
    expect: '1 h',
    resources: { mem: '48 GiB', time: '4 h' },
  });
});

test('if none fits, the first is what is missing', () => {
  expect(chosen(OWN, () => false)).toEqual(chosen(OWN, () => true));
});

test('what fits is asked of all that is written as values, in plain units', () => {
  const asked: ResourceRequest[] = [];
  const amounts = { ...OWN, resources: { ...OWN.resources, disk: () => '9 GB' } };
  chosen(amounts, (request) => asked.push(request) === 2);
  expect(asked).toMatchObject([
    { threads: 1, gpus: 1, memMib: 4096, timeS: 14_400, diskMib: undefined },
    { threads: 16, gpus: 0, memMib: 48 * 1024, timeS: 14_400 },
  ]);
});

test('rules without variants are left as they are', () => {
  const rules = [ruleOf('a <-', 1)];
  expect(chooseVariants(rules, () => true)[0]).toBe(rules[0]);
});
