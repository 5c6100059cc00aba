import type { ErrorCode } from './pages/error-pages.ts';
import type { Diagnostic, LabelledSpan, SourceSpan } from '../diagnostic.ts';

/** The shape that all messages about rules and patterns share. */
export interface LanguageMessage {
  readonly code: ErrorCode;
  readonly title: string;
  readonly at: SourceSpan | readonly LabelledSpan[];
  /** Of the only span. */
  readonly label?: string;
  readonly facts?: Diagnostic['facts'];
  readonly hint?: string | undefined;
}

export function workflowError(message: LanguageMessage): Diagnostic {
  return diagnostic(message, 'error');
}

export function workflowWarning(message: LanguageMessage): Diagnostic {
  return diagnostic(message, 'warning');
}

/** A piece of a text that stands at `span`, as far as the text stands there to the letter. */
export function spanWithin(
  span: SourceSpan,
  text: string,
  piece: { readonly offset: number; readonly length: number },
): SourceSpan {
  if (span.length !== text.length || text.includes('\n')) return span;
  return { ...span, column: span.column + piece.offset, length: piece.length };
}

function diagnostic(message: LanguageMessage, severity: 'error' | 'warning'): Diagnostic {
  const { code, title, at, label = '', facts = [], hint } = message;
  const spans = 'file' in at ? [{ span: at, label }] : at;
  const base = { code, kind: 'workflow', severity, title, spans, facts } as const;
  return hint === undefined ? base : { ...base, hint };
}
