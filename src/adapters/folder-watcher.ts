import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar';

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

/**
 * Tells of changes from when it is answered until it is closed. Only the folders of the files are
 * watched, however large what lies around them is.
 */
export async function watchFolders(
  { files, folders, trees, isIgnored }: WatchRequest,
  onChange: (path: string) => void,
): Promise<FolderWatcher> {
  const watched = new Set([...[...files].map(dirname), ...folders].map(nearestFolder));
  // A folder that is missing is waited for in the one where it will be.
  const missing = [...files].map((it) => dirname(it)).filter((it) => !existsSync(it));
  const isWanted = (path: string): boolean =>
    files.has(path) ||
    folders.has(dirname(path)) ||
    watched.has(path) ||
    [...missing, ...folders].some((folder) => folder === path || folder.startsWith(`${path}/`));
  const shallow = {
    depth: 0,
    ignored: (path: string): boolean => isIgnored(path) || !isWanted(path),
  };
  const watchers = [
    ...watcherOf([...watched], shallow),
    ...watcherOf([...trees], { ignored: isIgnored }),
  ];
  for (const watcher of watchers) {
    watcher.on('all', (_event, path) => onChange(path));
    // A folder that cannot be watched is as one where nothing happens.
    watcher.on('error', () => undefined);
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

/** None for nothing: it would never be ready. */
function watcherOf(paths: string[], options: ChokidarOptions): FSWatcher[] {
  return paths.length === 0 ? [] : [watch(paths, { ...options, ignoreInitial: true })];
}

function nearestFolder(folder: string): string {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}
