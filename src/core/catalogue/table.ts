// What can be wrong with tables, and with what is looked for in them.

import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { TableFault } from '../table/parse-table.ts';
import type { Conditions } from '../table/table-index.ts';
import { workflowError, workflowWarning } from './language-diagnostic.ts';

/** A table, and where something is looked for in it. */
export interface TableUse {
  /** As written. */
  readonly path: string;
  readonly span: SourceSpan;
}

/** `why`: an error code of the system, `not-utf-8`, or `ending`. */
export function unreadableTable({ path, span }: TableUse, why: string): Diagnostic {
  const [said, hint] = UNREADABLE[why] ?? [why, undefined];
  return workflowError({
    code: 'unreadable-table',
    title: `the table \`${path}\` cannot be read: ${said}`,
    at: span,
    label: 'looked up here',
    hint: hint ?? 'check the path; it is relative to the working directory',
  });
}

const UNREADABLE: Readonly<Record<string, readonly [said: string, hint?: string]>> = {
  EACCES: ['no permission', 'see who owns it with `ls -l`, and give yourself access'],
  EISDIR: ['it is a folder'],
  ENOENT: ['there is no such file'],
  'not-utf-8': ['it is no text in UTF-8', 'save it as UTF-8'],
  ending: ['its name does not say what it is', 'a table ends in `.csv`, `.tsv` or `.tab`'],
};

export function badTable({ path, span }: TableUse, fault: TableFault): Diagnostic {
  const { title, hint } = faultWording(path, fault);
  const line = 'line' in fault ? fault.line : 1;
  const inTable = { span: { file: path, line, column: 1, length: 1 }, label: 'here' };
  return workflowError({
    code: 'bad-table',
    title,
    at: [inTable, { span, label: 'looked up here' }],
    hint,
  });
}

function faultWording(path: string, fault: TableFault): { title: string; hint: string } {
  switch (fault.kind) {
    case 'empty':
      return { title: `the table \`${path}\` is empty`, hint: 'its first row names the columns' };
    case 'unclosed-quote':
      return {
        title: `a quote in the table \`${path}\` is never closed`,
        hint: 'a field with `"` in it is put in quotes, and `"` in it is doubled',
      };
    case 'after-quote':
      return {
        title: `something follows a quoted field in the table \`${path}\``,
        hint: 'after the closing quote comes a separator; a `"` that is meant is doubled',
      };
    case 'ragged': {
      const { found, wanted } = fault;
      return {
        title: `a row of the table \`${path}\` has ${count(found, 'field')}, not ${wanted}`,
        hint: 'a field with a separator in it is put in quotes',
      };
    }
    case 'duplicate-column':
      return {
        title: `two columns of the table \`${path}\` are called \`${fault.name}\``,
        hint: 'give each column a name of its own',
      };
  }
}

export function noColumn(
  { path, span }: TableUse,
  column: string,
  known: readonly string[],
): Diagnostic {
  return workflowError({
    code: 'no-column',
    title: `the table \`${path}\` has no column \`${column}\``,
    at: span,
    label: 'asked for here',
    hint: didYouMean(column, known) ?? `it has ${known.map((it) => `\`${it}\``).join(', ')}`,
  });
}

/** No row, or several, where one was asked for. `lines`: those of the first rows that were found. */
export function notOneRow(
  { path, span }: TableUse,
  conditions: Conditions,
  found: { readonly rowCount: number; readonly lines: readonly number[] },
): Diagnostic {
  const { rowCount, lines } = found;
  const pairs = Object.entries(conditions).map(([name, value]) => `${name}=${value}`);
  const where = pairs.length === 0 ? '' : ` with ${pairs.join(', ')}`;
  const asked: LabelledSpan = { span, label: 'one is asked for here' };
  if (rowCount === 0) {
    return workflowError({
      code: 'no-row',
      title: `the table \`${path}\` has no row${where}`,
      at: [asked],
      hint: 'values are compared as texts, to the letter',
    });
  }
  const rows = lines.map((line) => ({
    span: { file: path, line, column: 1, length: 1 },
    label: 'one of them',
  }));
  return workflowError({
    code: 'several-rows',
    title: `the table \`${path}\` has ${rowCount} rows${where}`,
    at: [asked, ...rows],
    hint: 'name more columns under `where`, or ask for all of them with `all: true`',
  });
}

/** Only names of columns: what is made of its rows is nothing. */
export function emptyTable({ path, span }: TableUse): Diagnostic {
  return workflowWarning({
    code: 'empty-table',
    title: `the table \`${path}\` has no rows below the names of its columns`,
    at: span,
    label: 'looked up here',
    hint: 'add rows, if there should be any; so far nothing is made of it',
  });
}

/** A field that is to be the path of an input. `line`: in the table, where its row begins. */
export function emptyCell({ path, span }: TableUse, column: string, line: number): Diagnostic {
  const row = { file: path, line, column: 1, length: 1 };
  return workflowError({
    code: 'empty-cell',
    title: `column \`${column}\` is empty in line ${line} of the table \`${path}\`, and an input is looked up there`,
    at: [
      { span: row, label: 'this row' },
      { span, label: 'looked up here' },
    ],
    hint: 'write the path of a file there',
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
