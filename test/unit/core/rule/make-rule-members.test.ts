import { expect, test } from 'vitest';
import { makeRule } from '../../../../src/core/rule/make-rule.ts';
import { at, draftOf, made, said } from './draft-rig.ts';

test('names of inputs, outputs and params are names', () => {
  expect(
    said(
      made({
        input: { 'a-b': 'a', sort: 'b' },
        output: { items: 'c', index: 'd' },
        params: { '1': 1 },
        shell: 'x',
      }),
    ),
  ).toEqual([
    '4: `a-b` is no name for an input, in rule `r` | names have letters, digits and `_`, and start with no digit',
    '2: an output cannot be called `items`: scripts need that name, in rule `r` | call it `items_`, or anything else',
    '5: `1` is no name for a param, in rule `r` | names have letters, digits and `_`, and start with no digit',
  ]);
});

test('a name is there once', () => {
  const span = at('x', 4);
  const input = ['a', undefined, undefined, 'a'].map(
    (name) => ({ kind: 'function', name, span, edge: 'data', call: () => 'a' }) as const,
  );
  const draft = draftOf({ output: 'x', shell: 'x {input.a} {input.any}' });
  expect(said(makeRule({ ...draft, input }, { config: undefined }))).toEqual([
    '4: an input called `a` is there twice, in rule `r` | give each a name of its own; several files under one name are a list',
  ]);
});

test('a constraint names a wildcard of the rule', () => {
  expect(
    said(made({ output: '{sample}', constraints: { sampel: 'x', y: 'x' }, shell: 'x' })),
  ).toEqual([
    '1: rule `r` constrains `sampel`, which is no wildcard of its outputs | did you mean `sample`?',
    '1: rule `r` constrains `y`, which is no wildcard of its outputs | the wildcards are `sample`',
  ]);
});

test('a mistake in a constraint of the rule is told once, where the rule is', () => {
  expect(said(made({ output: ['{a}.x', '{a}.y'], constraints: { a: '^x' }, shell: 'x' }))).toEqual([
    '1: the constraint `^x` of wildcard `a` has an anchor | leave `^` and `$` out: a constraint always matches the whole value',
  ]);
});

test('an output that is not understood brings no further messages', () => {
  expect(
    said(made({ output: '{a', input: '{b}', params: ['{c}'], shell: 'x {wildcards.d}' })),
  ).toEqual([
    '2: a `{` is never closed | close the wildcard, as in `{sample}`; for a brace itself write `{{`',
  ]);
});

test('params are JSON, and their texts are patterns', () => {
  const endless: Record<string, unknown> = {};
  endless['self'] = endless;
  const wrong = {
    a: Number.NaN,
    b: { c: [1, undefined] },
    d: new Date(0),
    e: endless,
    f: { g: ['{sampel}'] },
    h: "awk '{print $1}'",
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- faces take what authors give
  const params = wrong as unknown as Record<string, number>;
  expect(said(made({ output: '{sample}', params, shell: 'x' }))).toEqual([
    '5: param `a` of rule `r` is NaN, which cannot be recorded | params are texts, numbers, booleans, null, lists and records of these',
    '5: param `b.c[1]` of rule `r` is undefined, which cannot be recorded | params are texts, numbers, booleans, null, lists and records of these',
    '5: param `d` of rule `r` is a Date, which cannot be recorded | params are texts, numbers, booleans, null, lists and records of these',
    '5: param `e` of rule `r` is nested too deep, or in itself, which cannot be recorded | params are texts, numbers, booleans, null, lists and records of these',
    '5: a param of rule `r` has the wildcard `sampel`, which its outputs have not | did you mean `{sample}`?',
    '5: `{print $1}` is no wildcard: a name has letters, digits and `_` only | a wildcard looks like `{sample}`; for braces themselves write `{{` and `}}`',
  ]);
});

test('amounts are valid', () => {
  expect(
    said(
      made({
        output: 'x',
        shell: 'x',
        amounts: {
          threads: 0,
          resources: {
            mem: '4 GBB',
            time: 'soon',
            gpus: 1.5,
            mem_mb: 1,
            runtime: 1,
            gpu: 1,
            memory: 1,
            licence: Number.NaN,
            disk: () => 1,
          },
        },
        priority: Number.NaN,
        retries: 1.5,
      }),
    ),
  ).toEqual([
    '1: `threads` of rule `r` is `0` | write a whole number from 1',
    '1: `mem` of rule `r` is `4 GBB` | write a size such as "4 GB" or "512 MiB", or a number of MB',
    '1: `time` of rule `r` is `soon` | write a time such as "4 h", "1h 30m" or "1:30:00", or a number of minutes',
    '1: `gpus` of rule `r` is `1.5` | write a whole number, or a share of one GPU such as 0.5',
    '1: `mem_mb` of rule `r` would mean nothing here | write `mem`, as "4 GB" or a number of MB',
    '1: `runtime` of rule `r` would mean nothing here | write `time`, as "4 h" or a number of minutes',
    '1: `gpu` of rule `r` would mean nothing here | write `gpus`',
    '1: `licence` of rule `r` is `NaN` | write a number or a text',
    '1: `priority` of rule `r` is `NaN` | write a number; more is earlier',
    '1: `retries` of rule `r` is `1.5` | write a whole number from 0',
  ]);
});

test('a resource that is nearly one of ours is a warning', () => {
  const amounts = { threads: 1, resources: { gpuMen: 1, tapes: 2 } };
  const { rule, diagnostics } = made({ output: 'x', shell: 'x', amounts });
  expect(rule?.amounts).toEqual(amounts);
  expect(diagnostics).toMatchObject([
    {
      severity: 'warning',
      title: '`gpuMen` of rule `r` is a resource of your own',
      hint: 'did you mean `gpuMem`?',
    },
  ]);
});

test('outputs need a command, and a command is not empty', () => {
  const span = at('x', 6);
  const nothing = 'say what to run; a rule that only asks for its inputs has no command at all';
  expect(said(made({ output: 'x' }))).toEqual([
    '1: rule `r` has outputs, and nothing that makes them | add `shell`, `exec` or `script`, or take the outputs out',
  ]);
  expect(said(made({ output: 'x', shell: ' \n ' }))).toEqual([
    `6: \`shell\` of rule \`r\` is empty | ${nothing}`,
  ]);
  expect(said(made({ output: 'x', run: { kind: 'exec', argv: [], span } }))).toEqual([
    `6: \`exec\` of rule \`r\` is empty | ${nothing}`,
  ]);
});

test('a command names what the rule has', () => {
  const shell = 'x {input.a} {params[0]} {wildcards.y} {config.b} {y}';
  const short = { input: { b: 'i' }, output: 'o/{y}', params: { p: 1 }, shell };
  expect(said(made(short, { c: 1 }))).toEqual([
    '6: `{input.a}` names nothing that the rule has, in the command of rule `r` | there is `{input.b}`',
    '6: `{config.b}` names nothing that is in the config, in the command of rule `r` | there is `{config.c}`',
    '6: `{y}` is no placeholder, in the command of rule `r` | did you mean `{wildcards.y}`? For the text itself write `{{y}}`',
  ]);
});

test('all that is wrong with a rule is told at once', () => {
  const { rule, diagnostics } = made({
    name: 'a rule',
    output: '{a',
    input: 'x}',
    params: ['{'],
    amounts: { threads: 'many', resources: {} },
    shell: '{inptu}',
  });
  expect(rule).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual([
    'rule-name',
    'pattern-braces',
    'pattern-braces',
    'pattern-braces',
    'bad-amount',
    'unknown-placeholder',
  ]);
});
