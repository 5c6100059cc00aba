import { expect, test } from 'vitest';
import { checkRules } from '../../../../src/core/rule/check-rules.ts';
import type { Rule } from '../../../../src/core/rule/rule.ts';
import { at, draftOf, ruleOf } from './draft-rig.ts';
import { makeRule } from '../../../../src/core/rule/make-rule.ts';

test('rules that go together are left alone', () => {
  expect(checkRules([named('a', 1), reading('b', 'a')], { names: ['x'], span: at('x') })).toEqual(
    [],
  );
});

test('names are there once', () => {
  expect(checkRules([named('a', 1), named('b', 2), named('a', 3), named('a', 4)])).toEqual([
    {
      code: 'duplicate-rules',
      kind: 'workflow',
      severity: 'error',
      title: '3 rules are called `a`',
      spans: [
        { span: at('r', 3), label: 'and here' },
        { span: at('r', 4), label: 'and here' },
        { span: at('r', 1), label: 'first here' },
      ],
      facts: [],
      hint: 'give each rule a name of its own',
    },
  ]);
});

test('one rule is the default', () => {
  const rules = [
    { ...named('a', 1), isDefault: true },
    { ...named('b', 2), isDefault: true },
  ];
  expect(checkRules(rules)).toMatchObject([
    { code: 'several-defaults', title: '2 rules are marked as default' },
  ]);
});

test('a producer is a rule', () => {
  expect(checkRules([named('stitch', 1), reading('b', 'stich')])).toMatchObject([
    {
      title: 'rule `b` reads an output of rule `stich`, and there is no such rule',
      spans: [{ span: { line: 4 }, label: 'read here' }],
      hint: 'did you mean `stitch`?',
    },
  ]);
});

test('a constraint of the workflow is about a wildcard of some rule', () => {
  expect(checkRules([named('a', 1)], { names: ['x', 'sample'], span: at('x') })).toMatchObject([
    {
      title: 'the workflow constrains `sample`, which is no wildcard of any rule',
      hint: 'the wildcards are `x`',
    },
  ]);
});

function named(name: string, line: number): Rule {
  return ruleOf({ name, span: at('r', line), output: `${name}/{x}`, shell: 'x' });
}

/** A rule that reads two outputs of another. */
function reading(name: string, producer: string): Rule {
  const draft = draftOf({ name, output: `${name}/{x}`, shell: 'x', input: ['1/{x}', '2/{x}'] });
  const input = draft.input.map((group) =>
    group.kind === 'function'
      ? group
      : { ...group, items: group.items.map((item) => ({ ...item, producer })) },
  );
  const { rule } = makeRule({ ...draft, input }, { config: undefined });
  if (rule === undefined) throw new Error('the draft is wrong');
  return rule;
}
