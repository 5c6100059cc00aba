/** A place in a module as it runs: possibly compiled, so no place in the author's file yet. */
export interface CodePosition {
  /** As the stack names it: a `file:` URL or a path. */
  readonly url: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Where the function `callee` was called; undefined if the stack does not say. */
export function callPosition(callee: (...args: never[]) => unknown): CodePosition | undefined {
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
