import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const js = async (text: string, config: object = {}): Promise<string> =>
  await wrong({ 'flow.js': text }, { ...config });

test('workflows of the wrong kind', async () => {
  expect(await js('return undefined;')).toMatchInlineSnapshot(`
    "
    no-workflow-export: \`flow.js\` exports nothing as its default
      flow.js:1:1 «r» the workflow file
      hint: end it with \`export default workflow({ rules: … })\`
    "
  `);
  expect(await js('return 3;')).toMatchInlineSnapshot(`
    "
    not-a-rule: \`3\` stands among the rules
      flow.js:1:1 «r» the rules of this workflow
      hint: rules are what \`rule(…)\` and \`include(…)\` answer, and lists of them
    "
  `);
  expect(await js('return workflow();')).toMatchInlineSnapshot(`
    "
    wrong-value: the workflow is nothing
      flow.js:1:8 «workflow» here
      hint: write \`workflow({ rules: … })\`
    "
  `);
  expect(
    await js(
      "return workflow({ rules: [rule('a', { output: 'a', shell: 'x' }), 'b', [undefined]] });",
    ),
  ).toMatchInlineSnapshot(`
    "
    not-a-rule: the text \`b\` stands among the rules
      flow.js:1:19 «rules» the rules of this workflow
      hint: rules are what \`rule(…)\` and \`include(…)\` answer, and lists of them
    not-a-rule: nothing stands among the rules
      flow.js:1:19 «rules» the rules of this workflow
      hint: rules are what \`rule(…)\` and \`include(…)\` answer, and lists of them
    "
  `);
  expect(
    await js(
      'return workflow({\n  ruels: [],\n  config: 3,\n  constraints: [],\n  preamble: 1 });',
    ),
  ).toMatchInlineSnapshot(`
    "
    unknown-key: the workflow has a key \`ruels\`, which means nothing there
      flow.js:2:3 «ruels» here
      hint: did you mean \`rules\`?
    wrong-value: \`rules\` is nothing
      flow.js:1:8 «workflow» here
      hint: write \`rules: [ … ]\` or \`rules: (config) => [ … ]\`
    wrong-value: \`config\` is \`3\`
      flow.js:3:3 «config» here
      hint: write a schema, \`z.object({ … })\`, or defaults, \`{ … }\`
    wrong-value: \`constraints\` is a list
      flow.js:4:3 «constraints» here
      hint: write regular expressions as texts: \`{ cycle: "[0-9]+" }\`
    wrong-value: \`preamble\` is \`1\`
      flow.js:5:3 «preamble» here
      hint: write a text of shell commands
    "
  `);
});

test('a class and a promise are no workflow', async () => {
  expect(await js('return class Flow {};')).toMatchInlineSnapshot(`
    "
    not-a-rule: a class stands among the rules
      flow.js:1:1 «r» the rules of this workflow
      hint: rules are what \`rule(…)\` and \`include(…)\` answer, and lists of them
    "
  `);
  expect(await js("return Promise.reject(new Error('no'));")).toMatchInlineSnapshot(`
    "
    wrong-value: the default export is a promise
      flow.js:1:1 «r» here
      hint: write \`export default await …\`
    "
  `);
  expect(await js("return rule('r', { input: class X {}, output: 'x' });")).toMatchInlineSnapshot(`
    "
    wrong-value: \`input\` of rule \`r\` is a class
      flow.js:1:20 «input» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    "
  `);
});

test('a function of the rules that throws', async () => {
  expect(
    await js("return workflow({ rules: (config) => { throw new TypeError('no cycles'); } });"),
  ).toMatchInlineSnapshot(`
    "
    rules-threw: the rules could not be made: TypeError: no cycles
      flow.js:1:46 «n» thrown here
    "
  `);
});

test('an output that a rule has not is found where it is asked for', async () => {
  expect(
    await js(`
return workflow({ rules: () => {
  const a = rule('a', { output: { image: 'a' }, shell: 'x' });
  return rule('b', { input: a.output.imge });
} });`),
  ).toMatchInlineSnapshot(`
    "
    no-such-output: rule \`a\` has no output \`imge\`
      flow.js:4:38 «imge» asked for here
      hint: did you mean \`image\`?
    "
  `);
  expect(
    await js(`
return workflow({ rules: () => {
  const a = rule('a', { output: 'a', shell: 'x' });
  return rule('b', { input: a.output.image });
} });`),
  ).toMatchInlineSnapshot(`
    "
    no-such-output: rule \`a\` has no output \`image\`
      flow.js:4:38 «image» asked for here
      hint: its outputs have no names: write \`a.output\`
    "
  `);
});

