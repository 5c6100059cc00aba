import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorPage } from '../../src/core/catalogue/pages/error-page.ts';
import { ERROR_AREAS } from '../../src/core/catalogue/pages/error-pages.ts';
import { Typist } from './typist.ts';

const PAGES = ERROR_AREAS.flatMap(({ pages }) => Object.entries(pages));

// That every code which is printed has a page is the compiler's to say: `Diagnostic.code` is made of
// the keys of the pages.
test('every page is of a code that flow prints', () => {
  const sources = [...sourcesBelow('src/core/catalogue'), 'src/ui/text/failure-text.ts'];
  const text = sources.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const unused = PAGES.map(([code]) => code).filter(
    (code) => !text.includes(`'${code}'`) && !text.includes(`[${code}]`),
  );
  expect(unused).toEqual([]);
});

test('no code has two pages', () => {
  expect(new Set(PAGES.map(([code]) => code)).size).toBe(PAGES.length);
});

const typist = new Typist();
const withExample = PAGES.filter(([, { files }]) => files !== undefined);

test.for(withExample)('the example of %s prints it, under one of its titles', ([code, page]) => {
  const folder = typist.folder(new Map(Object.entries(page.files ?? {})));
  const { shown } = typist.type(page.typed ?? 'flow -n', folder);
  const printed = Array.from(
    shown.matchAll(/^(?:error|warning)\[(.*?)\]: (.*)$/gmu),
    ([, found, title = '']) => ({ found, title }),
  );
  const titles = printed.filter(({ found }) => found === code).map(({ title }) => title);
  expect(titles, shown).not.toEqual([]);
  expect(
    titles.filter((title) => !isOneOf(title, page)),
    `titles of ${code}`,
  ).toEqual([]);
});

/** Is it one of the titles, with texts in the place of `…`? */
function isOneOf(title: string, { titles }: ErrorPage): boolean {
  return titles.some((pattern) => {
    const parts = pattern.split('…').map(escaped);
    return new RegExp(`^${parts.join('.*')}$`, 'u').test(title);
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that word diagnostics; not their pages. */
function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
