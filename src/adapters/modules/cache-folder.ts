import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Folders that compiled modules may be kept in: the user's cache, then a private one in `/tmp`. */
export function cacheFolders(environment: Readonly<Record<string, string | undefined>>): string[] {
  const xdg = environment['XDG_CACHE_HOME'];
  // A relative one is to be ignored, says the XDG specification.
  const root = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), '.cache');
  return [join(root, 'dagflow'), join(tmpdir(), `dagflow-${userInfo().uid}`)];
}

/**
 * The first of the folders that can be made and is ours alone to write; a new one in `/tmp` if none
 * is. What is compiled is run, so a folder that somebody else could have prepared is not used.
 */
export function makeCacheFolder(candidates: readonly string[]): string {
  return candidates.find(isOurs) ?? mkdtempSync(join(tmpdir(), 'dagflow-'));
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return uid === userInfo().uid && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
