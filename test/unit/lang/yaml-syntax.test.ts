import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const yaml = async (text: string): Promise<string> => await wrong({ 'flow.yaml': text });

test('what does not parse is shown where it stands, all at once', async () => {
  expect(await yaml('rules:\n\tr: {}\n')).toMatchInlineSnapshot(`
    "
    yaml-syntax: a tab indents this line, which YAML does not allow
      flow.yaml:2:2 «r» here
      hint: indent with blanks
    "
  `);
  expect(
    await yaml('rules:\n  r:\n    output: {cycle}.tif\n    shell: echo: x\nrules: {}\n'),
  ).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: unexpected scalar at node end
      flow.yaml:3:20 «.tif» here
      hint: a text that starts with \`{\` goes in quotes
    yaml-syntax: this is no YAML: nested mappings are not allowed in compact mappings
      flow.yaml:4:12 «e» here
      hint: a text with \`: \` in it goes in quotes
    duplicate-key: the key \`rules\` is there twice
      flow.yaml:5:1 «rules» again here
      flow.yaml:1:1 «rules» first here
      hint: keep one; the other would be forgotten
    "
  `);
  expect(await yaml('rules: [1, 2\n')).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: flow sequence in block collection must be sufficiently indented and end with a ]
      flow.yaml:2:1 «» here
    "
  `);
  expect(await yaml('rules:\n  a:\n    shell: "x\n')).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: a quote is opened with \`"\` and never closed
      flow.yaml:3:12 «"» opened here
      hint: close it where the text ends; within the text it is written \`\\"\`
    "
  `);
  expect(await yaml('rules: {}\n---\nrules: {}\n')).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: a second document starts here
      flow.yaml:2:1 «---» here
    "
  `);
});

test('anchors that are not there, and those that contain themselves', async () => {
  expect(await yaml('rules:\n  r: *gone\n')).toMatchInlineSnapshot(`
    "
    yaml-alias: there is no anchor \`&gone\` above its use
      flow.yaml:2:6 «*gone» used here
      hint: put \`&gone\` before the value that is meant; for the text itself use quotes
    "
  `);
  expect(await yaml('rules: &all\n  r: *all\n')).toMatchInlineSnapshot(`
    "
    yaml-alias: the anchor \`&all\` contains itself
      flow.yaml:2:6 «*all» used here
      hint: a value cannot be a part of itself
    "
  `);
  expect(
    await yaml('rules:\n  r:\n    <<: 3\n    output: x\n    shell: y\n'),
  ).toMatchInlineSnapshot(`
    "
    yaml-key: \`<<\` takes over the keys of a record
      flow.yaml:3:9 «3» this is none
      hint: name an anchor on a record, as in \`<<: *defaults\`
    "
  `);
});

test('an unclosed quote is shown where it is opened, and not what follows from it', async () => {
  expect(await yaml(`rules: { r: { output: "a", shell: 'it''s }`)).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: a quote is opened with \`'\` and never closed
      flow.yaml:1:35 «'» opened here
      hint: close it where the text ends; within the text it is written \`''\`
    "
  `);
  expect(await yaml(String.raw`rules: { r: { shell: "echo \"x }`)).toMatchInlineSnapshot(`
    "
    yaml-syntax: this is no YAML: a quote is opened with \`"\` and never closed
      flow.yaml:1:22 «"» opened here
      hint: close it where the text ends; within the text it is written \`\\"\`
    "
  `);
});

test('aliases of aliases that grow without end', async () => {
  const lines = Array.from('bcdefgh', (name, index) => {
    const before = 'abcdefg'[index] ?? '';
    return `  ${name}: &${name} [${`*${before},`.repeat(10)}]`;
  });
  expect(
    await yaml(`config:\n  a: &a [1,2]\n${lines.join('\n')}\nrules: {}\n`),
  ).toMatchInlineSnapshot(`
    "
    yaml-too-large: with all aliases in their places this has more than ten million values
      flow.yaml:1:1 «config:» here
      hint: write \`*name\` less often, or put the values into a file that the jobs read
    "
  `);
  const few = lines.slice(0, 3).join('\n');
  expect(await yaml(`config:\n  a: &a [1,2]\n${few}\nrules: {}\n`)).toBe('\n\n');
});

test('anchors and merge keys are followed', async () => {
  const text = `
rules:
  a: &base { output: "a/{s}", threads: 2, shell: "true" }
  b: { <<: *base, output: "b/{s}" }
`;
  expect(await yaml(text)).toBe('\n\n');
});

test('a file that is no workflow', async () => {
  expect(await yaml('')).toMatchInlineSnapshot(`
    "
    wrong-value: the workflow file is empty
      flow.yaml:1:1 «» here
      hint: write \`rules:\`, and below it the rules under their names
    "
  `);
  expect(await yaml('# nothing yet\n')).toMatchInlineSnapshot(`
    "
    wrong-value: the workflow file is empty
      flow.yaml:1:1 «#» here
      hint: write \`rules:\`, and below it the rules under their names
    "
  `);
  expect(await yaml('- a\n- b\n')).toMatchInlineSnapshot(`
    "
    wrong-value: the workflow file is a list
      flow.yaml:1:1 «- a» here
      hint: write \`rules:\`, and below it the rules under their names
    "
  `);
  expect(await yaml('just a text\n')).toMatchInlineSnapshot(`
    "
    wrong-value: the workflow file is the text \`just a text\`
      flow.yaml:1:1 «just a text» here
      hint: write \`rules:\`, and below it the rules under their names
    "
  `);
  expect(await yaml('config: { a: 1 }\n')).toMatchInlineSnapshot(`
    "
    wrong-value: \`rules\` of the workflow is nothing
      flow.yaml:1:1 «c» here
      hint: write the rules under their names: \`rules: { stitch: { output: …, shell: … } }\`
    "
  `);
  expect(await yaml('rules: [a, b]\n')).toMatchInlineSnapshot(`
    "
    wrong-value: \`rules\` of the workflow is a list
      flow.yaml:1:1 «rules» here
      hint: write the rules under their names: \`rules: { stitch: { output: …, shell: … } }\`
    "
  `);
});

test('unknown keys, with near misses', async () => {
  expect(
    await yaml(`
ruels: {}
rules:
  r:
    ouput: x
    shell: y
    frobnicate: 3
`),
  ).toMatchInlineSnapshot(`
    "
    unknown-key: the workflow has a key \`ruels\`, which means nothing there
      flow.yaml:2:1 «ruels» here
      hint: did you mean \`rules\`?
    "
  `);
  expect(
    await yaml(`
rules:
  r:
    ouput: x
    shell: y
    frobnicate: 3
`),
  ).toMatchInlineSnapshot(`
    "
    unknown-key: rule \`r\` has a key \`ouput\`, which means nothing there
      flow.yaml:4:5 «ouput» here
      hint: did you mean \`output\`?
    unknown-key: rule \`r\` has a key \`frobnicate\`, which means nothing there
      flow.yaml:6:5 «frobnicate» here
      hint: the keys are \`input\`, \`after\`, \`output\`, \`params\`, \`log\`, \`benchmark\`, \`message\`, \`threads\`, \`resources\`, \`priority\`, \`retries\`, \`expect\`, \`constraints\`, \`shell\`, \`exec\`, \`script\`, \`preamble\`, \`default\`, \`localRule\`
    "
  `);
});
