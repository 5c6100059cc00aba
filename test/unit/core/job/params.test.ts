import { expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { evaluateParams } from '../../../../src/core/job/evaluate-params.ts';
import { jobOf } from '../../../../src/core/job/job-of.ts';
import { paramsText, paramsTextMaker } from '../../../../src/core/job/params-text.ts';
import type { Param, Rule } from '../../../../src/core/rule/rule.ts';
import { at, ruleOf } from '../rule/draft-rig.ts';
import { graphOf, jobFor } from './job-rig.ts';

test('texts are filled, however deep, and everything else stays as it is', async () => {
  const rule = ruleOf({
    output: 'o/{sample}',
    params: { a: 'x/{sample}//{{y}}', b: { '{sample}': ['{sample}', 1, null] }, c: false },
    shell: 'x',
  });
  expect(evaluateParams(await jobFor(rule, 'o/S{1}'), {})).toEqual({
    positional: [],
    named: { a: 'x/S{1}//{y}', b: { '{sample}': ['S{1}', 1, null] }, c: false },
  });
});

test('functions see wildcards, config and input; their answers are data', async () => {
  const rule = withParams([
    param(undefined, ({ wildcards, config, input }) => [wildcards, config, input.all]),
    param('text', () => '{sample}'),
  ]);
  expect(evaluateParams(await jobFor(rule, 'o/A'), { k: 1 })).toEqual({
    positional: [[{ sample: 'A' }, { k: 1 }, ['i/A']]],
    named: { text: '{sample}' },
  });
});

test.each([
  [() => Number.NaN, 'param `p` of rule `r` is NaN, which cannot be recorded'],
  [() => ({ a: [undefined] }), 'param `p.a[0]` of rule `r` is undefined, which cannot be recorded'],
  [async () => 1, 'param `p` of rule `r` is a Promise, which cannot be recorded'],
  [
    () => {
      throw new RangeError('too far');
    },
    'the function `params.p` of rule `r` failed: RangeError: too far',
  ],
])('an answer that is no JSON is refused: case %#', async (value, title) => {
  const job = await jobFor(withParams([param('p', value)]), 'o/A');
  expect(refusal(() => evaluateParams(job, {}))).toBe(title);
});

test('the record keeps order, names and what is read of the config', () => {
  const params = { positional: ['x', [1]], named: { b: { z: 1, a: 2 }, a: null } };
  const reads = [
    { path: 'ref.index', value: 3 },
    { path: 'none', value: undefined },
  ];
  expect(paramsText(params, reads)).toBe(
    '{"[0]":"x","[1]":[1],"b":{"a":2,"z":1},"a":null,"config.ref.index":3,"config.none":"(missing)"}',
  );
});

test('a swap of two values, or of two places, is another text', () => {
  const all = [
    { p: 1, q: 2 },
    { p: 2, q: 1 },
    { q: 2, p: 1 },
  ];
  const texts = all.map((named) => paramsText({ positional: [], named }, []));
  expect(new Set(texts).size).toBe(3);
});

test('where nothing depends on the job, all jobs have the same text', async () => {
  const rule = ruleOf(
    { output: 'o/{sample}', params: { a: 1 }, shell: 'x {config.k} {config.l[0]} {config.k}' },
    { k: 'v', l: [5] },
  );
  const graph = await graphOf([rule], ['o/A', 'o/B']);
  const make = paramsTextMaker(rule, { k: 'v', l: [5] });
  expect([make(graph, 0), make(graph, 1)]).toEqual(
    Array.from({ length: 2 }, () => '{"a":1,"config.k":"v","config.l.0":5}'),
  );
});

test('where wildcards or functions matter, each job has its own text', async () => {
  const filled = ruleOf({ output: 'o/{sample}', params: ['{sample}'], shell: 'x' });
  const called = withParams([param('p', ({ input }) => input.all)]);
  for (const [rule, expected] of [
    [filled, ['{"[0]":"A"}', '{"[0]":"B"}']],
    [called, ['{"p":["i/A"]}', '{"p":["i/B"]}']],
  ] as const) {
    const graph = await graphOf([rule], ['o/A', 'o/B']);
    const make = paramsTextMaker(rule, {});
    expect([make(graph, 0), make(graph, 1)].toSorted()).toEqual(expected);
  }
});

test('the config that exec items read is recorded too', async () => {
  const items = ['prog', '{config.a}', '--b={config.b}'];
  const argv = items.map((text) => ({ text, span: at(text, 6) }));
  const run = { kind: 'exec', argv, span: at('x', 6) } as const;
  const config = { a: 1, b: [2] };
  const rule = ruleOf({ output: 'o', run }, config);
  const graph = await graphOf([rule], ['o']);
  expect(paramsTextMaker(rule, config)(graph, 0)).toBe('{"config.a":1,"config.b":[2]}');
});

test('what is volatile is not recorded, whatever it is', async () => {
  const kept = { ...param('kept', 1) };
  const rule = withParams([
    { ...param('level', 3), isVolatile: true },
    kept,
    { ...param('label', '{sample}'), isVolatile: true },
    { ...param('now', () => Math.random()), isVolatile: true },
  ]);
  const graph = await graphOf([rule], ['o/A']);
  expect(paramsTextMaker(rule, {})(graph, 0)).toBe('{"kept":1}');
  expect(evaluateParams(jobOf(graph, 0), {}).named).toMatchObject({ level: 3, label: 'A' });
});

function param(name: string | undefined, value: Param['value']): Param {
  return { name, span: at('p', 5), value, isVolatile: false };
}

function withParams(params: readonly Param[]): Rule {
  return { ...ruleOf({ input: 'i/{sample}', output: 'o/{sample}', shell: 'x' }), params };
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0].title;
    throw error;
  }
  throw new Error('nothing was refused');
}
