/** The `code` of what Node throws for a system call, as in `ENOENT`; else the message. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** Nothing has this path: a part of it does not exist, or is no folder. */
export function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Did a system call fail? Anything else that is thrown is our bug. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
