import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../protocol/job-environment.ts';

/** Bytes of a script in which its interpreter is named. */
const FIRST_LINE_BYTES = 256;

/**
 * Would the system run this program? Where it would not, its own answer says why. A path is
 * relative to `directory`; a name is looked for in `PATH`.
 */
export function isRunnable(program: string, directory: string, environment: Environment): boolean {
  const folders = program.includes('/') ? [''] : (environment['PATH'] ?? '').split(':');
  return folders.some((folder) => {
    const file = resolve(directory, folder, program);
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile() && hasInterpreter(file);
    } catch {
      return false;
    }
  });
}

function hasInterpreter(file: string): boolean {
  const interpreter = /^#!\s*(?<path>\S+)/u.exec(firstLine(file))?.groups?.['path'];
  return interpreter === undefined || statSync(interpreter).isFile();
}

/** Empty: it may be run, and not be read. */
function firstLine(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = Buffer.alloc(FIRST_LINE_BYTES);
    return bytes.subarray(0, readSync(descriptor, bytes)).toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}
