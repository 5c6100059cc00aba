import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodeFileCalls } from '../../../src/adapters/file-calls.ts';
import { openJournal } from '../../../src/adapters/file-journal.ts';
import { loadRecords } from '../../../src/adapters/load-records.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import type { JournalEntry } from '../../../src/core/records/journal-entry.ts';
import { NO_ROW } from '../../../src/core/records/record-table.ts';
import { jobEntry } from '../../rigs/journal-entries.ts';
import { tempFolder } from '../../rigs/temp-folder.ts';

const LONG: JournalEntry = { kind: 'removed', paths: ['x'.repeat(70_000)] };

test('where there is no `.flow` there are no records, and none is made', () => {
  const directory = `${tempFolder()}/.flow`;
  expect(has(directory, 'a')).toBe(false);
  expect(() => statSync(directory)).toThrow('ENOENT');
});

test('what was appended is there the next time', () => {
  const directory = tempFolder();
  write(directory, [jobEntry(['a'], [])]);
  write(directory, [jobEntry(['b'], ['a'])]);
  expect([has(directory, 'a'), has(directory, 'b'), has(directory, 'c')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(readdirSync(directory)).toEqual(['journal']);
});

test('reading writes nothing, and works in a folder that cannot be written', () => {
  const directory = tempFolder();
  write(directory, [jobEntry(['a'], [])]);
  appendFileSync(`${directory}/journal`, 'torn');
  const before = readFileSync(`${directory}/journal`);
  chmodSync(directory, 0o500);
  expect(has(directory, 'a')).toBe(true);
  chmodSync(directory, 0o700);
  expect(readFileSync(`${directory}/journal`)).toEqual(before);
  expect(readdirSync(directory)).toEqual(['journal']);
});

test('a torn end is cut off by who may write, and good lines follow', () => {
  const directory = tempFolder();
  write(directory, [jobEntry(['a'], [])]);
  appendFileSync(`${directory}/journal`, 'torn');
  write(directory, [jobEntry(['b'], [])]);
  expect([has(directory, 'a'), has(directory, 'b')]).toEqual([true, true]);
  expect(readFileSync(`${directory}/journal`, 'utf8')).not.toContain('torn');
});

describe('a long journal', () => {
  test('becomes a snapshot when it is closed', () => {
    const directory = tempFolder();
    write(directory, [jobEntry(['a'], []), LONG]);
    expect(readdirSync(directory).toSorted()).toEqual(['journal', 'journal.snapshot-1']);
    expect(statSync(`${directory}/journal`).size).toBeLessThan(100);
    expect(has(directory, 'a')).toBe(true);
    write(directory, [jobEntry(['b'], []), LONG]);
    expect(readdirSync(directory).toSorted()).toEqual(['journal', 'journal.snapshot-2']);
    expect([has(directory, 'a'), has(directory, 'b')]).toEqual([true, true]);
  });

  test('becomes one when it is opened, if its writer was killed before', () => {
    const directory = tempFolder();
    openJournal({ directory }, new PathTable()).journal.append([jobEntry(['a'], []), LONG]);
    expect(readdirSync(directory)).toEqual(['journal']);
    const { records, journal } = openJournal({ directory }, new PathTable());
    expect(records.rowOf(records.paths.find('a'))).not.toBe(NO_ROW);
    expect(readdirSync(directory).toSorted()).toEqual(['journal', 'journal.snapshot-1']);
    journal.append([jobEntry(['b'], [])]);
    journal.close();
    expect([has(directory, 'a'), has(directory, 'b')]).toEqual([true, true]);
  });

  test('may become one while it is read', () => {
    const directory = tempFolder();
    write(directory, [jobEntry(['a'], []), LONG]);
    let reads = 0;
    const calls = new Proxy(nodeFileCalls, {
      get: (target, name) => {
        reads += name === 'readFileSync' ? 1 : 0;
        if (reads === 2 && name === 'readFileSync') write(directory, [jobEntry(['b'], []), LONG]);
        return Reflect.get(target, name);
      },
    });
    const paths = new PathTable();
    const records = loadRecords({ directory, calls }, paths);
    expect(records.rowOf(paths.find('b'))).not.toBe(NO_ROW);
  });
});

test('what a death while compacting left is removed', () => {
  const directory = tempFolder();
  write(directory, [jobEntry(['a'], []), LONG]);
  const strays = [
    'journal.snapshot-0',
    'journal.snapshot-2',
    'journal.snapshot-2.tmp',
    'journal.tmp',
  ];
  for (const name of strays) writeFileSync(`${directory}/${name}`, 'stray');
  expect(has(directory, 'a')).toBe(true);
  write(directory, []);
  expect(readdirSync(directory).toSorted()).toEqual(['journal', 'journal.snapshot-1']);
});

test.each([
  ['journal', '`F/journal` is missing, though `F/journal.snapshot-1` is there'],
  ['journal.snapshot-1', '`F/journal.snapshot-1` is missing, which `F/journal` goes on from'],
])('without its %s the rest is not read as if it were all', (name, title) => {
  const directory = tempFolder();
  write(directory, [jobEntry(['a'], []), LONG]);
  rmSync(`${directory}/${name}`);
  const expected = expect.objectContaining({
    diagnostics: [
      expect.objectContaining({
        code: 'records-damaged',
        title: title.replaceAll('F', directory),
        hint:
          'put the `.flow` folder back from a backup, or remove `.flow/journal*` to begin ' +
          'without records: files are then up to date by their times, as in make',
      }),
    ],
  });
  expect(() => has(directory, 'a')).toThrow(expected);
  expect(() => openJournal({ directory }, new PathTable())).toThrow(expected);
});

test('nothing can be appended once it is closed', () => {
  const { journal } = openJournal({ directory: tempFolder() }, new PathTable());
  journal.close();
  journal.close();
  expect(() => journal.append([LONG])).toThrow('journal: append after close');
});

function write(directory: string, entries: readonly JournalEntry[]): void {
  const { journal } = openJournal({ directory }, new PathTable());
  journal.append(entries);
  journal.close();
}

function has(directory: string, output: string): boolean {
  const paths = new PathTable();
  return loadRecords({ directory }, paths).rowOf(paths.find(output)) !== NO_ROW;
}
