import { quoteWord } from '../../core/template/shell-quote.ts';

/**
 * What people read about an attempt that did not succeed: one line each, for the `detail` of an
 * outcome. Worded here and nowhere else in the executors.
 */

import { diskWords } from '../../core/catalogue/environment.ts';

export function missingInputs(paths: readonly string[]): string {
  return `${counted('input', paths)} missing`;
}

export function missingOutputs(paths: readonly string[]): string {
  return `${counted('output', paths)} missing`;
}

export function danglingOutput(path: string): string {
  return `output \`${path}\` is a link to nothing`;
}

export function directoryForFile(path: string): string {
  return `output \`${path}\` is a directory, the rule says a file: mark it as \`directory\``;
}

export function fileForDirectory(path: string): string {
  return `output \`${path}\` is a file, the rule says a directory`;
}

export function neitherFileNorDirectory(path: string): string {
  return `output \`${path}\` is neither a file nor a directory`;
}

export function unsteadyOutputs(paths: readonly string[]): string {
  return `${counted('output', paths)} still being written after the command has ended`;
}

export function notUtf8(path: string, name: string): string {
  return `output \`${path}\` has the name \`${name}\` in it, which is not UTF-8`;
}

export function emptyOutput(path: string): string {
  return `output \`${path}\` is empty`;
}

export function wrongDigest(path: string, digests: { actual: string; expected: string }): string {
  return `output \`${path}\` has the sha256 ${digests.actual}, and not ${digests.expected}`;
}

export function protectedOutputs(paths: readonly string[]): string {
  const words = paths.map((path) => quoteWord(path)).join(' ');
  return `${counted('output', paths)} write-protected: \`chmod -R u+w ${words}\` lets the job run`;
}

export function notProtected(error: unknown): string {
  return `an output could not be write-protected: ${reasonOf(error)}`;
}

export function notPrepared(error: unknown): string {
  return `could not be prepared: ${reasonOf(error)}`;
}

export function notWritten(error: unknown): string {
  return `its benchmark could not be written: ${reasonOf(error)}`;
}

export function notVerified(error: unknown): string {
  return `outputs could not be checked: ${reasonOf(error)}`;
}

export function siblingInTheWay(path: string, sibling: string): string {
  return `old output \`${path}\` cannot be moved aside: \`${sibling}\` is there already`;
}

export function notPutBack(path: string, sibling: string, error: unknown): string {
  return `old output \`${path}\` could not be put back (${wordsOf(error)}), it is kept as \`${sibling}\``;
}

export function notRemoved(path: string, error: unknown): string {
  return `partial output \`${path}\` could not be removed (${wordsOf(error)})`;
}

export function programNotFound(program: string): string {
  return `program \`${program}\` was not found`;
}

export function programAbsent(program: string): string {
  return `program \`${program}\` does not exist`;
}

export function programNotExecutable(program: string): string {
  return `program \`${program}\` is not executable`;
}

export function interpreterAbsent(program: string): string {
  return `program \`${program}\` names an interpreter that does not exist`;
}

export function bashNotFound(): string {
  return '`bash` was not found: shell commands need it';
}

export function logNotOpened(logFile: string): string {
  return `its log \`${logFile}\` could not be opened`;
}

export function otherSize(path: string, sizes: { here: number; there: number }): string {
  return `output \`${path}\` has ${sizes.here} bytes here, and had ${sizes.there} where it was made`;
}

export function exitCode(code: number): string {
  return `exit code ${code}`;
}

export function killedBy(signal: string): string {
  return `killed by ${signal}`;
}

export function outOfMemory(): string {
  return 'out of memory, killed by the kernel';
}

export function outOfTime(limitS: number): string {
  return `ran longer than the ${duration(limitS)} it asked for`;
}

/** What the disk refused, in words, and for which path; else what the error says of itself. */
export function reasonOf(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  const words = wordsOf(error);
  return typeof path === 'string' ? `\`${path}\`: ${words}` : words;
}

/** The same without the path. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return diskWords(code) ?? error.message;
}

function counted(what: string, paths: readonly string[]): string {
  const names = paths.map((path) => `\`${path}\``).join(', ');
  return paths.length === 1 ? `${what} ${names} is` : `${what}s ${names} are`;
}

function duration(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds >= 60 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}
