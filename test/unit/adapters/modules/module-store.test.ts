import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ModuleRig } from './module-rig.ts';

const GREETING: Record<string, string> = {
  'flow.ts': `
    import { name } from 'dagflow';
    import { greet, type Who } from './lib/greet.ts';
    import words from './words.json' with { type: 'json' };
    const who: Who = { name };
    export default [greet(who), words.hello];
    export const here = [import.meta.url, import.meta.dirname, import.meta.filename];
    export const lazily = async (): Promise<number> => (await import('./lib/late.ts')).late;
  `,
  'late-later.ts': "import { lazily } from './flow.ts'; export default await lazily();",
  'lib/greet.ts': `
    import { join } from 'path';
    export interface Who { name: string }
    enum Mark { dot = '.' }
    export function greet(who: Who): string { return join('hello', who.name + Mark.dot); }
  `,
  'lib/late.ts': 'export const late: number = 7;',
  'words.json': '{ "hello": "hallo" }',
};

test('a TypeScript file is loaded with its imports, from a folder without node_modules', async () => {
  const rig = new ModuleRig(GREETING);
  const module = await rig.store().load(rig.file('flow.ts'));
  expect(module['default']).toEqual(['hello/the running engine.', 'hallo']);
});

test('import.meta tells of the author’s file', async () => {
  const rig = new ModuleRig(GREETING);
  const { here } = await rig.store().load(rig.file('flow.ts'));
  const file = rig.file('flow.ts');
  expect(here).toEqual([pathToFileURL(file).href, rig.project, file]);
});

test('a dynamic import of a literal path is compiled too', async () => {
  const rig = new ModuleRig(GREETING);
  const { default: late } = await rig.store().load(rig.file('late-later.ts'));
  expect(late).toBe(7);
});

test('nothing is written into the project', async () => {
  const rig = new ModuleRig(GREETING);
  await rig.store().load(rig.file('flow.ts'));
  expect(readdirSync(rig.project, { recursive: true })).toHaveLength(
    Object.keys(GREETING).length + 1,
  );
});

test('an edit of the file, of an import or of data is seen by the next load', async () => {
  const rig = new ModuleRig(GREETING);
  await rig.store().load(rig.file('flow.ts'));
  rig.write({ 'words.json': '{ "hello": "moin" }' });
  expect((await rig.store().load(rig.file('flow.ts')))['default']).toEqual([
    'hello/the running engine.',
    'moin',
  ]);
  rig.write({ 'lib/greet.ts': 'export type Who = object; export const greet = () => "hm";' });
  expect((await rig.store().load(rig.file('flow.ts')))['default']).toEqual(['hm', 'moin']);
  rig.write({ 'flow.ts': 'export default 1' });
  expect((await rig.store().load(rig.file('flow.ts')))['default']).toBe(1);
});

test('JavaScript is loaded as it is written, whatever package.json says', async () => {
  const rig = new ModuleRig({
    'flow.js': "import { two } from './two.mjs'; export default two + 1;",
    'two.mjs': 'export const two = 2;',
    'package.json': '{ "type": "commonjs" }',
  });
  expect((await rig.store().load(rig.file('flow.js')))['default']).toBe(3);
});

test('CommonJS files can be imported', async () => {
  const rig = new ModuleRig({
    'flow.ts': "import four, { two } from './numbers.cjs'; export default [two, four.four];",
    'numbers.cjs':
      "const { join } = require('node:path'); exports.two = 2; exports.four = join('4');",
  });
  expect((await rig.store().load(rig.file('flow.ts')))['default']).toEqual([2, '4']);
});

test('packages are found from the file that imports them, by the conditions of an import', async () => {
  const rig = new ModuleRig({
    'sub/flow.ts':
      "import which from 'pkg'; import more from 'pkg/more'; export default [which, more];",
    'node_modules/pkg/package.json': JSON.stringify({
      name: 'pkg',
      version: '1.0.0',
      exports: {
        '.': { require: './index.cjs', import: './index.mjs' },
        './more': './more.js',
      },
    }),
    'node_modules/pkg/index.cjs': "module.exports = 'required'",
    'node_modules/pkg/index.mjs': "export default 'imported'",
    'node_modules/pkg/more.js': "module.exports = 'more'",
  });
  expect((await rig.store().load(rig.file('sub/flow.ts')))['default']).toEqual([
    'imported',
    'more',
  ]);
});

test('modules that import each other are compiled once', async () => {
  const rig = new ModuleRig({
    'flow.ts': "import { c } from './c.ts'; export const a = 1; export default c;",
    'c.ts': "import { b } from './b.ts'; export const c = { get sum() { return b(); } };",
    'b.ts': "import { a } from './flow.ts'; export const b = () => a + 1;",
  });
  const { default: c } = await rig.store().load(rig.file('flow.ts'));
  expect(c).toEqual({ sum: 2 });
});

test('a linked file is the file that it leads to', async () => {
  const rig = new ModuleRig({
    'shared/flow.ts': "import { x } from './x.ts'; export default [x, import.meta.filename];",
    'shared/x.ts': 'export const x = 1;',
  });
  symlinkSync(rig.file('shared/flow.ts'), rig.file('flow.ts'));
  const { default: value } = await rig.store().load(rig.file('flow.ts'));
  expect(value).toEqual([1, rig.file('shared/flow.ts')]);
});

