import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PathTable } from '../../../../src/core/graph/path-table.ts';
import { NO_DIGEST, NO_ROW } from '../../../../src/core/records/record-table.ts';
import type { JournalEntry } from '../../../../src/core/records/journal-entry.ts';
import { Records } from '../../../../src/core/records/records.ts';
import { digestOf, fileRow, jobEntry, startedEntry } from '../../../rigs/journal-entries.ts';

describe('files', () => {
  test('a path that was never recorded has no row', () => {
    const records = recordsOf();
    const file = records.paths.intern('a');
    expect(records.fileKind(file)).toBe(0);
    expect(records.fileDigest(file)).toBe(NO_DIGEST);
    expect(records.rowOf(file)).toBe(NO_ROW);
    expect(records.manifest(file)).toBeUndefined();
  });

  test('the newest row counts', () => {
    const records = recordsOf(
      { kind: 'file', file: fileRow('a', { size: 1, isYoung: true }) },
      { kind: 'file', file: fileRow('a', { size: 2 }) },
    );
    const file = records.paths.find('a');
    expect(records.fileSize(file)).toBe(2);
    expect(records.isYoung(file)).toBe(false);
  });

  test('the rows of removed temporary files stay', () => {
    const records = recordsOf(jobEntry(['a'], []), { kind: 'removed', paths: ['a'] });
    expect(digestTextOf(records, 'a')).toBe(digestOf('a'));
  });

  test('equal contents have equal digest ids', () => {
    const digest = digestOf('same');
    const records = recordsOf(jobEntry(['b'], []), {
      kind: 'file',
      file: fileRow('a', { digest }),
    });
    expect(records.internDigest(digest)).toBe(records.fileDigest(records.paths.find('a')));
    expect(records.internDigest(digestOf('other'))).not.toBe(records.internDigest(digest));
  });

  test('a directory that is recorded without a manifest has none any more', () => {
    const manifest = { members: [{ name: 'x', size: 1, mtimeMs: 2, digest: digestOf('x') }] };
    const records = recordsOf({
      kind: 'file',
      file: fileRow('d', { type: 'directory', manifest }),
    });
    const file = records.paths.find('d');
    expect(records.manifest(file)).toEqual(manifest);
    records.apply({ kind: 'file', file: fileRow('d', { type: 'directory' }) });
    expect(records.manifest(file)).toBeUndefined();
  });
});

