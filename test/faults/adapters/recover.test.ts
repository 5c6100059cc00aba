import { describe, expect, test } from 'vitest';
import { recover } from '../../../src/adapters/recover.ts';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import type { JournalEntry } from '../../../src/core/records/journal-entry.ts';
import { Records } from '../../../src/core/records/records.ts';
import { type Fault, faultyCalls, Killed } from '../../rigs/faulty-disk.ts';
import { fileRow, startedEntry } from '../../rigs/journal-entries.ts';
import { MemoryDisk } from '../../rigs/memory-disk.ts';

const OLD_MS = 1_000_000;

/** Three attempts, wherever a run may have died, and what lay on the disk then. */
const ENTRIES: readonly JournalEntry[] = [
  { kind: 'file', file: fileRow('one', { size: 3, mtimeMs: OLD_MS }) },
  { kind: 'file', file: fileRow('not-moved', { size: 3, mtimeMs: OLD_MS }) },
  startedEntry('rerun', ['one', 'sub/two', 'new'], {
    moves: [
      { from: 'one', to: '.flow-one' },
      { from: 'sub/two', to: 'sub/.flow-two' },
    ],
  }),
  startedEntry('first', ['made/a', 'folder']),
  startedEntry('early', ['not-moved'], { moves: [{ from: 'not-moved', to: '.flow-not-moved' }] }),
];

function diskOfDeath(): MemoryDisk {
  return new MemoryDisk()
    .write({ '.flow-one': 'old', 'sub/.flow-two/x': 'old', 'sub/.flow-two/y': 'old' })
    .write({ 'not-moved': 'old', other: 'stays' })
    .tick()
    .write({ one: 'part', 'sub/two/x': 'part', new: 'part', 'made/a': 'part', 'folder/p': 'part' });
}

const AS_BEFORE = {
  one: 'old',
  'sub/two/x': 'old',
  'sub/two/y': 'old',
  'not-moved': 'old',
  other: 'stays',
};

test('partial outputs go, and old ones come back', () => {
  const life = startLife(diskOfDeath());
  const { undone, unclear } = recover(life);
  expect(life.disk.files()).toEqual(AS_BEFORE);
  expect(undone.map(({ token }) => token)).toEqual(['rerun', 'first', 'early']);
  expect(unclear).toEqual([]);
  expect(life.records.openAttempts()).toEqual([]);
  const [announced, ...ended] = life.journal.entries;
  expect(announced).toMatchObject({ kind: 'started', token: 'rerun', outputs: ['one', 'new'] });
  expect(ended).toEqual([
    { kind: 'ended', token: 'rerun' },
    { kind: 'ended', token: 'first' },
    { kind: 'ended', token: 'early' },
  ]);
});

test('attempts that may go on are left alone, and stay open', () => {
  const life = startLife(diskOfDeath());
  const { undone } = recover({ ...life, spared: new Set(['first']) });
  expect(undone.map(({ token }) => token)).toEqual(['rerun', 'early']);
  expect(life.disk.files()).toEqual({ ...AS_BEFORE, 'made/a': 'part', 'folder/p': 'part' });
  expect(life.records.openAttempts().map(({ token }) => token)).toEqual(['first']);
});

describe('an output that may be whole or partial', () => {
  const attempt = startedEntry('t', ['out'], { moves: [{ from: 'out', to: '.flow-out' }] });

  test.each<[string, readonly JournalEntry[]]>([
    ['because nothing is recorded of it', []],
    ['because it is not as recorded', [{ kind: 'file', file: fileRow('out', { size: 4 }) }]],
  ])('stays, and its attempt stays open, %s', (_, before) => {
    const life = startLife(new MemoryDisk().write({ out: 'new' }), [...before, attempt]);
    expect(recover(life)).toMatchObject({ undone: [], unclear: [{ attempt, outputs: ['out'] }] });
    expect(life.disk.files()).toEqual({ out: 'new' });
    expect(life.records.isOpen(life.records.paths.find('out'))).toBe(true);
    expect(life.journal.entries).toEqual([]);
  });

  test('may be written to again, since it could be before', () => {
    const disk = new MemoryDisk().write({ out: 'new' });
    disk.protect('out');
    expect(recover(startLife(disk, [attempt])).unclear).toHaveLength(1);
    expect(disk.isProtected('out')).toBe(false);
  });

  test('is no question any more once it is removed', () => {
    const life = startLife(new MemoryDisk(), [attempt]);
    expect(recover(life).undone).toEqual([attempt]);
  });
});

