import { expect, test } from 'vitest';
import { wrong } from './workflow-rig.ts';

const yaml = async (text: string): Promise<string> => await wrong({ 'flow.yaml': text });

test('config keys that are not there, with near misses', async () => {
  expect(
    await yaml(`
config: { cycles: [1], deep: { folder: x }, nothing: null }
rules:
  a:
    input: { expand: "s/{c}", c: "{config.cycels}" }
    output: "{config.deep.foldr}/a"
    params: { x: "{config.gone}", y: "v{config.cycles}", z: "{config.cycles[3]}", n: "{config.nothing}x" }
    shell: x
`),
  ).toMatchInlineSnapshot(`
    "
    missing-config-key: \`{config.cycels}\` stands for nothing: the config has no \`cycels\`
      flow.yaml:5:35 «{config.cycels}» no value for this
      hint: did you mean \`{config.cycles}\`?
    missing-config-key: \`{config.deep.foldr}\` stands for nothing: the config has no \`deep.foldr\`
      flow.yaml:6:14 «{config.deep.foldr}» no value for this
      hint: did you mean \`{config.deep.folder}\`?
    missing-config-key: \`{config.gone}\` stands for nothing: the config has no \`gone\`
      flow.yaml:7:19 «{config.gone}» no value for this
      hint: it has \`cycles\`, \`deep\`, \`nothing\`
    config-no-text: \`{config.cycles}\` is a list, and stands within a text
      flow.yaml:7:40 «{config.cycles}» here
      hint: as the whole value, \`"{config.cycles}"\`, it may be anything
    missing-config-key: \`{config.cycles.3}\` stands for nothing: the config has no \`cycles.3\`
      flow.yaml:7:62 «{config.cycles[3]}» no value for this
      hint: did you mean \`{config.cycles.0}\`?
    config-no-text: \`{config.nothing}\` is nothing, and stands within a text
      flow.yaml:7:87 «{config.nothing}» here
      hint: as the whole value, \`"{config.nothing}"\`, it may be anything
    "
  `);
});

test('a doubled brace is no placeholder', async () => {
  const text = `
config: { a: 1 }
rules:
  a: { output: "{{config.a}}-{config.a}", shell: x }
`;
  expect(await yaml(text)).toBe('\n\n');
});

test('unknown keys in the config are warned of', async () => {
  const text = `
config: { cycles: [1], deep: { folder: x } }
rules:
  a: { output: x, shell: "echo {config.extra}", params: { c: "{config.cycles}" } }
`;
  const config = { cycels: [2], deep: { foldr: 'y' }, extra: 1 };
  const files = { 'flow.yaml': text, 'config.yaml': 'cycels: [2]\ndeep:\n  foldr: y\n' };
  expect(await wrong(files, config)).toMatchInlineSnapshot(`
    "
    warning unknown-config-key: the config has \`cycels\`, which the workflow does not know
      config.yaml:1:1 «cycels» here
      hint: did you mean \`cycles\`?
    warning unknown-config-key: the config has \`deep.foldr\`, which the workflow does not know
      config.yaml:3:3 «foldr» here
      hint: did you mean \`folder\`?
    "
  `);
});