test('the digest covers the file and its imports, and neither place nor packages’ contents', async () => {
  const rig = new ModuleRig({
    'a/step.ts': "import './lib.ts'; import 'pkg'; import 'dagflow'; export default 1;",
    'a/lib.ts': 'export const x = 1;',
    'a/other.ts': 'export const unused = 1;',
    'a/node_modules/pkg/package.json': '{ "name": "pkg", "version": "1.0.0", "main": "i.js" }',
    'a/node_modules/pkg/i.js': '1',
  });
  const digest = async (): Promise<string> =>
    (await rig.store().compile(rig.file('a/step.ts'))).digest;
  const first = await digest();
  expect(first).toMatch(/^[0-9a-f]{64}$/);

  rig.write({ 'a/other.ts': '2', 'a/node_modules/pkg/i.js': '2', '../engine/index.mjs': '2' });
  expect(await digest()).toBe(first);

  rig.write({ 'a/lib.ts': 'export const x = 2;' });
  const second = await digest();
  expect(second).not.toBe(first);

  rig.write({
    'a/node_modules/pkg/package.json': '{ "name": "pkg", "version": "1.0.1", "main": "i.js" }',
  });
  const third = await digest();
  expect(third).not.toBe(second);

  renameSync(rig.file('a'), rig.file('b'));
  expect((await rig.store().compile(rig.file('b/step.ts'))).digest).toBe(third);
});

test('compile says which files were read', async () => {
  const rig = new ModuleRig(GREETING);
  const { files, file } = await rig.store().compile(rig.file('flow.ts'));
  expect(file).toBe(rig.file('flow.ts'));
  expect(files).toEqual(
    ['flow.ts', 'lib/greet.ts', 'lib/late.ts', 'words.json'].map((it) => rig.file(it)),
  );
});

test('without a change the compiled files are used again, and another version compiles anew', async () => {
  const rig = new ModuleRig(GREETING);
  const first = await rig.store().compile(rig.file('flow.ts'));
  expect((await rig.store().compile(rig.file('flow.ts'))).compiledFile).toBe(first.compiledFile);
  expect((await rig.store('2').compile(rig.file('flow.ts'))).compiledFile).not.toBe(
    first.compiledFile,
  );
});

test('processes that compile at once end with the same files', async () => {
  const rig = new ModuleRig(GREETING);
  const stores = Array.from({ length: 8 }, () => rig.store());
  const compiled = await Promise.all(
    stores.map(async (it) => await it.compile(rig.file('flow.ts'))),
  );
  expect(new Set(compiled.map((it) => it.compiledFile)).size).toBe(1);
  const graphs = readdirSync(join(rig.cache, 'dagflow/modules-1/graphs'));
  expect(graphs).toHaveLength(1);
});

test('a cache that others may write to is not used', async () => {
  const rig = new ModuleRig(GREETING);
  mkdirSync(join(rig.cache, 'dagflow'), { recursive: true });
  chmodSync(join(rig.cache, 'dagflow'), 0o777);
  const { compiledFile } = await rig.store().compile(rig.file('flow.ts'));
  expect(compiledFile.startsWith(rig.cache)).toBe(false);
  expect(existsSync(compiledFile)).toBe(true);
});

test('a cache that cannot be written to is done without', async () => {
  const rig = new ModuleRig(GREETING);
  vi.stubEnv('TMPDIR', rig.root);
  onTestFinished(() => void vi.unstubAllEnvs());
  rig.write({ '../cache/dagflow/modules-1/graphs': 'a file in the way' });
  chmodSync(join(rig.cache, 'dagflow'), 0o700);
  const { compiledFile } = await rig.store().compile(rig.file('flow.ts'));
  expect(compiledFile.startsWith(join(rig.root, 'dagflow-'))).toBe(true);
  expect(existsSync(compiledFile)).toBe(true);
});

test('what was not used for a month is removed when something is compiled', async () => {
  const rig = new ModuleRig({ ...GREETING, 'other.ts': '1' });
  const { compiledFile } = await rig.store().compile(rig.file('flow.ts'));
  const old = new Date(Date.now() - 31 * 24 * 3600 * 1000);
  utimesSync(join(dirname(compiledFile), 'graph.json'), old, old);
  // Using it is enough to keep it.
  await rig.store().compile(rig.file('flow.ts'));
  await rig.store().compile(rig.file('other.ts'));
  expect(existsSync(compiledFile)).toBe(true);

  utimesSync(join(dirname(compiledFile), 'graph.json'), old, old);
  rig.write({ 'other.ts': '2' });
  await rig.store().compile(rig.file('other.ts'));
  expect(existsSync(compiledFile)).toBe(false);
});

test('a damaged cache is made again', async () => {
  const rig = new ModuleRig(GREETING);
  const { compiledFile } = await rig.store().compile(rig.file('flow.ts'));
  execFileSync('rm', [compiledFile]);
  expect((await rig.store().load(rig.file('flow.ts')))['default']).toHaveLength(2);
});

test('a place in compiled code is found in the author’s file', async () => {
  const rig = new ModuleRig({
    'flow.ts': [
      "import { where } from 'dagflow';",
      'interface Unused { x: number }',
      '',
      'export default (',
      '  // a comment',
      '      where() as object);',
    ].join('\n'),
  });
  const store = rig.store();
  const { compiledFile } = await store.compile(rig.file('flow.ts'));
  const lines = readFileSync(compiledFile, 'utf8').split('\n');
  const line = lines.findIndex((it) => it.includes('where()'));
  const column = lines[line]?.indexOf('where()') ?? -1;
  expect(
    store.find({ url: pathToFileURL(compiledFile).href, line: line + 1, column: column + 1 }),
  ).toEqual({
    file: rig.file('flow.ts'),
    line: 6,
    column: 7,
    text: readFileSync(rig.file('flow.ts'), 'utf8'),
  });
  expect(store.find({ url: import.meta.url, line: 1, column: 1 })).toBeUndefined();
});
