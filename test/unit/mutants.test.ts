import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly before: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const LISTS = join(ROOT, 'test/mutants');

test('every known bug still has its one place in the source', async () => {
  const lists = readdirSync(LISTS).filter((name) => name.endsWith('.mjs') && name !== 'run.mjs');
  const misfits: string[] = [];
  for (const list of lists) {
    const { default: mutants }: { default: readonly Mutant[] } = await import(join(LISTS, list));
    for (const { name, file, before } of mutants) {
      const count = readFileSync(join(ROOT, file), 'utf8').split(before).length - 1;
      if (count !== 1) misfits.push(`${name}: ${count} places in ${file}`);
    }
  }
  expect(misfits).toEqual([]);
});
