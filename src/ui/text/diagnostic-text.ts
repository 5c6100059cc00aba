import type { Diagnostic, LabelledSpan, SourceSpan } from '../../core/diagnostic.ts';
import { moreProblems } from '../../core/catalogue/usage.ts';
import { styled, type Style } from './style.ts';
import { visible, visibleInPlace } from './visible.ts';

export interface DiagnosticTextOptions {
  /** The lines of a file, or undefined if it cannot be read (any more). */
  readonly readLines: (file: string) => readonly string[] | undefined;
  /** Paths below it are shown relative to it. Absolute. */
  readonly directory: string;
  readonly style: Style;
}

/** One diagnostic laid out. Colour is decoration: nothing is said by it alone. */
export function diagnosticText(diagnostic: Diagnostic, options: DiagnosticTextOptions): string {
  const { style } = options;
  const isError = diagnostic.severity === 'error';
  const head = `${diagnostic.severity}[${diagnostic.code}]`;
  const lines = [
    `${styled(style, isError ? 'red' : 'yellow', head)}: ${styled(style, 'bold', visible(diagnostic.title))}`,
    ...diagnostic.spans.flatMap((span) => spanLines(span, options)),
    ...factLines(diagnostic.facts),
  ];
  if (diagnostic.hint !== undefined) {
    lines.push('', `${styled(style, 'cyan', 'hint')}: ${visible(diagnostic.hint)}`);
  }
  return lines.join('\n');
}

/** More than anybody mends before trying again. */
const SHOWN_AT_MOST = 50;

/** Some diagnostics, a blank line between them; of a great many the first, and how many more. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  options: DiagnosticTextOptions,
): string {
  const hidden = diagnostics.length - SHOWN_AT_MOST;
  const shown =
    hidden > 1 ? [...diagnostics.slice(0, SHOWN_AT_MOST), moreProblems(hidden)] : diagnostics;
  return shown.map((it) => diagnosticText(it, options)).join('\n\n');
}

/** Where more is said of some diagnostics than there is room for among them. */
export function explainText(diagnostics: readonly Diagnostic[], style: Style): string {
  const codes = new Set(diagnostics.map(({ code }) => code));
  const [code = ''] = codes;
  const text =
    codes.size === 1
      ? `more: flow explain ${code}`
      : 'more: flow explain CODE, for a word in brackets';
  return styled(style, 'dim', text);
}

function spanLines({ span, label }: LabelledSpan, options: DiagnosticTextOptions): string[] {
  const where = `${relative(span.file, options.directory)}:${span.line}:${span.column}`;
  const text = options.readLines(span.file)?.[span.line - 1];
  const margin = ' '.repeat(String(span.line).length);
  const arrow = styled(options.style, 'dim', '-->');
  if (text === undefined) return [`${margin} ${arrow} ${where}: ${visible(label)}`];
  const { line, before, length } = windowOf(visibleInPlace(text), span);
  // Tabs are kept before the caret, so that it stands right whatever their width.
  const indent = before.replaceAll(/[^\t]/gu, ' ');
  const caret = styled(options.style, 'red', '^'.repeat(length));
  return [
    `${margin} ${arrow} ${where}`,
    `${margin} |`,
    `${span.line} | ${line}`,
    `${margin} | ${indent}${caret} ${visible(label)}`.trimEnd(),
  ];
}

/** Characters of a line of the user's file that are shown, and those of them before the place. */
const LINE_SHOWN = 160;
const SHOWN_BEFORE = 60;

/** A line of a file around a place in it, what of that stands before it, and how long it is. */
function windowOf(
  text: string,
  { column, length }: SourceSpan,
): { readonly line: string; readonly before: string; readonly length: number } {
  const place = Math.min(column - 1, text.length);
  const start = text.length <= LINE_SHOWN || place <= SHOWN_BEFORE ? 0 : place - SHOWN_BEFORE;
  const end = text.length <= LINE_SHOWN ? text.length : Math.min(text.length, start + LINE_SHOWN);
  const head = start > 0 ? '…' : '';
  return {
    line: head + text.slice(start, end) + (end < text.length ? '…' : ''),
    before: head + text.slice(start, place),
    length: Math.max(1, Math.min(length, end - place)),
  };
}

function factLines(facts: Diagnostic['facts']): string[] {
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 2;
  return facts.flatMap(([name, value]) => {
    const [first = '', ...rest] = value.split('\n').map(visible);
    return [
      `  ${`${name}:`.padEnd(width)}${first}`,
      ...rest.map((line) => `  ${' '.repeat(width)}${line}`),
    ];
  });
}

function relative(file: string, directory: string): string {
  return file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : file;
}
