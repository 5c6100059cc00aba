import type { WatchRequest } from '../../adapters/folder-watcher.ts';

/**
 * What either asks for. For when nothing is known of what comes behind a mistake: what was watched
 * before may be where it is mended. What jobs made by then may be a source that is missing now, so
 * only what is ignored now is ignored.
 */
export function joinedRequests(now: WatchRequest, before: WatchRequest): WatchRequest {
  return {
    files: new Set([...now.files, ...before.files]),
    folders: new Set([...now.folders, ...before.folders]),
    trees: new Set([...now.trees, ...before.trees]),
    isIgnored: now.isIgnored,
  };
}
