import { expect, test } from 'vitest';
import { open, wrong } from './workflow-rig.ts';

test('rules of included files follow those of the file, whatever the face', async () => {
  const { rules } = await open({
    'flow.yaml': 'include: [b.js, c.yaml]\nrules: { a: { output: a, shell: x } }\n',
    'b.js': "return (config) => [rule('b', { output: 'b', shell: 'x' }), include('d.yaml')];",
    'c.yaml': 'rules: { c: { output: c, shell: x } }\n',
    'd.yaml': 'rules: { d: { output: d, shell: x } }\n',
  });
  expect(rules.map(({ name }) => name)).toEqual(['a', 'b', 'd', 'c']);
});

test('an include in TypeScript stands where its rules are to be', async () => {
  const { rules } = await open({
    'flow.js':
      "const r = (n) => rule(n, { output: n, shell: 'x' }); return [r('a'), [include('b.yaml')], r('c')];",
    'b.yaml': 'rules: { b: { output: b, shell: x } }\n',
  });
  expect(rules.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('the including file has the last word on the config', async () => {
  const { rules, config } = await open(
    {
      'flow.yaml':
        'config: { x: 1, deep: { a: 1 } }\ninclude: b.yaml\nrules: { a: { output: "a{config.x}", shell: x } }\n',
      'b.yaml':
        'config: { x: 2, y: 3, deep: { a: 2, b: 2 } }\nrules: { b: { output: "b{config.x}{config.y}{config.deep.a}{config.deep.b}", shell: x } }\n',
    },
    { y: 4 },
  );
  expect(rules.map(({ output }) => output[0]?.items[0]?.pattern.source)).toEqual(['a1', 'b1412']);
  expect(config).toEqual({ x: 1, y: 4, deep: { a: 1, b: 2 } });
});

test('rules of other files can be referred to', async () => {
  const { rules } = await open({
    'flow.yaml': 'include: b.yaml\nrules: { a: { input: { rule: b }, output: a, shell: x } }\n',
    'b.yaml': 'rules: { b: { output: b.txt, shell: x } }\n',
  });
  expect(rules[0]?.input).toMatchObject([{ items: [{ producer: 'b' }] }]);
});

test('keys that any of the files knows are known', async () => {
  const files = {
    'flow.yaml': 'config: { x: 1 }\ninclude: b.yaml\nrules: { a: { output: a, shell: x } }\n',
    'b.yaml': 'config: { y: 3 }\nrules: { b: { output: b, shell: x } }\n',
  };
  expect(await wrong(files, { x: 2, y: 2 })).toBe('\n\n');
  expect(await wrong(files, { z: 2 })).toContain('unknown-config-key: the config has `z`');
});

test('a file that includes itself through another is refused where that is written', async () => {
  expect(
    await wrong({
      'flow.yaml': 'include: b.js\nrules: { a: { output: a, shell: x } }\n',
      'b.js': "return [include('./flow.yaml')];",
    }),
  ).toMatchInlineSnapshot(`
    "
    bad-include: the included file \`./flow.yaml\` includes itself, directly or through others
      b.js:1:18 «./flow.yaml» included here
      hint: take one of the includes out
    "
  `);
});
