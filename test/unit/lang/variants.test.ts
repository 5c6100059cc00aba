import { expect, test } from 'vitest';
import { open, wrong } from './workflow-rig.ts';

test('variants are the same in both faces', async () => {
  const js = await open({
    'flow.js': `return [rule('a', { output: 'a', threads: 2, shell: 'x {resources.licences}', resources: {
      time: '4 h', oneOf: [{ gpus: 1, threads: 4, expect: '8 min' }, { threads: 16, mem: '48 GB', licences: 2 }] } })];`,
  });
  const yaml = await open({
    'flow.yaml': `
config: { cores: 16 }
rules:
  a:
    output: a
    threads: 2
    resources:
      time: 4 h
      oneOf: [{ gpus: 1, threads: 4, expect: 8 min }, { threads: "{config.cores}", mem: 48 GB, licences: 2 }]
    shell: x {resources.licences}
`,
  });
  const amounts = {
    threads: 2,
    resources: { time: '4 h' },
    oneOf: [
      { threads: 4, expect: '8 min', resources: { gpus: 1 } },
      { threads: 16, resources: { mem: '48 GB', licences: 2 } },
    ],
  };
  expect(js.rules[0]?.amounts).toEqual(amounts);
  expect(yaml.rules[0]?.amounts).toEqual(amounts);
});

test('what is no variant is refused', async () => {
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a: { output: a, shell: x, resources: { oneOf: [] } }
  b: { output: b, shell: x, resources: { oneOf: { gpus: 1 } } }
  c: { output: c, shell: x, resources: { oneOf: [{ gpus: [1] }, 3] } }
`,
    }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`resources.oneOf\` of rule \`a\` is a list
      flow.yaml:3:42 «oneOf» here
      hint: write ways to run the job, the best first: \`[{ gpus: 1, threads: 1 }, { threads: 16 }]\`
    wrong-value: \`resources.oneOf\` of rule \`b\` is a record
      flow.yaml:4:42 «oneOf» here
      hint: write ways to run the job, the best first: \`[{ gpus: 1, threads: 1 }, { threads: 16 }]\`
    wrong-value: \`resources.oneOf.0.gpus\` of rule \`c\` is a list
      flow.yaml:5:52 «gpus» here
      hint: write a number, or a text with a unit; functions stand beside \`oneOf\`
    wrong-value: \`resources.oneOf.1\` of rule \`c\` is \`3\`
      flow.yaml:5:65 «3» here
      hint: write ways to run the job, the best first: \`[{ gpus: 1, threads: 1 }, { threads: 16 }]\`
    "
  `);
  expect(
    await wrong({
      'flow.js': `return [
  rule('a', { output: 'a', shell: 'x', resources: { oneOf: [{ gpus: () => 1 }] } }),
];`,
    }),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`resources.oneOf.0.gpus\` of rule \`a\` is a function
      flow.js:2:63 «gpus» here
      hint: write a number, or a text with a unit; functions stand beside \`oneOf\`
    "
  `);
});

test('amounts in variants are checked as those of the rule', async () => {
  expect(
    await wrong({
      'flow.yaml': `
rules:
  a:
    output: a
    shell: x
    resources: { oneOf: [{ threads: 0, expect: soon }, { mem: much, runtime: 3, gpus: 1.5 }] }
`,
    }),
  ).toMatchInlineSnapshot(`
    "
    bad-amount: \`threads\` of rule \`a\` is \`0\`
      flow.yaml:3:3 «a» rule \`a\`
      hint: write a whole number from 1
    bad-amount: \`expect\` of rule \`a\` is \`soon\`
      flow.yaml:3:3 «a» rule \`a\`
      hint: write a time such as "4 h", "1h 30m" or "1:30:00", or a number of minutes
    bad-amount: \`mem\` of rule \`a\` is \`much\`
      flow.yaml:3:3 «a» rule \`a\`
      hint: write a size such as "4 GB" or "512 MiB", or a number of MB
    foreign-resource: \`runtime\` of rule \`a\` would mean nothing here
      flow.yaml:3:3 «a» rule \`a\`
      hint: write \`time\`, as "4 h" or a number of minutes
    bad-amount: \`gpus\` of rule \`a\` is \`1.5\`
      flow.yaml:3:3 «a» rule \`a\`
      hint: write a whole number, or a share of one GPU such as 0.5
    "
  `);
});
