import type { Diagnostic } from '../core/diagnostic.ts';
import { diagnosticsText, explainText } from '../ui/text/diagnostic-text.ts';
import { diagnosticsJson } from '../ui/text/json-text.ts';
import { readLines } from './read-text.ts';
import type { Terminal } from './terminal.ts';

/** Some diagnostics for standard error: laid out for people, or with `--json` a document on a line. */
export function diagnosticsOutput(
  diagnostics: readonly Diagnostic[],
  { directory, err, isJson }: Pick<Terminal, 'directory' | 'err' | 'isJson'>,
): string {
  if (isJson) return diagnosticsJson(diagnostics);
  return `${diagnosticsText(diagnostics, { readLines, directory, style: err.style })}\n`;
}

/** What ends a command; to people at a terminal it is said where there is more about it. */
export function tellErrors(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  const { err, isJson } = terminal;
  err.write(diagnosticsOutput(diagnostics, terminal));
  // In logs and pipes it would be one more line that is no news.
  if (isJson || err.width() === undefined) return;
  err.write(`\n${explainText(diagnostics, err.style)}\n`);
}
