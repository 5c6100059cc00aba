import { expect, test } from 'vitest';
import { open, wrong } from './workflow-rig.ts';

test('how long a job is thought to take is the same in both faces', async () => {
  const js = await open({
    'flow.js': `return [rule('a', { output: 'a', expect: '8 min', shell: 'x' }),
      rule('b', { output: 'b', expect: 3, shell: 'x' }), rule('c', { output: 'c', shell: 'x' })];`,
  });
  const yaml = await open({
    'flow.yaml': `
config: { minutes: 3 }
rules:
  a: { output: a, expect: 8 min, shell: x }
  b: { output: b, expect: "{config.minutes}", shell: x }
  c: { output: c, shell: x }
`,
  });
  const expected = ({ rules }: typeof js): unknown => rules.map(({ amounts }) => amounts.expect);
  expect(expected(js)).toEqual(['8 min', 3, undefined]);
  expect(expected(yaml)).toEqual(['8 min', 3, undefined]);
});

test('in TypeScript it may be a function of the wildcards', async () => {
  const { rules } = await open({
    'flow.js':
      "return [rule('a', { output: 'a/{n}', expect: ({ n }) => `${n} min`, shell: 'x' })];",
  });
  const expected = rules[0]?.amounts.expect;
  const input = { all: [], groups: [] };
  const context = { wildcards: { n: '7' }, config: {}, input, attempt: 1, failure: undefined };
  expect(typeof expected === 'function' ? expected(context) : expected).toBe('7 min');
});

test('what is no time is refused', async () => {
  expect(
    await wrong({ 'flow.yaml': 'rules:\n  a: { output: a, expect: soon, shell: x }\n' }),
  ).toMatchInlineSnapshot(`
    "
    bad-amount: \`expect\` of rule \`a\` is \`soon\`
      flow.yaml:2:3 «a» rule \`a\`
      hint: write a time such as "4 h", "1h 30m" or "1:30:00", or a number of minutes
    "
  `);
  expect(
    await wrong({ 'flow.yaml': 'rules:\n  a: { output: a, expect: [1], shell: x }\n' }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`expect\` of rule \`a\` is a list
      flow.yaml:2:19 «expect» here
      hint: write a number, or a text with a unit
    "
  `);
  expect(
    await wrong({ 'flow.js': "return [rule('a', { output: 'a', expect: {}, shell: 'x' })];" }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`expect\` of rule \`a\` is a record
      flow.js:1:34 «expect» here
      hint: write a number, a text with a unit, or a function of the job
    "
  `);
});
