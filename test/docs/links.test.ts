import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = ['README.md', 'ARCHITECTURE.md', ...pagesBelow('docs'), ...pagesBelow('workflows')];

test.for(PAGES)('every link of %s leads somewhere', (page) => {
  const dead = linksOf(page).filter((link) => !leadsSomewhere(page, link));
  expect(dead).toEqual([]);
});

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}

/** Links to what lies in the repository. */
function linksOf(page: string): string[] {
  return Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/gu), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/u.test(link),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return Array.from(proseOf(page).matchAll(/^#+ (.*)$/gmu), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[^]*?^```$/gmu, '');
}
