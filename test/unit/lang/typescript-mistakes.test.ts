import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const js = async (text: string, config: object = {}): Promise<string> =>
  await wrong({ 'flow.js': text }, { ...config });

test('a path is pointed at where it stands in the call', async () => {
  expect(
    await js(`
const other = 'in/{sampel}.txt';
return [
  rule('a', {
    // in/{sampel}.txt
    params: { note: 'in/{sampel}.txt is not what is meant' },
    input: { text: 'in/{sampel}.txt' },
    output: 'out/{sample}.txt',
    shell: \`echo start
      cat {inptu} > {output}\`,
  }),
  rule('b', { output: ['b/{s}', 'c/{'], input: [other, "d/{t}"], shell: 'x' }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: an input of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:7:24 «{sampel}» no value for this
      hint: did you mean \`{sample}\`?
    unknown-wildcard: a param of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:6:22 «in/{sampel}.txt is not what is meant» no value for this
      hint: did you mean \`{sample}\`?
    unknown-placeholder: \`{inptu}\` is no placeholder, in the command of rule \`a\`
      flow.js:9:13 «echo start» here
      line: cat {inptu} > {output}
      hint: did you mean \`{input}\`? For the text itself write \`{{inptu}}\`
    pattern-braces: a \`{\` is never closed
      flow.js:12:36 «{» output of rule \`b\`
      pattern: c/{
      hint: close the wildcard, as in \`{sample}\`; for a brace itself write \`{{\`
    "
  `);
});

test('a computed path is pointed at by its key, and expand by its pattern', async () => {
  expect(
    await js(`
const folder = 'in';
return [
  rule('a', { input: { x: 'ok/{s}', y: folder + '/{t}' }, output: 'a/{s}', shell: 'x' }),
  rule('b', { input: [...expand('{x}/{t}', { x: [1, 2] }, { partial: true })], output: 'b/{s}', shell: 'x' }),
  rule('c', { input: { all: expand('{x}/{u}', { x: [1, 2] }, { partial: true }) }, output: 'c/{s}', shell: 'x' }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: an input of rule \`a\` has the wildcard \`t\`, which its outputs have not
      flow.js:4:37 «y» no value for this
      hint: the wildcards are \`s\`
    unknown-wildcard: an input of rule \`b\` has the wildcard \`t\`, which its outputs have not
      flow.js:5:15 «input:» no value for this
      hint: the wildcards are \`s\`
    member-name: an input cannot be called \`all\`: scripts need that name, in rule \`c\`
      flow.js:6:37 «{x}/{u}» here
      hint: call it \`all_\`, or anything else
    unknown-wildcard: an input of rule \`c\` has the wildcard \`u\`, which its outputs have not
      flow.js:6:37 «{x}/{u}» no value for this
      hint: the wildcards are \`s\`
    "
  `);
});

test('parts of a rule that are of the wrong kind', async () => {
  expect(
    await js(`
return [
  rule('a', {
    output: { one: 3, two: ['x', null] },
    input: { x: undefined, y: { z: 'deep' }, w: [1] },
    shell: ['x'],
    threads: true,
    retries: 'many',
    resources: '4 GB',
    priority: null,
    default: 'yes',
    constraints: { s: /x/ },
    log: { a: 'b' },
    params: 3,
    preamble: 1,
  }),
  rule('b'),
  rule('c', { output: 'c', exec: 'tool' }),
  rule('d', { output: 'd', script: ['d.py'] }),
  rule('e', { output: 'e', shell: 'x', exec: ['y'] }),
  rule('f', { output: 'f', script: 'f.rb' }),
  rule('g', { ouput: 'g', shell: 'x' }),
  rule('h', { output: 'h', exec: ['x', 3] }),
];`),
  ).toMatchInlineSnapshot(`
    "
    wrong-value: \`output.one\` of rule \`a\` is \`3\`
      flow.js:4:15 «one» here
      hint: write a path, a list, or paths under names; \`temp(…)\` and \`directory(…)\` of one
    wrong-value: \`output.two.1\` of rule \`a\` is nothing
      flow.js:4:34 «null» here
      hint: write a path, a list, or paths under names; \`temp(…)\` and \`directory(…)\` of one
    wrong-value: \`input.x\` of rule \`a\` is nothing
      flow.js:5:14 «x» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`input.y\` of rule \`a\` is a record
      flow.js:5:28 «y» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`input.w.0\` of rule \`a\` is \`1\`
      flow.js:5:50 «1» here
      hint: write a path, an output such as \`stitch.output.image\`, \`glob(…)\`, or a function
    wrong-value: \`shell\` of rule \`a\` is a list
      flow.js:6:5 «shell» here
      hint: write a text
    wrong-value: \`threads\` of rule \`a\` is \`true\`
      flow.js:7:5 «threads» here
      hint: write a number, a text with a unit, or a function of the job
    wrong-value: \`retries\` of rule \`a\` is the text \`many\`
      flow.js:8:5 «retries» here
      hint: write a whole number from 0
    wrong-value: \`resources\` of rule \`a\` is the text \`4 GB\`
      flow.js:9:5 «resources» here
      hint: write amounts under names: \`{ gpus: 1, mem: "4 GB" }\`
    wrong-value: \`priority\` of rule \`a\` is nothing
      flow.js:10:5 «priority» here
      hint: write a number, or a function of the job; more is earlier
    wrong-value: \`default\` of rule \`a\` is the text \`yes\`
      flow.js:11:5 «default» here
      hint: write \`true\` or \`false\`
    wrong-value: \`constraints\` of rule \`a\` is a record
      flow.js:12:5 «constraints» here
      hint: write regular expressions as texts: \`{ sample: "[A-Z]+" }\`
    wrong-value: \`log\` of rule \`a\` is a record
      flow.js:13:5 «log» here
      hint: write a path or a list of paths
    wrong-value: \`params\` of rule \`a\` is \`3\`
      flow.js:14:5 «params» here
      hint: write params under names, \`{ min: 3 }\`, or a list of them
    wrong-value: \`preamble\` of rule \`a\` is \`1\`
      flow.js:15:5 «preamble» here
      hint: write a text
    wrong-value: rule \`b\` is nothing
      flow.js:17:3 «rule» here
      hint: write its parts, such as \`output\` and \`shell\`
    wrong-value: \`exec\` of rule \`c\` is the text \`tool\`
      flow.js:18:28 «exec» here
      hint: write a list: the program and its arguments
    wrong-value: \`script\` of rule \`d\` is a list
      flow.js:19:28 «script» here
      hint: write the path of a script, relative to this file
    two-run-parts: rule \`e\` has \`exec\` and \`shell\`, and a rule runs one thing
      flow.js:20:40 «exec» \`exec\`
      flow.js:20:28 «shell» \`shell\`
      hint: keep one; several commands go into one \`shell\` text, a line each
    script-language: the script \`f.rb\` of rule \`f\` is in no language that is known by its ending
      flow.js:21:37 «f.rb» here
      hint: scripts end in \`.ts\`, \`.js\`, \`.py\` or \`.sh\`; run others with \`shell\` or \`exec\`
    unknown-key: rule \`g\` has a key \`ouput\`, which means nothing there
      flow.js:22:15 «ouput» here
      hint: did you mean \`output\`?
    wrong-value: \`exec.1\` of rule \`h\` is \`3\`
      flow.js:23:40 «3» here
      hint: write a text
    "
  `);
});

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

test('globs with wildcards that are not there', async () => {
  expect(
    await js(`
return [
  rule('a', { input: glob('raw/{sampel}/*.{tif,tiff}'), output: 'a/{sample}', shell: 'x' }),
  rule('b', { input: { raw: glob(3) } }),
];`),
  ).toMatchInlineSnapshot(`
    "
    unknown-wildcard: a glob of rule \`a\` has the wildcard \`sampel\`, which its outputs have not
      flow.js:3:28 «raw/{sampel}/*.{tif,tiff}» no value for this
      hint: did you mean \`{sample}\`?
    wrong-value: \`input.raw\` of rule \`b\` is \`3\`
      flow.js:4:24 «raw» here
      hint: write one glob, a text
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
