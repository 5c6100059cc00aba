import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { type KnownAmount, parseAmount } from '../../../../src/core/rule/parse-amount.ts';
import {
  resolveAmounts,
  resolveExpected,
  resolvePriority,
} from '../../../../src/core/rule/resolve-amounts.ts';
import type { AmountContext, Amounts } from '../../../../src/core/rule/resources.ts';
import { ruleOf } from './draft-rig.ts';

const GIB = 1024;

test.each<[KnownAmount, unknown, number | undefined]>([
  ['mem', '4 GiB', 4 * GIB],
  ['mem', '4Gi', 4 * GIB],
  ['mem', '4 GB', 4e9 / 2 ** 20],
  ['mem', '4G', 4e9 / 2 ** 20],
  ['mem', '1.5g', 1.5e9 / 2 ** 20],
  ['mem', '512 MiB', 512],
  ['mem', '2 TiB', 2 * GIB * GIB],
  ['mem', '1048576 B', 1],
  ['mem', 4000, 4e9 / 2 ** 20],
  ['mem', '4000', 4e9 / 2 ** 20],
  ['mem', 0, 0],
  ['mem', -1, undefined],
  ['mem', '4 XB', undefined],
  ['mem', '4 iB', undefined],
  ['mem', '', undefined],
  ['mem', Number.POSITIVE_INFINITY, undefined],
  ['mem', undefined, undefined],
  ['disk', '1 KiB', 1 / 1024],
  ['gpuMem', '8 GiB', 8 * GIB],
  ['time', 90, 5400],
  ['time', '90', 5400],
  ['time', '4 h', 14_400],
  ['time', '90 min', 5400],
  ['time', '30s', 30],
  ['time', '1.5 hours', 5400],
  ['time', '2d 3h', 183_600],
  ['time', '1h30m', 5400],
  ['time', '1:30:00', 5400],
  ['time', '2-03:00:05', 183_605],
  ['time', '1:30', undefined],
  ['time', '1:75:00', undefined],
  ['time', 'soon', undefined],
  ['time', '4 parsecs', undefined],
  ['time', 0, undefined],
  ['threads', 4, 4],
  ['threads', '4', 4],
  ['threads', 0, undefined],
  ['threads', 1.5, undefined],
  ['threads', '4 h', undefined],
  ['gpus', 0, 0],
  ['gpus', 2, 2],
  ['gpus', 0.25, 0.25],
  ['gpus', '0.5', 0.5],
  ['gpus', 1.5, undefined],
  ['gpus', true, undefined],
])('%s: %j is %s', (name, written, expected) => {
  expect(parseAmount(name, written)).toBe(expected);
});

test('what is not stated is undefined, no GPU, one thread', () => {
  expect(resolveAmounts(rule({ threads: 1, resources: {} }), CONTEXT)).toEqual({
    threads: 1,
    memMib: undefined,
    diskMib: undefined,
    timeS: undefined,
    gpus: 0,
    gpuMemMib: undefined,
    custom: {},
  });
});

test('functions see the attempt and why the last one failed', () => {
  const amounts: Amounts = {
    threads: ({ wildcards }) => Number(wildcards['x']),
    resources: {
      mem: ({ attempt, failure }) => (failure === 'oom' ? attempt * 1024 : 1),
      time: ({ input }) => `${input.all.length} h`,
      partition: ({ config }) => String(config),
      tapes: 2,
    },
  };
  const context = { ...CONTEXT, config: 'long', attempt: 2, failure: 'oom' } as const;
  expect(resolveAmounts(rule(amounts), context)).toMatchObject({
    threads: 3,
    memMib: 2048e6 / 2 ** 20,
    timeS: 7200,
    custom: { partition: 'long', tapes: 2 },
  });
});

test('all answers that are not valid are told, with the job', () => {
  const amounts: Amounts = { threads: () => 0, resources: { mem: () => '4 XB', tapes: () => NaN } };
  expect(refusal(amounts)).toMatchObject([
    {
      code: 'bad-amount',
      title: '`threads` of rule `r` is `0`',
      facts: [['wildcards', 'x=3']],
      hint: 'write a whole number from 1',
    },
    { title: '`mem` of rule `r` is `4 XB`' },
    { title: '`tapes` of rule `r` is `NaN`', hint: 'write a number or a text' },
  ]);
});

test('an answer that comes later is no answer', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rule files may be JavaScript
  const amounts = { threads: () => Promise.resolve(1), resources: {} } as unknown as Amounts;
  expect(refusal(amounts)).toMatchObject([{ title: '`threads` of rule `r` is `a promise`' }]);
});

test('what a function throws is told with the place, and kept as the cause', () => {
  const thrown = new TypeError('no such sample\nat all');
  const amounts: Amounts = {
    threads: 1,
    resources: {
      mem: () => {
        throw thrown;
      },
    },
  };
  const error = flowError(amounts);
  expect(error.cause).toBe(thrown);
  expect(error.diagnostics).toMatchObject([
    {
      code: 'function-threw',
      title: 'the function `mem` of rule `r` failed: TypeError: no such sample',
      spans: [{ label: 'thrown here' }, { label: 'rule `r`', span: { line: 1 } }],
      facts: [['wildcards', 'x=3']],
      hint: 'it has to answer for every job of the rule',
    },
  ]);
  expect(error.diagnostics[0].spans[0]?.span.file).toMatch(/amounts\.test\.ts$/);
});

test('the place is in a file of the author’s, not in another module', () => {
  const thrown = new Error('no');
  thrown.stack =
    'Error: no\n    at get (file:///flow/dist/chunk.mjs:1:2)\n    at f (/w/flow.ts:3:4)';
  const amounts: Amounts = {
    threads: () => {
      throw thrown;
    },
    resources: {},
  };
  expect(flowError(amounts).diagnostics[0].spans[0]?.span).toMatchObject({
    file: '/w/flow.ts',
    line: 3,
    column: 4,
  });
});

test('a priority is a number or a function of the job', () => {
  const draft = { output: '{x}', shell: 'x' };
  expect(resolvePriority(ruleOf({ ...draft, priority: 7 }), CONTEXT)).toBe(7);
  const called = ruleOf({ ...draft, priority: ({ attempt }) => attempt * 2 });
  expect(resolvePriority(called, CONTEXT)).toBe(2);
});

const CONTEXT: AmountContext = {
  wildcards: { x: '3' },
  config: {},
  input: { all: ['a', 'b'], groups: [] },
  attempt: 1,
  failure: undefined,
};

function rule(amounts: Amounts): ReturnType<typeof ruleOf> {
  return ruleOf({ output: '{x}', shell: 'x', amounts });
}

function refusal(amounts: Amounts): FlowError['diagnostics'] {
  return flowError(amounts).diagnostics;
}

function flowError(amounts: Amounts): FlowError {
  try {
    resolveAmounts(rule(amounts), CONTEXT);
  } catch (error) {
    if (error instanceof FlowError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('an expected duration is a time in milliseconds, or not stated', () => {
  expect(expectedMs()).toBeUndefined();
  expect(expectedMs('90 s')).toBe(90_000);
  expect(expectedMs(2)).toBe(120_000);
  expect(expectedMs(({ wildcards }) => `${wildcards['x']} h`)).toBe(3 * 3_600_000);
  expect(() => expectedMs(() => 'soon')).toThrow('`expect` of rule `r` is `soon`');
});

function expectedMs(amount?: Amounts['expect']): number | undefined {
  const written = amount === undefined ? {} : { expect: amount };
  return resolveExpected(rule({ threads: 1, resources: {}, ...written }), CONTEXT);
}
