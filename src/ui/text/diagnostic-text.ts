import type { Diagnostic, LabelledSpan } from '../../core/diagnostic.ts';
import { styled, type Style } from './style.ts';

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
    `${styled(style, isError ? 'red' : 'yellow', head)}: ${styled(style, 'bold', diagnostic.title)}`,
    ...diagnostic.spans.flatMap((span) => spanLines(span, options)),
    ...factLines(diagnostic.facts),
  ];
  if (diagnostic.hint !== undefined) {
    lines.push('', `${styled(style, 'cyan', 'hint')}: ${diagnostic.hint}`);
  }
  return lines.join('\n');
}

/** Some diagnostics, a blank line between them. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  options: DiagnosticTextOptions,
): string {
  return diagnostics.map((it) => diagnosticText(it, options)).join('\n\n');
}

function spanLines({ span, label }: LabelledSpan, options: DiagnosticTextOptions): string[] {
  const where = `${relative(span.file, options.directory)}:${span.line}:${span.column}`;
  const text = options.readLines(span.file)?.[span.line - 1];
  const margin = ' '.repeat(String(span.line).length);
  const arrow = styled(options.style, 'dim', '-->');
  if (text === undefined) return [`${margin} ${arrow} ${where}: ${label}`];
  // Tabs are kept before the caret, so that it stands right whatever their width.
  const indent = text.slice(0, span.column - 1).replaceAll(/[^\t]/gu, ' ');
  const length = Math.max(1, Math.min(span.length, text.length - span.column + 1));
  const caret = styled(options.style, 'red', '^'.repeat(length));
  return [
    `${margin} ${arrow} ${where}`,
    `${margin} |`,
    `${span.line} | ${text}`,
    `${margin} | ${indent}${caret} ${label}`.trimEnd(),
  ];
}

function factLines(facts: Diagnostic['facts']): string[] {
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 2;
  return facts.flatMap(([name, value]) => {
    const [first = '', ...rest] = value.split('\n');
    return [
      `  ${`${name}:`.padEnd(width)}${first}`,
      ...rest.map((line) => `  ${' '.repeat(width)}${line}`),
    ];
  });
}

function relative(file: string, directory: string): string {
  return file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : file;
}
