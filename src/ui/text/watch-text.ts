import { countText } from './duration-text.ts';
import { visible } from './visible.ts';

const NAMED_AT_MOST = 3;

/** Said when a run is over and a change is waited for. */
export function watchingText(fileCount: number, folderCount: number): string {
  const folders = folderCount === 0 ? '' : ` and ${countText(folderCount, 'folder')}`;
  return `watch ${countText(fileCount, 'file')}${folders}; Ctrl-C ends it`;
}

/** Said before the next run. */
export function changedText(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_AT_MOST).map((path) => `\`${visible(path)}\``);
  const rest = paths.length - named.length;
  return `\nchanged ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
