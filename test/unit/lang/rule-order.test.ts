import { expect, test } from 'vitest';
import { open, wrong } from './workflow-rig.ts';

const RULES = `
rules:
  fast: { output: "{n}.out", shell: x }
  slow: { output: "{n}.out", shell: x }
`;

test('an order is a list of names, several, or one with a fallback', async () => {
  expect(await orders('[fast, slow]')).toEqual([[false, 'fast', 'slow']]);
  expect(await orders('[[fast, slow]]')).toEqual([[false, 'fast', 'slow']]);
  expect(await orders('{ rules: [slow, fast], fallback: true }')).toEqual([[true, 'slow', 'fast']]);
  expect(await orders('[{ rules: [slow, fast] }]')).toEqual([[false, 'slow', 'fast']]);
});

test('a list of one rule is no order, and the message says what it lacks', async () => {
  expect(await yaml('[fast]')).toMatchInlineSnapshot(`
    "
    wrong-value: \`order\` of the workflow is a list of one rule
      flow.yaml:1:1 «order» here
      hint: write two rules or more, the preferred one first: \`[fast, slow]\`
    "
  `);
  expect(
    await yaml('[[fast, slow], { rules: [slow], fallback: true }, []]'),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`order\` of the workflow is a list of one rule
      flow.yaml:1:23 «{ rules: [slow], fallback: true }» here
      hint: write two rules or more, the preferred one first: \`[fast, slow]\`
    wrong-value: \`order\` of the workflow is a list of no rules
      flow.yaml:1:58 «[]» here
      hint: write two rules or more, the preferred one first: \`[fast, slow]\`
    "
  `);
});

test('what is no order, and orders that do not hold, are shown where they stand', async () => {
  expect(await yaml('fast')).toMatchInlineSnapshot(`
    "
    wrong-value: \`order\` of the workflow is the text \`fast\`
      flow.yaml:1:8 «fast» here
      hint: write names of rules, the preferred one first: \`[fast, slow]\`, several such lists, or \`{ rules: [fast, slow], fallback: true }\`
    "
  `);
  expect(
    await yaml('[[fast, slow], { rules: [fast, slow], fallbak: true }]'),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`order\` of the workflow is a record
      flow.yaml:1:23 «{ rules: [fast, slow], fallbak: true }» here
      hint: write names of rules, the preferred one first: \`[fast, slow]\`, several such lists, or \`{ rules: [fast, slow], fallback: true }\`
    "
  `);
  expect(await yaml('[fast, slwo]')).toMatchInlineSnapshot(`
    "
    unknown-rule: the order names a rule \`slwo\`, and there is no such rule
      flow.yaml:1:15 «slwo» here
      hint: did you mean \`slow\`?
    "
  `);
  expect(await yaml('[[fast, slow], [slow, fast]]')).toMatchInlineSnapshot(`
    "
    order-cycle: the order of 2 rules contradicts itself
      flow.yaml:1:10 «fast» rule \`fast\`
      flow.yaml:1:16 «slow» rule \`slow\`
      flow.yaml:1:24 «slow» rule \`slow\`
      flow.yaml:1:30 «fast» rule \`fast\`
      preferred: \`fast\` to \`slow\` to \`fast\`
      hint: take one of them out of one of the orders
    "
  `);
});

test('in TypeScript, too', async () => {
  expect(await js("['fast']")).toMatchInlineSnapshot(`
    "
    wrong-value: \`order\` of the workflow is a list of one rule
      flow.js:2:3 «order» here
      hint: write two rules or more, the preferred one first: \`[fast, slow]\`
    "
  `);
  expect(await js("['fast', 'slwo']")).toMatchInlineSnapshot(`
    "
    unknown-rule: the order names a rule \`slwo\`, and there is no such rule
      flow.js:2:20 «slwo» here
      hint: did you mean \`slow\`?
    "
  `);
  expect(await js("[['fast', 'slow'], ['slow', 'fast']]")).toMatchInlineSnapshot(`
    "
    order-cycle: the order of 2 rules contradicts itself
      flow.js:2:13 «fast» rule \`fast\`
      flow.js:2:21 «slow» rule \`slow\`
      flow.js:2:31 «slow» rule \`slow\`
      flow.js:2:39 «fast» rule \`fast\`
      preferred: \`fast\` to \`slow\` to \`fast\`
      hint: take one of them out of one of the orders
    "
  `);
});

