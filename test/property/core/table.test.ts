import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTable, type Table } from '../../../src/core/table/parse-table.ts';
import { TableIndex } from '../../../src/core/table/table-index.ts';

const field = fc.string({ unit: fc.constantFrom(...Array.from('ab ",\t\n\r')), maxLength: 5 });
const rows = fc
  .integer({ min: 1, max: 3 })
  .chain((width) => fc.array(fc.tuple(...Array.from({ length: width }, () => field))));
const ending = fc.constantFrom('\n', '\r\n');
const separator = fc.constantFrom<',' | '\t'>(',', '\t');

test('what is quoted as RFC 4180 has it is read as it was', () => {
  fc.assert(
    fc.property(rows, ending, separator, fc.boolean(), (body, end, by, hasLastEnd) => {
      const columns = (body[0] ?? ['']).map((_, place) => `c${place}`);
      const lines = [columns, ...body].map((row) => row.map(quoted).join(by));
      const text = lines.join(end) + (hasLastEnd ? end : '');
      expect(parseTable(text, by)).toMatchObject({ columns, rows: body });
    }),
  );
});

test('the index finds the rows that going through all of them finds', () => {
  const value = fc.constantFrom('1', '2', 'x');
  const table = fc.array(fc.tuple(value, value, value), { maxLength: 8 });
  const wanted = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(table, fc.array(wanted, { maxLength: 4 }), (body, questions) => {
      const columns = ['a', 'b', 'c'];
      const index = new TableIndex({ columns, rows: body, lines: [] } satisfies Table);
      for (const question of questions) {
        const asked = Object.entries(question);
        const found = body.flatMap((row, number) =>
          asked.every(([name, it]) => row[columns.indexOf(name)] === it) ? [number] : [],
        );
        expect(index.find(question)).toEqual(found);
      }
    }),
  );
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
