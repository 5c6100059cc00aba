import { expect, test } from 'vitest';
import { globFault } from '../../../src/core/pattern/glob-fault.ts';
import { open, wrong } from './workflow-rig.ts';

test('a bracket that is never closed is found, wherever it stands', () => {
  expect(globFault('[')).toEqual(unclosed('[', 0));
  expect(globFault('a/[bc.tif')).toEqual(unclosed('[', 2));
  expect(globFault('a[]')).toEqual(unclosed('[', 1));
  expect(globFault('[a]/*.{tif,[t]iff')).toEqual(unclosed('{', 6));
  expect(globFault('{a,{b}')).toEqual(unclosed('{', 0));
  expect(globFault('')).toEqual({ kind: 'empty' });
  for (const right of ['*', '[a]', '[]a]', '[{]', '{a,[b]}', '{s}/*', String.raw`\[a`, 'a]', '}']) {
    expect(globFault(right), right).toBe(undefined);
  }
});

test('such a glob is an error where it is written, in both faces', async () => {
  const yaml = `
rules:
  a: { input: { glob: "{s}/[ab.tif" }, output: "a/{s}", shell: x }
  b: { input: [x, { ancient: { glob: "" } }], output: b, shell: x }
  c: { input: { glob: '\\[c*' }, output: c, shell: x }
`;
  const js = `return rule('a', { input: glob('*.{tif,tiff'), output: 'a', shell: 'x' });`;
  expect([
    await wrong({ 'flow.yaml': yaml }),
    await wrong({ 'flow.js': js }),
  ]).toMatchInlineSnapshot(`
    [
      "
    bad-glob: a glob of rule \`a\` opens \`[\` and never closes it
      flow.yaml:3:28 «[» opened here
      hint: close it; a \`[\` in the name of a file is written \`\\[\`
    bad-glob: a glob of rule \`b\` is empty
      flow.yaml:4:39 «"» here
      hint: write which files it looks for, such as \`raw/*.tif\`
    ",
      "
    bad-glob: a glob of rule \`a\` opens \`{\` and never closes it
      flow.js:1:35 «{» opened here
      hint: close it; a \`{\` in the name of a file is written \`\\{\`
    ",
    ]
  `);
});

test('a bracket after a backslash is the character', async () => {
  const text = `rules: { a: { input: { glob: '\\[a*' }, output: a, shell: x } }`;
  const { rules } = await open({ 'flow.yaml': text });
  const [group] = rules[0]?.input ?? [];
  if (group?.kind !== 'function') throw new Error('no glob');
  const files = { exists: () => true, glob: (pattern: string) => [pattern] };
  expect(group.call({ wildcards: {}, config: {}, files })).toEqual([String.raw`\[a*`]);
});

function unclosed(bracket: '[' | '{', offset: number): object {
  return { kind: 'unclosed', bracket, offset };
}
