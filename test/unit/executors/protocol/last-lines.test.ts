import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lastLines, readLastLines } from '../../../../src/executors/protocol/last-lines.ts';
import { tempFolder } from '../../../rigs/temp-folder.ts';

test.each<[string, string, readonly string[]]>([
  ['nothing', '', []],
  ['a line', 'one\n', ['one']],
  ['a line without an end', 'one\ntwo', ['one', 'two']],
  ['empty lines', 'one\n\n', ['one', '']],
  ['lines of Windows', 'one\r\ntwo\r\n', ['one', 'two']],
  ['a progress bar', ' 1 %\r 2 %\r100 %\ndone\n', ['100 %', 'done']],
  ['a progress bar on its way', ' 1 %\r 2 %\r', [' 2 %']],
  ['colours', '\u001B[1;31merror\u001B[0m: no\n', ['error: no']],
  ['a title for the window', '\u001B]0;title\u0007text\n', ['text']],
  ['a link', '\u001B]8;;http://x\u001B\\name\u001B]8;;\u001B\\\n', ['name']],
  ['bytes that are no text', 'a\u0000\u0001\u0002b\tc\u202Ed\n', ['a\u{FFFD}b\tc\u{FFFD}d']],
  ['what is not ASCII', 'größe 😀\n', ['größe 😀']],
])('of %s, what a terminal would show', (_what, text, lines) => {
  expect(lastLines({ bytes: Buffer.from(text), isWhole: true })).toEqual(lines);
});

test('bytes that are no UTF-8 harm nobody', () => {
  const bytes = Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x0a, 0x62]);
  expect(lastLines({ bytes, isWhole: true })).toEqual(['a\u{FFFD}', 'b']);
});

test('a line that began before the part that was read is left out', () => {
  const bytes = Buffer.from('ne\ntwo\nthree\n');
  expect(lastLines({ bytes, isWhole: false })).toEqual(['two', 'three']);
});

test('the end of a line without end is shown, and not all of it', () => {
  const [line = ''] = lastLines({ bytes: Buffer.from('x'.repeat(5_000)), isWhole: false });
  expect(line).toBe(`${'x'.repeat(500)}…`);
});

test('of a large log, no more than ten lines', () => {
  const folder = tempFolder();
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
  writeFileSync(`${folder}/log.txt`, `${lines.join('\n')}\n`);
  expect(readLastLines(folder, 'log.txt')).toEqual(lines.slice(-10));
});

test('of no log, no lines', () => {
  expect(readLastLines('/no/such/folder', 'log.txt')).toEqual([]);
});
