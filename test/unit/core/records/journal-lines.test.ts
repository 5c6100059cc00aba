import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FlowError } from '../../../../src/core/diagnostic.ts';
import { EntryEncoder, encodeHeader } from '../../../../src/core/records/entry-encoder.ts';
import type { JournalEntry } from '../../../../src/core/records/journal-entry.ts';
import { type JournalEnd, readJournal } from '../../../../src/core/records/read-journal.ts';
import { digestOf, jobEntry, startedEntry } from '../../../rigs/journal-entries.ts';

const DIGEST = digestOf('');

test('the format is this', () => {
  const row = { path: 'é', type: 'file', size: 3, mtimeMs: 1.25, digest: DIGEST } as const;
  const members = [{ name: 'x/', size: 0, mtimeMs: 2, digest: DIGEST }];
  const lines = new EntryEncoder(crc32).encode([
    startedEntry('t', ['é'], { moves: [{ from: 'é', to: '.flow-é' }] }),
    {
      ...jobEntry(['é'], [], { token: 't' }),
      outputs: [{ ...row, isYoung: true }],
      inputs: [{ path: 'in', digest: undefined }],
    },
    { kind: 'file', file: { ...row, type: 'directory', isYoung: false, manifest: { members } } },
    { kind: 'ended', token: 'u' },
    { kind: 'removed', paths: ['é'] },
  ]);
  const shown = (encodeHeader(7, crc32) + lines).replaceAll(DIGEST, '<digest>');
  expect(shown).toMatchInlineSnapshot(`
    "bdd12509 {"flow":"journal","version":1,"generation":7}
    9c876e95 {"started":{"token":"t","rule":"rule","outputs":["é"],"moves":[["é",".flow-é"]]}}
    f5925429 {"text":[0,"[[null,false,1]]"]}
    0b27a0e6 {"text":[1,"cp {input} {output}"]}
    9686bf43 {"text":[2,""]}
    78dc3ddd {"job":{"how":"ran","token":"t","rule":"rule","outputs":[["é","f",3,1.25,"<digest>",1]],"inputs":[["in",null]],"shape":0,"code":1,"env":2,"params":"{}","endedAtMs":2000,"durationMs":12.5}}
    5ec90c8f {"file":["é","d",3,1.25,"<digest>",0,[["x/",0,2,"<digest>"]]]}
    de615a4f {"ended":"u"}
    f71a294b {"removed":["é"]}
    "
  `);
});

test('the checksum is the CRC-32 of the UTF-8 of what follows it', () => {
  const [line = ''] = new EntryEncoder(crc32).encode([{ kind: 'ended', token: 'é' }]).split('\n');
  expect(line).toBe(
    `${crc32(Buffer.from('{"ended":"é"}')).toString(16).padStart(8, '0')} {"ended":"é"}`,
  );
});

test('what jobs share is written once', () => {
  const inputs = Array.from({ length: 9 }, (_, index) => `in/${index}`);
  const jobs = [0, 1, 2].map((n) => jobEntry([`out/${n}`], inputs));
  const lines = new EntryEncoder(crc32).encode(jobs);
  expect(lines.split('cp {input} {output}')).toHaveLength(2);
  expect(lines.split('in/0')).toHaveLength(2);
  expect(read(encodeHeader(0, crc32) + lines).entries).toEqual(jobs);
});

test('what was forgotten is written again', () => {
  const encoder = new EntryEncoder(crc32);
  const inputs = Array.from({ length: 9 }, (_, index) => `in/${index}`);
  encoder.encode([jobEntry(['lost'], inputs)]);
  encoder.forget();
  const job = jobEntry(['a'], inputs);
  expect(read(encodeHeader(0, crc32) + encoder.encode([job])).entries).toEqual([job]);
});

test('several writers after one another may give the same numbers', () => {
  const first = jobEntry(['a'], [], { code: 'one', env: 'x' });
  const second = jobEntry(['b'], [], { code: 'two' });
  const text =
    encodeHeader(0, crc32) +
    new EntryEncoder(crc32).encode([first]) +
    new EntryEncoder(crc32).encode([second]);
  expect(read(text).entries).toEqual([first, second]);
});

describe('the end of a journal', () => {
  const header = encodeHeader(0, crc32);
  const good = new EntryEncoder(crc32).encode([{ kind: 'ended', token: 'a' }]);
  const last = new EntryEncoder(crc32).encode([{ kind: 'ended', token: 'b' }]);

  test.each([
    ['a line without its end', last.slice(0, -1)],
    ['half a line', last.slice(0, 10)],
    ['a wrong checksum', last.replace('b', 'c')],
    ['zeros, as a power cut leaves them', '\0'.repeat(100)],
    ['zeros and newlines', '\0\n\0\n'],
    ['no digits', '\n'],
  ])('is cut off: %s', (_, torn) => {
    const { end, entries } = read(header + good + torn);
    expect(entries).toEqual([{ kind: 'ended', token: 'a' }]);
    expect(end).toEqual({ entryCount: 1, goodLength: header.length + good.length });
  });
});

test('damage with good lines after it is refused, and says what to do', () => {
  const lines = ['a', 'b', 'c'].map((token) =>
    new EntryEncoder(crc32).encode([{ kind: 'ended', token }]),
  );
  const text = encodeHeader(0, crc32) + lines.join('').replace('"b"', '"x"');
  expect(problemOf(text)).toMatchInlineSnapshot(`
    {
      "code": "records-damaged",
      "facts": [
        [
          "lost",
          "nothing yet: flow reads no records rather than half of them",
        ],
      ],
      "hint": "put \`.flow/journal\` back from a backup, or keep what comes before the damage with \`head -n 2 .flow/journal > good && mv good .flow/journal\`: jobs recorded later run again",
      "kind": "environment",
      "severity": "error",
      "spans": [],
      "title": "\`.flow/journal\` is damaged at line 3, with good lines after it",
    }
  `);
});

test('a newline that is damaged does not hide the line after it', () => {
  const lines = ['a', 'b', 'c'].map((token) =>
    new EntryEncoder(crc32).encode([{ kind: 'ended', token }]),
  );
  const text = encodeHeader(0, crc32) + lines.join('').replace(/"b"}\n/, '"b"} ');
  expect(problemOf(text)).toMatchObject({
    title: '`.flow/journal` is damaged at line 3, with good lines after it',
  });
});

test('what does not begin as a journal is refused', () => {
  const entry = new EntryEncoder(crc32).encode([{ kind: 'ended', token: 'a' }]);
  for (const text of ['', 'x', entry, `x${encodeHeader(0, crc32)}`]) {
    expect(problemOf(text)).toMatchObject({
      code: 'records-damaged',
      title: '`.flow/journal` is damaged: it does not begin as a journal does',
    });
  }
});

test('a journal of a newer format is refused', () => {
  const json = '{"flow":"journal","version":2,"generation":0}';
  const text = `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
  expect(problemOf(text)).toMatchObject({ code: 'records-newer', kind: 'environment' });
});

function read(text: string): { entries: JournalEntry[]; end: JournalEnd } {
  const entries: JournalEntry[] = [];
  const source = { bytes: Buffer.from(text), file: '.flow/journal', crc32 };
  const end = readJournal(source, (entry) => void entries.push(entry));
  return { entries, end };
}

function problemOf(text: string): unknown {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FlowError) return error.diagnostics[0];
    throw error;
  }
  return undefined;
}
