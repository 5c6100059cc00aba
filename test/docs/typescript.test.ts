import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { examplesOf } from './examples.ts';
import { readPage } from './page.ts';
import { Typist } from './typist.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const typist = new Typist();

test.for(['README.md', 'docs/rules.md'])('the editor finds nothing wrong in %s', (page) => {
  const examples = examplesOf(readPage(readFileSync(join(ROOT, page), 'utf8')));
  const names = examples.flatMap(({ files }) => {
    const folder = typist.folder(new Map([...files, ['package.json', '{ "type": "module" }']]));
    return [...files.keys()].filter((name) => name.endsWith('.ts')).map((it) => join(folder, it));
  });
  expect(names.length).toBeGreaterThan(0);
  expect(complaints(names)).toEqual([]);
});

function complaints(names: readonly string[]): string[] {
  const config: unknown = ts.readConfigFile(join(ROOT, 'tsconfig.json'), readText).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const { rootDir: _, ...others } = options;
  const program = ts.createProgram(names, {
    ...others,
    paths: { dagflow: [join(ROOT, 'src/index.ts')] },
    typeRoots: [join(ROOT, 'node_modules/@types')],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || names.includes(file.fileName))
    .map(({ file, start = 0, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      const text = file?.text.split('\n')[line] ?? '';
      return `${text.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
