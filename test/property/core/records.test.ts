import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FlowError } from '../../../src/core/diagnostic.ts';
import { PathTable } from '../../../src/core/graph/path-table.ts';
import { EntryEncoder, encodeHeader } from '../../../src/core/records/entry-encoder.ts';
import type { JournalEntry } from '../../../src/core/records/journal-entry.ts';
import { readJournal } from '../../../src/core/records/read-journal.ts';
import { Records } from '../../../src/core/records/records.ts';
import { entries, PATHS } from '../../rigs/journal-entries.ts';
import { modelOf, tellAll } from '../../rigs/records-model.ts';

test('records tell what a simple fold of the entries tells', () => {
  fc.assert(
    fc.property(entries(), (all) => {
      expect(tellAll(recordsOf(all), PATHS)).toEqual(modelOf(all, PATHS));
    }),
  );
});

test('a snapshot tells the same, whatever the path table holds already', () => {
  fc.assert(
    fc.property(entries(), fc.subarray(PATHS), (all, known) => {
      const paths = new PathTable();
      for (const path of known) paths.intern(path);
      const records = Records.fromSnapshot(
        { bytes: recordsOf(all).snapshot(crc32), file: 'snapshot', crc32 },
        paths,
      );
      expect(tellAll(records, PATHS)).toEqual(modelOf(all, PATHS));
    }),
  );
});

test('entries go on from a snapshot as if there had been none', () => {
  fc.assert(
    fc.property(entries(), entries(), entries(), (first, second, third) => {
      let records = recordsOf(first);
      for (const more of [second, third]) {
        const bytes = records.snapshot(crc32);
        records = Records.fromSnapshot({ bytes, file: 'snapshot', crc32 }, new PathTable());
        for (const entry of more) records.apply(entry);
      }
      expect(tellAll(records, PATHS)).toEqual(modelOf([...first, ...second, ...third], PATHS));
    }),
  );
});

test('a snapshot of a snapshot has the same bytes', () => {
  fc.assert(
    fc.property(entries(), (all) => {
      const bytes = recordsOf(all).snapshot(crc32);
      const copy = { bytes: bytes.slice(), file: 'snapshot', crc32 };
      const again = Records.fromSnapshot(copy, new PathTable()).snapshot(crc32);
      expect(Buffer.compare(again, bytes)).toBe(0);
    }),
  );
});

test('entries come out of a journal as they went in', () => {
  fc.assert(
    fc.property(fc.array(entries(), { maxLength: 4 }), (batches) => {
      expect(read(journalOf(batches))).toEqual(batches.flat());
    }),
  );
});

test('a journal that was cut anywhere holds a beginning of its entries', () => {
  fc.assert(
    fc.property(entries(), fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const encoder = new EntryEncoder(crc32);
      const header = encodeHeader(0, crc32);
      const lines = all.map((entry) => Buffer.byteLength(encoder.encode([entry])));
      const length = Math.floor(share * lines.reduce((sum, line) => sum + line, 0));
      let left = length;
      const wholeCount = lines.findIndex((line) => (left -= line) < 0);
      const cut = journalOf([all]).subarray(0, Buffer.byteLength(header) + length);
      expect(read(cut)).toEqual(wholeCount < 0 ? all : all.slice(0, wholeCount));
    }),
  );
});

test('a journal with a wrong byte is refused, or loses no more than its last entry', () => {
  fc.assert(
    fc.property(entries(), fc.nat(), fc.integer({ min: 1, max: 255 }), (all, place, change) => {
      const bytes = journalOf([all]);
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ change;
      expect(['records-damaged', all.slice(0, -1)]).toContainEqual(readOrCode(bytes));
    }),
  );
});

function recordsOf(all: readonly JournalEntry[]): Records {
  const records = new Records(new PathTable());
  for (const entry of all) records.apply(entry);
  return records;
}

function journalOf(batches: readonly (readonly JournalEntry[])[]): Buffer {
  const encoder = new EntryEncoder(crc32);
  const lines = batches.map((batch) => encoder.encode(batch));
  return Buffer.from(encodeHeader(0, crc32) + lines.join(''));
}

function readOrCode(bytes: Uint8Array): JournalEntry[] | string {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0].code;
    throw error;
  }
}

function read(bytes: Uint8Array): JournalEntry[] {
  const found: JournalEntry[] = [];
  readJournal({ bytes, file: 'journal', crc32 }, (entry) => void found.push(entry));
  return found;
}