describe('jobs', () => {
  test('outputs are sorted by path, inputs keep their order', () => {
    const records = recordsOf(jobEntry(['b', 'a'], ['y', 'x', 'y']));
    const row = records.rowOf(records.paths.find('b'));
    expect(outputsOf(records, row)).toEqual(['a', 'b']);
    expect(inputsOf(records, row)).toEqual(['y', 'x', 'y']);
  });

  test('a record replaces all records that share an output with it', () => {
    const records = recordsOf(
      jobEntry(['a', 'b'], []),
      jobEntry(['c'], []),
      jobEntry(['b', 'c'], []),
    );
    expect(records.rowOf(records.paths.find('a'))).toBe(NO_ROW);
    const row = records.rowOf(records.paths.find('b'));
    expect(outputsOf(records, row)).toEqual(['b', 'c']);
    expect(records.rowOf(records.paths.find('c'))).toBe(row);
  });

  test('equal texts of different jobs have equal ids', () => {
    const records = recordsOf(jobEntry(['a'], []), jobEntry(['b'], [], { params: '{"x":1}' }));
    const [a, b] = ['a', 'b'].map((path) => records.rowOf(records.paths.find(path)));
    expect(records.code(a ?? NO_ROW)).toBe(records.code(b ?? NO_ROW));
    expect(records.params(a ?? NO_ROW)).not.toBe(records.params(b ?? NO_ROW));
  });

  test('an output without a digest gets it from a later row of the same stat', () => {
    const late = fileRow('a', { digest: undefined });
    const records = recordsOf(jobEntry(['a'], [], { outputs: [late] }));
    const row = records.rowOf(records.paths.find('a'));
    expect(records.outputDigestAt(row, 0)).toBe(NO_DIGEST);
    records.apply({ kind: 'file', file: { ...late, digest: digestOf('a') } });
    expect(records.digestText(records.outputDigestAt(row, 0))).toBe(digestOf('a'));
  });

  test('an output without a digest that was changed since never gets one', () => {
    const late = fileRow('a', { digest: undefined });
    const records = recordsOf(jobEntry(['a'], [], { outputs: [late] }), {
      kind: 'file',
      file: { ...late, mtimeMs: late.mtimeMs + 1, digest: digestOf('edited') },
    });
    const row = records.rowOf(records.paths.find('a'));
    expect(records.outputDigestAt(row, 0)).toBe(NO_DIGEST);
    const again = fileRow('a', { mtimeMs: late.mtimeMs + 1, digest: digestOf('again') });
    records.apply({ kind: 'file', file: again });
    expect(records.outputDigestAt(row, 0)).toBe(NO_DIGEST);
  });

  test('the digest of an output in the record stays when the file is edited', () => {
    const records = recordsOf(jobEntry(['a'], []), {
      kind: 'file',
      file: fileRow('a', { digest: digestOf('edited') }),
    });
    const row = records.rowOf(records.paths.find('a'));
    expect(records.digestText(records.outputDigestAt(row, 0))).toBe(digestOf('a'));
    expect(digestTextOf(records, 'a')).toBe(digestOf('edited'));
  });

  test('a job without outputs leaves no record', () => {
    const bytes = recordsOf(jobEntry([], ['a'])).snapshot(crc32);
    expect(bytes).toHaveLength(recordsOf().snapshot(crc32).length);
  });
});

describe('attempts', () => {
  test('an attempt is open until its end is recorded', () => {
    const records = recordsOf(startedEntry('t', ['a', 'b']));
    expect(openOf(records, 'a', 'b', 'c')).toEqual(['a', 'b']);
    records.apply({ kind: 'ended', token: 't' });
    expect(openOf(records, 'a', 'b', 'c')).toEqual([]);
    expect(records.openAttempts()).toEqual([]);
  });

  test('an attempt is over when its job is recorded', () => {
    const records = recordsOf(startedEntry('t', ['a']), jobEntry(['a'], [], { token: 't' }));
    expect(records.openAttempts()).toEqual([]);
  });

  test('a record ends every attempt at one of its outputs', () => {
    const records = recordsOf(
      startedEntry('old', ['a', 'b']),
      startedEntry('other', ['c']),
      jobEntry(['b'], [], { token: 'new' }),
    );
    expect(records.openAttempts().map(({ token }) => token)).toEqual(['other']);
    expect(openOf(records, 'a', 'b', 'c')).toEqual(['c']);
  });

  test('an output is open as long as one of several attempts at it is', () => {
    const records = recordsOf(startedEntry('s', ['a']), startedEntry('t', ['a']));
    records.apply({ kind: 'ended', token: 's' });
    expect(openOf(records, 'a')).toEqual(['a']);
  });
});

function recordsOf(...entries: readonly JournalEntry[]): Records {
  const records = new Records(new PathTable());
  for (const entry of entries) records.apply(entry);
  return records;
}

function outputsOf(records: Records, row: number): string[] {
  return Array.from({ length: records.outputCount(row) }, (_, index) =>
    records.paths.path(records.outputAt(row, index)),
  );
}

function inputsOf(records: Records, row: number): string[] {
  return Array.from({ length: records.inputCount(row) }, (_, index) =>
    records.paths.path(records.inputAt(row, index)),
  );
}

function digestTextOf(records: Records, path: string): string {
  return records.digestText(records.fileDigest(records.paths.find(path)));
}

function openOf(records: Records, ...paths: readonly string[]): string[] {
  return paths.filter((path) => records.isOpen(records.paths.find(path)));
}
