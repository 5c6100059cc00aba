import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar';
import { notWatched } from '../core/catalogue/watching.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import { errorCode } from './error-code.ts';

export interface WatchRequest {
  /** Absolute; told of are these and nothing else beside them. They need not be there. */
  readonly files: ReadonlySet<string>;
  /** Absolute; told of is what comes, goes or changes right in them. */
  readonly folders: ReadonlySet<string>;
  /** Absolute; the same at any depth. */
  readonly trees: ReadonlySet<string>;
  /** Paths that are never told of. */
  readonly isIgnored: (path: string) => boolean;
}

export interface FolderWatcher {
  close(): Promise<void>;
}

/** Whom it tells. */
export interface WatchListener {
  readonly changed: (path: string) => void;
  /** Something cannot be watched: there are too many files, or no permission. */
  readonly refused: (warning: Diagnostic) => void;
}

/**
 * Tells of changes from when it is answered until it is closed. Only the folders of the files are
 * watched, however large what lies around them is.
 */
export async function watchFolders(
  { files, folders, trees, isIgnored }: WatchRequest,
  { changed, refused }: WatchListener,
): Promise<FolderWatcher> {
  // A folder that is missing is waited for in the one where it will be.
  const wantedFolders = new Set([...Array.from(files, (path) => dirname(path)), ...folders]);
  const watched = new Set(Array.from(wantedFolders, (folder) => nearestFolder(folder)));
  const leading = withAncestors(wantedFolders);
  const isWanted = (path: string): boolean =>
    files.has(path) || folders.has(dirname(path)) || leading.has(path);
  const shallow = {
    depth: 0,
    ignored: (path: string): boolean => isIgnored(path) || !isWanted(path),
  };
  const watchers = [
    ...watcherOf([...watched], shallow),
    ...watcherOf([...trees], { ignored: isIgnored }),
  ];
  for (const watcher of watchers) {
    watcher.on('all', (_event, path) => changed(path));
    watcher.on('error', (error) => refused(refusal(error)));
  }
  await Promise.all(
    watchers.map(async (watcher) => await new Promise<void>((ready) => watcher.on('ready', ready))),
  );
  return {
    close: async () => {
      await Promise.all(watchers.map(async (watcher) => await watcher.close()));
    },
  };
}

function refusal(error: unknown): Diagnostic {
  const path = error instanceof Error && 'path' in error ? String(error.path) : '.';
  return notWatched({ path, code: errorCode(error) });
}

/** The folders, and all in which they lie. */
function withAncestors(folders: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const folder of folders) {
    for (let each = folder; !all.has(each); each = dirname(each)) all.add(each);
  }
  return all;
}

/** None for nothing: it would never be ready. */
function watcherOf(paths: string[], options: ChokidarOptions): FSWatcher[] {
  return paths.length === 0 ? [] : [watch(paths, { ...options, ignoreInitial: true })];
}

function nearestFolder(folder: string): string {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}
