import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../rigs/wait-until.ts';
import { COUNT, endWatched, watching } from '../../rigs/watched-flow.ts';

// Goal: `flow watch` goes on when a file that a workflow is read from is gone for a moment, or changes.
// Method: the real program, real files; each step waits until it says that it waits for changes.

test('a workflow file that is gone for a moment is told and waited for', async () => {
  const watched = await watching({ 'flow.yaml': COUNT, 'texts/a.txt': 'one' });
  rmSync(join(watched.folder, 'flow.yaml'));
  await watched.quiet(2);
  expect(watched.flow.err()).toContain('error[no-workflow]: no workflow file was found');
  watched.write('texts/a.txt', 'one two');
  await watched.quiet(3);
  expect(watched.text('texts/a.count')).toBe('1');
  watched.write('flow.yaml', COUNT);
  await watched.quiet(4);
  expect(watched.text('texts/a.count')).toBe('2');
  // One that comes before it in the order of names is taken instead.
  const SAY = "import { rule, workflow } from 'dagflow';\nexport default workflow({ rules: [";
  watched.write(
    'flow.ts',
    `${SAY}rule('say', { output: 'said.txt', shell: 'echo ts > {output}' })] });`,
  );
  await waitUntil(() => watched.text('said.txt') === 'ts', `ts:\n${watched.flow.err()}`);
  await endWatched(watched);
});

test('a script and an included file that were missing are noticed when they come', async () => {
  const watched = await watching({
    'flow.yaml': `
include: [lib/more.yaml]
rules:
  all: { input: [said.txt, more.txt] }
  say: { output: said.txt, script: lib/say.sh }
`,
    'lib/more.yaml': 'rules: { more: { output: more.txt, shell: "echo more > {output}" } }',
  });
  expect(watched.flow.err()).toContain('error[missing-script]');
  watched.write('lib/say.sh', 'echo one > "${snakemake_output[0]}"\n');
  await watched.quiet(2);
  expect(watched.text('said.txt')).toBe('one');
  rmSync(join(watched.folder, 'lib/say.sh'));
  await watched.quiet(3);
  watched.write('lib/say.sh', 'echo two > "${snakemake_output[0]}"\n');
  await watched.quiet(4);
  expect(watched.text('said.txt')).toBe('two');
  rmSync(join(watched.folder, 'lib'), { recursive: true });
  await watched.quiet(5);
  expect(watched.flow.err()).toContain('error[bad-include]');
  mkdirSync(join(watched.folder, 'lib'));
  watched.write('lib/say.sh', 'echo three > "${snakemake_output[0]}"\n');
  watched.write(
    'lib/more.yaml',
    'rules: { more: { output: more.txt, shell: "echo 2 > {output}" } }',
  );
  await waitUntil(
    () => watched.text('said.txt') === 'three' && watched.text('more.txt') === '2',
    `both:\n${watched.flow.err()}`,
  );
  await endWatched(watched);
});

test('a module that is imported and gone for a moment is noticed when it is back', async () => {
  const watched = await watching({
    'flow.ts': `
import { rule, workflow } from 'dagflow';
import { word } from './word.ts';
export default workflow({ rules: [rule('say', { output: 'said.txt', params: { word }, shell: 'echo {params.word} > {output}' })] });
`,
    'word.ts': "export const word = 'one';\n",
  });
  rmSync(join(watched.folder, 'word.ts'));
  await watched.quiet(2);
  expect(watched.flow.err()).toContain('error[missing-import]');
  watched.write('word.ts', "export const word = 'two';\n");
  await watched.quiet(3);
  expect(watched.text('said.txt')).toBe('two');
  await endWatched(watched);
});

test('a table counts, wherever a YAML workflow asks for it', async () => {
  const watched = await watching({
    'flow.yaml': `
rules:
  all: { input: { expand: "made/{name}.txt", from: { table: names.csv } } }
  make:
    output: "made/{name}.txt"
    params: { word: { lookup: { table: words.tsv, where: { name: "{name}" }, column: word } } }
    shell: echo {params.word} > {output}
`,
    'names.csv': 'name\na\n',
    'words.tsv': 'name\tword\na\tone\nb\ttwo\n',
  });
  expect(watched.text('made/a.txt')).toBe('one');
  watched.write('words.tsv', 'name\tword\na\tmore\nb\ttwo\n');
  await watched.quiet(2);
  expect(watched.text('made/a.txt')).toBe('more');
  watched.write('names.csv', 'name\na\nb\n');
  await watched.quiet(3);
  expect(watched.text('made/b.txt')).toBe('two');
  rmSync(join(watched.folder, 'names.csv'));
  await watched.quiet(4);
  expect(watched.flow.err()).toContain('error[unreadable-table]');
  watched.write('names.csv', 'name\na\nb\nc\n');
  watched.write('words.tsv', 'name\tword\na\tmore\nb\ttwo\nc\tthree\n');
  await waitUntil(() => watched.text('made/c.txt') === 'three', `c:\n${watched.flow.err()}`);
  await endWatched(watched);
});

test('a table counts, wherever a TypeScript workflow asks for it', async () => {
  const watched = await watching({
    'flow.ts': `
import { expand, lookup, rule, workflow } from 'dagflow';
import { name } from './name.ts';
export default workflow({ rules: [
  rule('all', { input: expand('made/{name}.txt', { name }) }),
  rule('make', {
    output: 'made/{name}.txt',
    input: ({ name }) => lookup({ table: 'sources.csv', where: { name }, column: 'source' }),
    params: { word: ({ name }) => lookup({ table: 'words.csv', where: { name }, column: 'word' }) },
    shell: 'cat {input} > {output}; echo {params.word} >> {output}',
  }),
] });
`,
    // Node would run it once.
    'name.ts': `
import { lookup } from 'dagflow';
export const name = lookup({ table: 'names.csv', column: 'name', all: true });
`,
    'names.csv': 'name\na\n',
    'sources.csv': 'name,source\na,raw/1\nb,raw/2\n',
    'words.csv': 'name,word\na,one\nb,two\n',
    'raw/1': '1\n',
    'raw/2': '2\n',
  });
  expect(watched.text('made/a.txt')).toBe('1\none');
  watched.write('words.csv', 'name,word\na,more\nb,two\n');
  await watched.quiet(2);
  expect(watched.text('made/a.txt')).toBe('1\nmore');
  watched.write('sources.csv', 'name,source\na,raw/2\nb,raw/2\n');
  await watched.quiet(3);
  expect(watched.text('made/a.txt')).toBe('2\nmore');
  watched.write('names.csv', 'name\na\nb\n');
  await watched.quiet(4);
  expect(watched.text('made/b.txt')).toBe('2\ntwo');
  rmSync(join(watched.folder, 'names.csv'));
  await watched.quiet(5);
  expect(watched.flow.err()).toContain('error[unreadable-table]');
  // In the author's file, though it is a copy that is run.
  expect(watched.flow.err()).toContain(' name.ts:3:');
  watched.write('names.csv', 'name\na\nc\n');
  await watched.quiet(6);
  expect(watched.flow.err()).toContain('error[no-row]');
  watched.write('sources.csv', 'name,source\na,raw/2\nc,raw/1\n');
  watched.write('words.csv', 'name,word\na,more\nc,three\n');
  await waitUntil(() => watched.text('made/c.txt') === '1\nthree', `c:\n${watched.flow.err()}`);
  await endWatched(watched);
});
