import { expect, test } from 'vitest';
import { Column, intColumn } from '../../../../src/core/records/column.ts';
import { DigestPool } from '../../../../src/core/records/digest-pool.ts';
import { InputLists } from '../../../../src/core/records/input-lists.ts';
import { TextPool } from '../../../../src/core/records/text-pool.ts';
import { digestOf } from '../../../rigs/journal-entries.ts';

test('a column is 0 wherever nothing was set, also where it was cut and grew again', () => {
  const column = intColumn();
  column.set(3, 7);
  expect([...column.values()]).toEqual([0, 0, 0, 7]);
  column.cut(1);
  column.set(4, 1);
  expect([...column.values()]).toEqual([0, 0, 0, 0, 1]);
  expect(column.at(99)).toBe(0);
});

test('a column does not grow into the bytes that lie behind its view', () => {
  const bytes = new Int32Array([1, 2, 3, 4]);
  const column = new Column((length) => new Int32Array(length), bytes.subarray(0, 2));
  column.push(9);
  expect([...bytes]).toEqual([1, 2, 3, 4]);
  expect([...column.values()]).toEqual([1, 2, 9]);
});

test('ten thousand digests, texts and lists are found again by content', () => {
  const digests = new DigestPool();
  const texts = new TextPool();
  const lists = new InputLists();
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  for (const round of [1, 2]) {
    for (const n of numbers) {
      expect(digests.intern(digestOf(`${n}`)), `round ${round}`).toBe(n);
      expect(texts.intern(`text ${n}`)).toBe(n);
      expect(lists.intern([1, n % 2], [n, -1])).toBe(n);
    }
  }
  expect([digests.count, texts.count, lists.count]).toEqual([10_000, 10_000, 10_000]);
  expect(digests.text(77)).toBe(digestOf('77'));
  expect(texts.text(77)).toBe('text 77');
  expect([lists.length(77), lists.file(77, 1), lists.digest(77, 0)]).toEqual([2, 1, 77]);
});

test('lists that differ only in order, digest or length are different', () => {
  const lists = new InputLists();
  const ids = [
    lists.intern([1, 2], [3, 4]),
    lists.intern([2, 1], [3, 4]),
    lists.intern([1, 2], [4, 3]),
    lists.intern([1], [3]),
    lists.intern([], []),
  ];
  expect(ids).toEqual([0, 1, 2, 3, 4]);
  expect(lists.intern([], [])).toBe(4);
});

test('texts of a block are found without being given a number anew', () => {
  const first = new TextPool();
  for (const text of ['a', '', 'é\u{1f40b}']) first.intern(text);
  const second = new TextPool(first.pick([2, 0, 1]));
  expect([0, 1, 2].map((id) => second.text(id))).toEqual(['é\u{1f40b}', 'a', '']);
  expect(second.intern('a')).toBe(1);
  expect(second.intern('new')).toBe(3);
});

test('what is no sha256 is our mistake', () => {
  const digests = new DigestPool();
  for (const text of ['', 'ab', 'g'.repeat(64), digestOf('').toUpperCase()]) {
    expect(() => digests.intern(text)).toThrow(`not a sha256 digest: ${text}`);
  }
  expect(() => digests.text(0)).toThrow('DigestPool: no digest 0');
  expect(() => new TextPool().text(0)).toThrow('TextPool: no text 0');
});
