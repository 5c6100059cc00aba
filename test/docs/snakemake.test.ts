import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testPage } from './page-tests.ts';
import { Typist } from './typist.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/snakemake.md'), 'utf8');
const typist = new Typist();

testPage('docs/snakemake.md');

test('flags that are said to be the same are flags of `flow run`', () => {
  const own = flagsIn(typist.type('flow run --help', ROOT).shown);
  const said = flagsIn(part('The same flags').split('\n\n')[0] ?? '');
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((flag) => !own.includes(flag))).toEqual([]);
});

test('flags that are said not to be there are not', () => {
  const own = flagsIn(typist.type('flow run --help', ROOT).shown);
  const missing = flagsIn(part('Not there yet'));
  expect(own.length).toBeGreaterThan(10);
  expect(missing.filter((flag) => own.includes(flag))).toEqual([]);
});

function part(title: string): string {
  const [, found = ''] = page.split(`\n## ${title}\n`);
  return found.split('\n## ')[0] ?? '';
}

function flagsIn(text: string): string[] {
  return Array.from(
    text.matchAll(/(?<![\w-])--?[a-z][a-z-]*\b|(?<![\w-])-[A-Z]\b/gu),
    ([flag]) => flag,
  );
}
