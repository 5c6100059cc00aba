import { expect, test } from 'vitest';
import { previewRecovery } from '../../../src/adapters/preview-recovery.ts';
import { recover } from '../../../src/adapters/recover.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import type { JournalEntry, StartedEntry } from '../../../src/core/records/journal-entry.ts';
import { Records } from '../../../src/core/records/records.ts';
import type { Disk } from '../../../src/ports/disk.ts';
import type { Hasher } from '../../../src/ports/hasher.ts';
import { fileRow, startedEntry } from '../../rigs/journal-entries.ts';
import { MemoryDisk } from '../../rigs/memory-disk.ts';

const AGAIN = startedEntry('again', ['one', 'sub/two', 'new'], {
  moves: [
    { from: 'one', to: '.flow-one' },
    { from: 'sub/two', to: 'sub/.flow-two' },
  ],
});
const FIRST = startedEntry('first', ['made/a', 'made/not-yet', 'folder']);
const PATHS = [
  'one',
  'sub',
  'sub/two',
  'sub/two/x',
  'new',
  'made/a',
  'folder',
  'folder/p',
  'other',
];

function diskOfDeath(): MemoryDisk {
  return new MemoryDisk()
    .write({ '.flow-one': 'old', 'sub/.flow-two/x': 'old', other: 'stays' })
    .tick()
    .write({ one: 'part', 'sub/two/y': 'part', new: 'part', 'made/a': 'part', 'folder/p': 'part' });
}

function recordsOf(attempts: readonly StartedEntry[]): Records {
  const records = new Records(new PathTable());
  const entries: JournalEntry[] = [
    { kind: 'file', file: fileRow('one', { size: 3 }) },
    ...attempts,
  ];
  for (const entry of entries) records.apply(entry);
  return records;
}

/** Answers a row with the content in the place of the digest. */
function hasherOn(disk: MemoryDisk): Hasher {
  return {
    fingerprint: async (path) => {
      const content = disk.files()[path];
      if (content === undefined) return undefined;
      return await Promise.resolve(fileRow(path, { digest: content }));
    },
    close: async () => {},
  };
}

/** All that can be asked of a path. */
function lookAt(disk: Disk, path: string): unknown {
  const stat = disk.stat(path);
  const names = disk.list(path)?.map(({ name }) => name);
  return {
    stat,
    lstat: disk.lstat(path),
    content: stat?.type === 'file' ? disk.read(path) : undefined,
    names: names?.filter((name) => !name.startsWith('.flow')).toSorted(),
  };
}

test('the disk looks as it does after the recovery, and nothing is written', () => {
  const disk = diskOfDeath();
  const before = disk.files();
  const records = recordsOf([AGAIN, FIRST]);
  const preview = previewRecovery({ records, disk, hasher: hasherOn(disk) });
  expect(disk.files()).toEqual(before);

  const after = diskOfDeath();
  const journal = { append: () => {}, close: () => {} };
  recover({ records: recordsOf([AGAIN, FIRST]), disk: after, journal });
  for (const path of PATHS) {
    expect(lookAt(preview.disk, path), path).toEqual(lookAt(after, path));
  }
});

test('contents are those of the old outputs, under their own names', async () => {
  const disk = diskOfDeath();
  const { hasher } = previewRecovery({
    records: recordsOf([AGAIN, FIRST]),
    disk,
    hasher: hasherOn(disk),
  });
  expect(await hasher.fingerprint('one')).toMatchObject({ path: 'one', digest: 'old' });
  expect(await hasher.fingerprint('sub/two/x')).toMatchObject({ path: 'sub/two/x', digest: 'old' });
  expect(await hasher.fingerprint('other')).toMatchObject({ path: 'other', digest: 'stays' });
  expect(await hasher.fingerprint('new')).toBeUndefined();
});

test('what was begun and is there stays incomplete; what is as it was before does not', () => {
  const disk = diskOfDeath();
  const records = recordsOf([AGAIN, FIRST]);
  previewRecovery({ records, disk, hasher: hasherOn(disk) });
  const isOpen = (path: string): boolean => records.isOpen(records.paths.find(path));
  expect(['new', 'made/a', 'folder'].filter(isOpen)).toEqual(['new', 'made/a', 'folder']);
  expect(['one', 'sub/two', 'made/not-yet'].filter(isOpen)).toEqual([]);
});

test('without open attempts nothing stands between', () => {
  const disk = diskOfDeath();
  const hasher = hasherOn(disk);
  expect(previewRecovery({ records: recordsOf([]), disk, hasher })).toEqual({ disk, hasher });
});
