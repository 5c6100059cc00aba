import type { Diagnostic, SourceSpan } from './diagnostic.ts';

/** A place in code as it runs, possibly compiled. Line and column from 1. */
export interface CodePlace {
  /** As the stack names it: a `file:` URL or a path. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** A place in the author's file, and the file's text when it was compiled. */
export interface AuthorPlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Undefined for places that are in no compiled file of the author's. */
export type FindAuthorPlace = (place: CodePlace) => AuthorPlace | undefined;

/** Where on its way an error was thrown, innermost first; none if it is no error. */
export function stackPlaces(thrown: unknown): CodePlace[] {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  return [...stack.matchAll(FRAME)].map(([, url = '', line, column]) => ({
    url,
    line: Number(line),
    column: Number(column),
  }));
}

const FRAME = /^ {4}at (?:.*\()?((?:file:|node:|\/)[^()]*):(\d+):(\d+)\)?$/gmu;

/** The innermost place of an error that is in a file of the author's. */
export function thrownAt(thrown: unknown, find: FindAuthorPlace): SourceSpan | undefined {
  for (const place of stackPlaces(thrown)) {
    const found = find(place);
    if (found !== undefined) return spanAt(found, 1);
  }
  return undefined;
}

/** Places of a diagnostic that are in compiled files are put where the author wrote them. */
export function withAuthorSpans(diagnostic: Diagnostic, find: FindAuthorPlace): Diagnostic {
  const spans = diagnostic.spans.map(({ span, label }) => {
    const found = find({ url: span.file, line: span.line, column: span.column });
    return { span: found === undefined ? span : spanAt(found, span.length), label };
  });
  return { ...diagnostic, spans };
}

function spanAt({ file, line, column }: AuthorPlace, length: number): SourceSpan {
  return { file, line, column, length };
}

/** An error whose stack leads to the author's files; what is no error stays as it is. */
export function withAuthorStack(thrown: unknown, find: FindAuthorPlace): unknown {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return thrown;
  thrown.stack = thrown.stack.replaceAll(FRAME, (frame, ...[url, line, column]: string[]) => {
    const found = find({ url: url ?? '', line: Number(line), column: Number(column) });
    if (found === undefined) return frame;
    return frame.replace(`${url}:${line}:${column}`, `${found.file}:${found.line}:${found.column}`);
  });
  return thrown;
}

/** By its fields: a workflow file may have met another copy of this program. */
export function diagnosticsIn(thrown: unknown): readonly [Diagnostic, ...Diagnostic[]] | undefined {
  const isOurs = thrown instanceof Error && thrown.name === 'FlowError' && 'diagnostics' in thrown;
  // The name is ours, and the field is what it has.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return isOurs ? (thrown.diagnostics as [Diagnostic, ...Diagnostic[]]) : undefined;
}

/** What was thrown, as one would say it: `TypeError: x is not a function`, or just the message. */
export function thrownMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.name === 'Error' ? thrown.message : `${thrown.name}: ${thrown.message}`;
}