test('names of variables of the environment are names', async () => {
  expect(
    await wrong({ 'flow.yaml': `envvars: [A-B, { C: d }, E]\n${RULES}` }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`envvars\` of the workflow is the text \`A-B\`
      flow.yaml:1:11 «A-B» here
      hint: write names of variables of the environment: \`[API_TOKEN]\`
    wrong-value: \`envvars\` of the workflow is a record
      flow.yaml:1:16 «{ C: d }» here
      hint: write names of variables of the environment: \`[API_TOKEN]\`
    "
  `);
  expect(
    await wrong({ 'flow.js': "return workflow({ rules: [], envvars: ['OK', '1X'] });" }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`envvars\` of the workflow is the text \`1X\`
      flow.js:1:47 «1X» here
      hint: write names of variables of the environment: \`[API_TOKEN]\`
    "
  `);
});

test('messages, benchmarks and marks of the wrong kind or with wildcards of their own', async () => {
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a: { output: "a/{s}", message: [x], benchmark: { b: c }, localRule: maybe, shell: x }
  b: { output: "b/{s}", message: "now {smaple} and {inptu}", benchmark: "b/{t}.tsv", shell: x }
  c: { output: "c/{s}", log: "x/{s}", benchmark: "x/{s}", shell: x }
  d: { benchmark: "d/{s}", shell: x }
`,
    }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`message\` of rule \`a\` is a list
      flow.yaml:3:25 «message» here
      hint: write a text
    wrong-value: \`benchmark\` of rule \`a\` is a record
      flow.yaml:3:39 «benchmark» here
      hint: write a text
    wrong-value: \`localRule\` of rule \`a\` is the text \`maybe\`
      flow.yaml:3:60 «localRule» here
      hint: write \`true\` or \`false\`
    wildcards-differ: the benchmark of rule \`b\` has other wildcards than its first output
      flow.yaml:4:74 «b/{t}.tsv» {t}
      flow.yaml:4:17 «b/{s}» {s}
      hint: every output and log of a rule has the same wildcards, or one job would write it for several
    unknown-placeholder: \`{inptu}\` is no placeholder, in the message of rule \`b\`
      flow.yaml:4:52 «{inptu}» here
      line: now {smaple} and {inptu}
      hint: did you mean \`{input}\`? For the text itself write \`{{inptu}}\`
    duplicate-output: rule \`c\` writes \`x/{s}\` twice
      flow.yaml:5:51 «x/{s}» again here
      flow.yaml:5:31 «x/{s}» first here
      hint: give each output and log of a rule a path of its own
    target-wildcard: the benchmark of rule \`d\` has the wildcard \`s\`, but the rule has no outputs
      flow.yaml:6:20 «d/{s}» no value for this
      hint: values come from output paths: list the files, as with \`expand(…, { s: […] })\`
    "
  `);
});

async function orders(order: string): Promise<unknown> {
  const { order: chains } = await open({ 'flow.yaml': `order: ${order}\n${RULES}` });
  return chains.map(({ rules, isFallback }) => [isFallback, ...rules.map(({ name }) => name)]);
}

async function yaml(order: string): Promise<string> {
  return await wrong({ 'flow.yaml': `order: ${order}\n${RULES}` });
}

async function js(order: string): Promise<string> {
  const text = `return workflow({
  order: ${order},
  rules: ['fast', 'slow'].map((name) => rule(name, { output: '{n}.out', shell: 'x' })),
});`;
  return await wrong({ 'flow.js': text });
}
