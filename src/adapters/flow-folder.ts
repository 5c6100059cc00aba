import { writeFileSync } from 'node:fs';
import { diskRefused } from '../core/catalogue/environment.ts';
import { FlowError } from '../core/diagnostic.ts';
import { errorCode, isSystemError } from './error-code.ts';
import { makeFolders } from './make-folders.ts';

/** Where flow keeps what it knows of a working directory, relative to it. */
export const FLOW_FOLDER = '.flow';

/** What failed attempts left, a folder each, where that is kept. */
export const FAILED_FOLDER: string = `${FLOW_FOLDER}/failed`;

/**
 * Makes `.flow` if it is not there, kept out of git. Answers its path.
 *
 * @throws FlowError if the disk refuses.
 */
export function makeFlowFolder(workingDirectory: string): string {
  const folder = `${workingDirectory}/${FLOW_FOLDER}`;
  try {
    if (makeFolders(folder)) writeFileSync(`${folder}/.gitignore`, '*\n');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new FlowError(diskRefused('make', { path: folder, code: errorCode(error) }), {
      cause: error,
    });
  }
  return folder;
}