test('expand that does not hold is found where it is called', async () => {
  expect(
    await js(
      "return workflow({ rules: () => [\n  rule('a', { input: expand('a/{x}', { y: 1 }) })] });",
    ),
  ).toMatchInlineSnapshot(`
    "
    expand-unused: there are values for \`y\`, which is no wildcard here
      flow.js:2:22 «expand» expanded here
      pattern: a/{x}
      hint: the wildcards are \`x\`
    "
  `);
});

test('a referenced rule that is not among the rules', async () => {
  expect(
    await js(`
const a = rule('a', { output: 'a', shell: 'x' });
return [rule('b', { input: { image: a.output } })];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-producer: rule \`b\` reads an output of rule \`a\`, and there is no such rule
      flow.js:3:30 «image» read here
      hint: put that rule into the list of rules
    "
  `);
});

test('names, defaults and constraints of the workflow as a whole', async () => {
  expect(
    await js(`
return workflow({
  constraints: { cycel: '[0-9]+' },
  rules: [
    rule('a', { output: 'a/{cycle}', shell: 'x', default: true }),
    rule('a', { output: 'b', shell: 'x', default: true }),
  ],
});`),
  ).toMatchInlineSnapshot(`
    "
    duplicate-rules: 2 rules are called \`a\`
      flow.js:6:5 «rule» and here
      flow.js:5:5 «rule» first here
      hint: give each rule a name of its own
    several-defaults: 2 rules are marked as default
      flow.js:5:5 «rule» rule \`a\`
      flow.js:6:5 «rule» rule \`a\`
      hint: mark one; it is made when no target is given
    unknown-constraint: the workflow constrains \`cycel\`, which is no wildcard of any rule
      flow.js:3:3 «constraints» here
      hint: did you mean \`cycle\`?
    "
  `);
});

const SCHEMA = `
const Config = z.object({
  cycles: z.array(z.number().int()).min(1),
  reference: z.number().default(1),
  deep: z.object({ folder: z.string() }).optional(),
});
return workflow({ config: Config, rules: (config) => rule('all', { input: config.cycles.map(String) }) });`;

test('a config that the schema refuses is shown where it is written', async () => {
  const files = { 'flow.js': SCHEMA, 'config.yaml': 'cycles:\n  - x\ndeep: 3\n' };
  expect(await wrong(files, { cycles: ['x'], deep: 3 })).toMatchInlineSnapshot(`
    "
    bad-config-value: \`cycles.0\` in the config is not as the workflow needs it: expected number, received string
      config.yaml:1:1 «cycles» given here
    bad-config-value: \`deep\` in the config is not as the workflow needs it: expected object, received number
      config.yaml:3:1 «deep» given here
    "
  `);
  expect(await wrong({ 'flow.js': SCHEMA }, {})).toMatchInlineSnapshot(`
    "
    missing-config-key: the config has no \`cycles\`
      wanted: array
      hint: give it in a config file, or with \`--config cycles=…\`
    "
  `);
  expect(
    await wrong({ 'flow.js': SCHEMA, 'config.yaml': 'cycels: [1]\n' }, { cycels: [1] }),
  ).toMatchInlineSnapshot(`
    "
    missing-config-key: the config has no \`cycles\`
      config.yaml:1:1 «cycels» here
      wanted: array
      hint: did you mean \`cycles\` where \`cycels\` stands?
    "
  `);
  expect(await wrong({ 'flow.js': SCHEMA }, { cycles: [] })).toMatchInlineSnapshot(`
    "
    bad-config-value: \`cycles\` in the config is not as the workflow needs it: expected array to have >=1 items
    "
  `);
});

test('keys that the schema does not know are warned of', async () => {
  const given = { cycles: [1], refrence: 2, deep: { folder: 'x', fodler: 'y' } };
  const files = { 'flow.js': SCHEMA, 'config.yaml': 'refrence: 2\nfodler: y\n' };
  expect(await wrong(files, given)).toMatchInlineSnapshot(`
    "
    warning unknown-config-key: the config has \`refrence\`, which the workflow does not know
      config.yaml:1:1 «refrence» here
      hint: did you mean \`reference\`?
    warning unknown-config-key: the config has \`deep.fodler\`, which the workflow does not know
      config.yaml:2:1 «fodler» here
      hint: did you mean \`folder\`?
    "
  `);
});
