import { expect, test } from 'vitest';
import { type LoadAnswer, ModuleRig } from './module-rig.ts';

test('a syntax error is shown where it stands, in characters, not in bytes', async () => {
  const rig = new ModuleRig({ 'flow.ts': "const größe = 'ä'; const = 3;\n" });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    module-syntax: syntax error: expected identifier but found \`=\`
      flow.ts:1:26+1 here
    "
  `);
});

test('all broken imports of a round are shown at once', async () => {
  const rig = new ModuleRig({
    'flow.ts': [
      "import { a } from './lib/stpes.ts';",
      "import b from 'left-padd';",
      "import z from 'zod';",
      "import c from './other.ts';",
      "import d from '@lab/tools/deep.js';",
      'export default [a, b, c, d, z];',
    ].join('\n'),
    'lib/steps.ts': 'export const a = 1;',
    'other.ts': "import './gone.ts'; export default 1;",
  });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    missing-import: there is no file \`./lib/stpes.ts\`
      flow.ts:1:19+16 imported here
      hint: did you mean \`./lib/steps.ts\`?
    missing-import: no package \`left-padd\` is installed
      flow.ts:2:15+11 imported here
      hint: install it where the workflow lies: \`npm install left-padd\`
    missing-import: no package \`zod\` is installed
      flow.ts:3:15+5 imported here
      hint: flow brings it along: \`import { z } from 'dagflow'\`
    missing-import: no package \`@lab/tools/deep.js\` is installed
      flow.ts:5:15+20 imported here
      hint: install it where the workflow lies: \`npm install @lab/tools\`
    "
  `);
});

test('mistakes in an imported file are shown in that file', async () => {
  const rig = new ModuleRig({
    'flow.ts': "import './a.ts'; import './b.ts';",
    'a.ts': "import './gone.ts';",
    'b.ts': 'export const x: = 1;',
  });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    missing-import: there is no file \`./gone.ts\`
      a.ts:1:8+11 imported here
      hint: the path is relative to this file, and bears its ending: \`./steps.ts\`
    module-syntax: syntax error: unexpected \`=\`
      b.ts:1:17+1 here
    "
  `);
});

test('a module that throws is shown where it threw, with the author’s line', async () => {
  const rig = new ModuleRig({
    'flow.ts': [
      'interface Long { a: number }',
      "import { pick } from './pick.ts';",
      'export default pick({});',
    ].join('\n'),
    'pick.ts': [
      'type Any = Record<string, { name: string }>;',
      '',
      'export function pick(all: Any): string {',
      '  const one = all.wanted;',
      '  return one.name;',
      '}',
    ].join('\n'),
  });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    module-threw: \`flow.ts\` failed while it was loaded: TypeError: Cannot read properties of undefined (reading 'name')
      pick.ts:5:14+1 thrown here
    "
  `);
});

test('a thrown text is shown with the file', async () => {
  const rig = new ModuleRig({ 'flow.ts': "throw 'two\\nlines';" });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    module-threw: \`flow.ts\` failed while it was loaded: two
      flow.ts:1:1+1 thrown here
      more: lines
    "
  `);
});

test('a name that a module does not export is shown at the import, with a near miss', async () => {
  const rig = new ModuleRig({
    'flow.ts': "type X = 1;\nimport {\n  stich,\n} from './lib.ts';\nexport default stich;",
    'lib.ts': 'export const stitch = 1;\nexport const other = 2;',
  });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    missing-export: \`lib.ts\` exports no \`stich\`
      flow.ts:3:3+5 imported here
      hint: did you mean \`stitch\`?
    "
  `);
});

test('a name that flow does not export is shown with a near miss', async () => {
  const rig = new ModuleRig({ 'flow.ts': "import { wher } from 'dagflow';\nexport default wher;" });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    missing-export: \`dagflow\` exports no \`wher\`
      flow.ts:1:10+4 imported here
      hint: did you mean \`where\`?
    "
  `);
});

test('what the engine complains of keeps its words and gets the author’s place', async () => {
  const rig = new ModuleRig({
    'flow.ts': "import { complain } from 'dagflow';\ntype X = 1;\n\nexport default complain();",
  });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    x: a complaint
      flow.ts:4:16+4 here
    "
  `);
});

test('a bug of the engine stays a bug', async () => {
  const rig = new ModuleRig({ 'flow.ts': "import { bug } from 'dagflow'; export default bug();" });
  expect(await rig.loadApart('flow.ts')).toEqual({ bug: 'Error: a bug of the engine' });
});

test('CommonJS is refused as a workflow file', async () => {
  const rig = new ModuleRig({ 'flow.ts': "module.exports = require('node:fs');" });
  expect(await wrong(rig)).toMatchInlineSnapshot(`
    "
    not-an-es-module: this file is CommonJS, and flow reads ES modules
      flow.ts:1:1+1 it uses \`require\` or \`module.exports\`
      hint: write \`import\` and \`export default\`, or name it \`.ts\` or \`.mjs\`
    "
  `);
});

test('a file that is not there is named', async () => {
  expect(await wrong(new ModuleRig({}))).toMatchInlineSnapshot(`
    "
    unreadable-module: \`/flow.ts\` cannot be read: there is no such file
      hint: check the path, and whether you may read the file
    "
  `);
});

test('processes that load a module at once all succeed', async () => {
  const rig = new ModuleRig({
    'flow.ts': "export { x as default } from './x.ts';",
    'x.ts': 'export const x: number = 1;',
  });
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => await rig.loadApart('flow.ts')),
  );
  expect(answers.map(({ exported }) => exported)).toEqual([1, 1, 1, 1]);
});

test('a cached module is loaded without the compiler', async () => {
  const rig = new ModuleRig({ 'flow.ts': 'export default 1 as number;' });
  expect(await rig.loadApart('flow.ts')).toEqual({ exported: 1, hasLoadedCompiler: true });
  expect(await rig.loadApart('flow.ts')).toEqual({ exported: 1, hasLoadedCompiler: false });
});

/** What is wrong with `flow.ts`, a paragraph each, paths relative to the project. */
async function wrong(rig: ModuleRig): Promise<string> {
  const { diagnostics = [] }: LoadAnswer = await rig.loadApart('flow.ts');
  const paragraphs = diagnostics.map(({ code, title, spans, facts, hint }) =>
    [
      `${code}: ${title}`,
      ...spans.map(({ span, label }) => {
        const file = span.file.replace(`${rig.project}/`, '');
        return `  ${file}:${span.line}:${span.column}+${span.length} ${label}`;
      }),
      ...facts.map(([name, value]) => `  ${name}: ${value}`),
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ].join('\n'),
  );
  return `\n${paragraphs.join('\n').replaceAll(rig.project, '')}\n`;
}
