import type { Diagnostic } from '../../core/diagnostic.ts';

/** Of the shapes in docs/json.md: a change that breaks a reader makes it larger. */
export const JSON_VERSION = 1;

/** One document for `--json`, on a line. */
export function jsonText(value: object): string {
  return `${JSON.stringify({ version: JSON_VERSION, ...value })}\n`;
}

/** Errors and warnings as `--json` has them on standard error, a document on a line. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return jsonText({ diagnostics: diagnostics.map(diagnosticJson) });
}

/** One diagnostic. Places are flat, facts by name. */
export function diagnosticJson(diagnostic: Diagnostic): object {
  const { severity, code, kind, title, spans, facts, hint } = diagnostic;
  const places = spans.map(({ span, label }) => ({ ...span, label }));
  return { severity, code, kind, title, places, facts: Object.fromEntries(facts), hint };
}
