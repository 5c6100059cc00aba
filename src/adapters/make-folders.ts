import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a folder and those that lead to it; answers whether it was not there before.
 *
 * Node's own `recursive` says `ENOENT` where the file system is read-only or at its quota.
 *
 * @throws what Node throws, `EEXIST` if something else is there.
 */
export function makeFolders(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' && isFolder(path)) return false;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path));
    return makeFolders(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
