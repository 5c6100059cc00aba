import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Folders that compiled modules may be kept in: the user's cache, then a private one in `/tmp`. */
export function cacheFolders(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { XDG_CACHE_HOME: xdg, HOME: home } = environment;
  const folders = [join(tmpdir(), `dagflow-${userId()}`)];
  // A relative one is to be ignored, says the XDG specification.
  if (xdg !== undefined && isAbsolute(xdg)) folders.unshift(join(xdg, 'dagflow'));
  else if (home !== undefined && isAbsolute(home)) folders.unshift(join(home, '.cache', 'dagflow'));
  return folders;
}

/**
 * The first of the folders that can be made and is ours alone to write; a new one in `/tmp` if none
 * is. What is compiled is run, so a folder that somebody else could have prepared is not used.
 */
export function makeCacheFolder(candidates: readonly string[]): string {
  return findCacheFolder(candidates) ?? mkdtempSync(join(tmpdir(), 'dagflow-'));
}

/** The first of the folders that can be made and is ours alone to write. */
export function findCacheFolder(candidates: readonly string[]): string | undefined {
  return candidates.find(isOurs);
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    return uid === userId() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A container may have no name for its user, but it has a number. */
function userId(): number {
  return process.getuid?.() ?? 0;
}
