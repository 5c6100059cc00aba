import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Diagnostic, FlowError } from '../../../../src/core/diagnostic.ts';
import { PathTable } from '../../../../src/core/graph/path-table.ts';
import type { JournalEntry } from '../../../../src/core/records/journal-entry.ts';
import { Records } from '../../../../src/core/records/records.ts';
import { digestOf, fileRow, jobEntry } from '../../../rigs/journal-entries.ts';

test('a snapshot numbers its paths in an empty table from 0, recorded files first', () => {
  const paths = new PathTable();
  load(snapshotOf(jobEntry(['out'], ['in'])), paths);
  expect([paths.path(0), paths.path(1), paths.size]).toEqual(['out', 'in', 2]);
});

test('what was replaced is not in a snapshot', () => {
  const newest = jobEntry(['out'], ['in'], { code: 'new', params: '{"n":3}' });
  const replaced = [1, 2].map((n) =>
    jobEntry(['out'], [`old-${n}`], { code: `old ${n}`, params: `{"n":${n}}` }),
  );
  expect(snapshotOf(...replaced, newest)).toEqual(snapshotOf(newest));
});

test('a thousand jobs that read the same thousand files keep the list once', () => {
  const inputs = Array.from({ length: 1_000 }, (_, index) => ({
    path: `in/${index}`,
    digest: digestOf(`${index}`),
  }));
  const job = (index: number) => jobEntry([`out/${index}`], [], { inputs: [...inputs] });
  const one = snapshotOf(job(0));
  const many = snapshotOf(...Array.from({ length: 1_000 }, (_, index) => job(index)));
  // A list is 8 000 bytes, and a job with its output, apart from that, some 120.
  expect(many.length - one.length).toBeLessThan(1_000 * 150);
});

test('ten thousand records go through a snapshot', () => {
  const records = new Records(new PathTable());
  for (let job = 0; job < 10_000; job++) {
    records.apply({ kind: 'file', file: fileRow(`in/${job}`) });
    records.apply(jobEntry([`out/${job}`], [`in/${job}`], { params: `{"n":${job}}` }));
  }
  const paths = new PathTable();
  const again = load(records.snapshot(crc32), paths);
  const row = again.rowOf(paths.find('out/9999'));
  expect(paths.path(again.inputAt(row, 0))).toBe('in/9999');
  expect(again.digestText(again.inputDigestAt(row, 0))).toBe(digestOf('in/9999'));
  expect(again.text(again.params(row))).toBe('{"n":9999}');
});

test('a damaged snapshot is refused, whichever byte it is', () => {
  const bytes = snapshotOf(jobEntry(['out'], ['in']));
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0x40;
    expect(
      codeOf(() => load(damaged)),
      `byte ${at}`,
    ).toMatch(/^records-(damaged|newer)$/);
  }
});

test('a snapshot that was cut short is refused, wherever', () => {
  const bytes = snapshotOf(jobEntry(['out'], ['in']));
  for (let length = 0; length < bytes.length; length++) {
    expect(codeOf(() => load(bytes.slice(0, length)))).toBe('records-damaged');
  }
});

test('a snapshot of a newer format says what to do', () => {
  const bytes = snapshotOf();
  new DataView(bytes.buffer).setUint32(8, 2, true);
  expect(diagnosticOf(() => load(bytes))).toEqual({
    code: 'records-newer',
    kind: 'environment',
    severity: 'error',
    title: '`.flow/journal.snapshot-1` was written by a newer flow',
    spans: [],
    facts: [['format', 'version 2; this flow reads up to 1']],
    hint: 'update flow, or use a copy of the folder without `.flow`',
  });
});

test('a snapshot need not begin at a multiple of eight bytes', () => {
  const bytes = snapshotOf(jobEntry(['out'], ['in']));
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(load(shifted.subarray(3)).snapshot(crc32)).toEqual(bytes);
});

function snapshotOf(...entries: readonly JournalEntry[]): Uint8Array {
  const records = new Records(new PathTable());
  for (const entry of entries) records.apply(entry);
  return records.snapshot(crc32);
}

function load(bytes: Uint8Array, paths: PathTable = new PathTable()): Records {
  return Records.fromSnapshot({ bytes, file: '.flow/journal.snapshot-1', crc32 }, paths);
}

function diagnosticOf(call: () => unknown): Diagnostic | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0];
    throw error;
  }
  return undefined;
}

function codeOf(call: () => unknown): string | undefined {
  return diagnosticOf(call)?.code;
}
