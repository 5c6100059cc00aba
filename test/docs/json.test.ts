import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, type Section } from './page.ts';
import { Typist } from './typist.ts';

// Every document of the page is what the command really prints, in a folder called `/w`.
const FILE = resolve(import.meta.dirname, '../../docs/json.md');
const { sections } = readPage(readFileSync(FILE, 'utf8'));
const typist = new Typist();

const WORKFLOW = `rules:
  count: { input: "texts/{sample}.txt", output: "counts/{sample}.txt", shell: "wc -w < {input} > {output}" }
`;

const TYPED = [
  ['Errors and warnings', 'flow --json -n counts/a.txt'],
  ['flow list', 'flow list --json'],
  ['flow --dry-run, flow why', 'mkdir texts; echo x > texts/a.txt; flow -n --json counts/a.txt'],
  [
    'flow logs',
    'mkdir texts; echo x > texts/a.txt; flow -c1 counts/a.txt 2> /dev/null; flow logs --json',
  ],
] as const;

test.for(TYPED)('%s shows what is printed', ([title, command]) => {
  const folder = typist.folder(new Map([['flow.yaml', WORKFLOW]]));
  const { shown } = typist.type(command, folder);
  const printed = shown
    .replaceAll(folder, '/w')
    .replaceAll(/\b\d{8}-\d{6}-\d{3}-[0-9a-z]{6}\b/gu, '20260102-030405-006-abcdef');
  const shownInPage: unknown = JSON.parse(blockOf(sections, title));
  expect(JSON.parse(printed)).toEqual(shownInPage);
});

test('every document of the page is compared', () => {
  const titles = sections.filter(({ blocks }) => blocks.length > 0).map(({ title }) => title);
  expect(titles).toEqual(TYPED.map(([title]) => title));
});

function blockOf(all: readonly Section[], title: string): string {
  return all.find((section) => section.title === title)?.blocks[0]?.text ?? '';
}
