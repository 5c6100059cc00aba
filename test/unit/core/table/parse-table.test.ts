import { expect, test } from 'vitest';
import { parseTable } from '../../../../src/core/table/parse-table.ts';

test('the first row names the columns, the others have a field for each', () => {
  expect(parseTable('a,b\n1,2\n3,\n', ',')).toEqual({
    columns: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', ''],
    ],
    lines: [2, 3],
  });
  expect(parseTable('a\tb\n1,2\t"3\t4"', '\t')).toEqual({
    columns: ['a', 'b'],
    rows: [['1,2', '3\t4']],
    lines: [2],
  });
});

test('quoted fields hold separators, line breaks and doubled quotes', () => {
  expect(parseTable('"a,b",c\n"1 ""x""\ny",2\n3,4\n', ',')).toEqual({
    columns: ['a,b', 'c'],
    rows: [
      ['1 "x"\ny', '2'],
      ['3', '4'],
    ],
    lines: [2, 4],
  });
  expect(parseTable('a,b\n"",x"y\n', ',')).toEqual({
    columns: ['a', 'b'],
    rows: [['', 'x"y']],
    lines: [2],
  });
});

test('lines end as Windows ends them, too; empty ones and a byte order mark are passed over', () => {
  expect(parseTable('\uFEFFa,b\r\n\r\n"1",2\r\n3,"4"\r\n\n', ',')).toEqual({
    columns: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
    lines: [3, 4],
  });
});

test('says what is wrong, and in which line', () => {
  expect(fault('')).toEqual({ kind: 'empty' });
  expect(fault('\n\n')).toEqual({ kind: 'empty' });
  expect(fault('a,b\n1,"2\n3,4\n')).toEqual({ kind: 'unclosed-quote', line: 2 });
  expect(fault('a,b\n"1\n"x,2\n')).toEqual({ kind: 'after-quote', line: 3 });
  expect(fault('a,b\n1,2\n\n1,2,3\n')).toEqual({ kind: 'ragged', line: 4, found: 3, wanted: 2 });
  expect(fault('a,b\n1\n')).toEqual({ kind: 'ragged', line: 2, found: 1, wanted: 2 });
  expect(fault('a,b,a\n1,2,3\n')).toEqual({ kind: 'duplicate-column', name: 'a' });
});

function fault(text: string): unknown {
  return Reflect.get(parseTable(text, ','), 'fault');
}
