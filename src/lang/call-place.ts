import type { CodePlace } from '../core/author-places.ts';
import type { SourceSpan } from '../core/diagnostic.ts';

/** Where the function `callee` was called; undefined if the stack does not say. */
export function callPlace(callee: (...args: never[]) => unknown): CodePlace | undefined {
  const holder: { stack?: NodeJS.CallSite[] | string } = {};
  // oxlint-disable-next-line typescript/unbound-method -- kept only to be put back
  const prepare = Error.prepareStackTrace;
  try {
    Error.prepareStackTrace = (_, frames) => frames;
    Error.captureStackTrace(holder, callee);
    // Read while the hook is in place: the stack is prepared when it is first asked for.
    const [frame] = holder.stack ?? [];
    if (typeof frame !== 'object') return undefined;
    const url = frame.getFileName();
    if (typeof url !== 'string') return undefined;
    return { url, line: frame.getLineNumber() ?? 1, column: frame.getColumnNumber() ?? 1 };
  } finally {
    Error.prepareStackTrace = prepare;
  }
}

/** The same as a span in the code as it runs; `withAuthorSpans` puts it where it was written. */
export function spanOfCall(
  callee: (...args: never[]) => unknown,
  length: number = callee.name.length,
): SourceSpan {
  const { url, line, column } = callPlace(callee) ?? { url: '<unknown>', line: 1, column: 1 };
  return { file: url, line, column, length };
}