describe('killed at any call and begun again, it ends the same', () => {
  test.each<Fault>(['dies-before', 'dies-after'])('%s', (fault) => {
    const onDisk = faultsOf((at) => {
      const life = startLife(diskOfDeath());
      const faulty = faultyCalls(life.disk, { fault, at });
      const error = errorOf(() => recover({ ...life, disk: faulty.calls }));
      expect(error instanceof Killed).toBe(faulty.isReached());
      const again = startLife(life.disk, [...ENTRIES, ...life.journal.entries]);
      recover(again);
      expect(life.disk.files(), `${fault} ${at}`).toEqual(AS_BEFORE);
      expect(again.records.openAttempts()).toEqual([]);
      return faulty.isReached();
    });
    const inJournal = faultsOf((at) => {
      const life = startLife(diskOfDeath());
      const faulty = faultyCalls(life.journal, { fault, at });
      const error = errorOf(() => recover({ ...life, journal: faulty.calls }));
      expect(error instanceof Killed).toBe(faulty.isReached());
      const again = startLife(life.disk, [...ENTRIES, ...life.journal.entries]);
      recover(again);
      expect(life.disk.files()).toEqual(AS_BEFORE);
      expect(again.records.openAttempts()).toEqual([]);
      return faulty.isReached();
    });
    expect(onDisk).toBeGreaterThan(15);
    expect(inJournal).toBe(2);
  });
});

test('refused at any call it says so, and the next time it ends the same', () => {
  faultsOf((at) => {
    const life = startLife(diskOfDeath());
    const faulty = faultyCalls(life.disk, { fault: 'is-refused', at, code: 'EACCES' });
    const error = errorOf(() => recover({ ...life, disk: faulty.calls }));
    expect(error instanceof FlowError).toBe(faulty.isReached());
    recover(life);
    expect(life.disk.files()).toEqual(AS_BEFORE);
    expect(life.records.openAttempts()).toEqual([]);
    return faulty.isReached();
  });
});

test('the message names the output', () => {
  const life = startLife(diskOfDeath());
  const { calls } = faultyCalls(life.disk, { fault: 'is-refused', at: 1, code: 'EACCES' });
  const error = errorOf(() => recover({ ...life, disk: calls }));
  expect(error instanceof FlowError && error.diagnostics[0]).toMatchInlineSnapshot(`
    {
      "code": "recovery-refused",
      "facts": [
        [
          "lost",
          "nothing: it is tried again by the next run",
        ],
      ],
      "hint": "see who owns it with \`ls -l\`, and give yourself access",
      "kind": "environment",
      "severity": "error",
      "spans": [],
      "title": "cannot put \`one\` back as it was before an attempt that died: no permission",
    }
  `);
});

/** Tries every place for a fault; answers how many calls there were. */
function faultsOf(tryAt: (at: number) => boolean): number {
  let at = 1;
  while (tryAt(at)) at += 1;
  return at - 1;
}

function errorOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

function startLife(disk: MemoryDisk, entries: readonly JournalEntry[] = ENTRIES) {
  const records = new Records(new PathTable());
  for (const entry of entries) records.apply(entry);
  return { disk, records, journal: new KeptEntries() };
}

class KeptEntries {
  readonly entries: JournalEntry[] = [];

  append(entries: readonly JournalEntry[]): void {
    this.entries.push(...entries);
  }

  close(): void {}
}
