import type { FolderEntry } from '../../src/core/pattern/discover.ts';
import type { FolderQuestions } from '../../src/lang/folders-in-reach.ts';

/** A working directory that holds these files, and the folders that they lie in. */
export function memoryFolders(paths: readonly string[]): FolderQuestions {
  const folders = new Map<string, Map<string, FolderEntry>>();
  const add = (folder: string, entry: FolderEntry): void => {
    const entries = folders.get(folder) ?? new Map<string, FolderEntry>();
    entries.set(entry.name, entry);
    folders.set(folder, entries);
  };
  for (const path of paths) {
    const names = path.split('/');
    names.forEach((name, index) => {
      const folder = names.slice(0, index).join('/');
      add(folder === '' ? '.' : folder, { name, isFolder: index < names.length - 1 });
    });
  }
  return { list: (folder) => [...(folders.get(folder)?.values() ?? [])] };
}
