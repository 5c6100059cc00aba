import type { FolderEntry } from '../../src/core/pattern/discover.ts';
import type { DiskQuestions } from '../../src/lang/disk-in-reach.ts';

/** A working directory that holds these files, and the folders that they lie in. */
export function memoryDirectory(files: Readonly<Record<string, string>>): DiskQuestions {
  const folders = new Map<string, Map<string, FolderEntry>>();
  const add = (folder: string, entry: FolderEntry): void => {
    const entries = folders.get(folder) ?? new Map<string, FolderEntry>();
    entries.set(entry.name, entry);
    folders.set(folder, entries);
  };
  for (const path of Object.keys(files)) {
    const names = path.split('/');
    names.forEach((name, index) => {
      const folder = names.slice(0, index).join('/');
      add(folder === '' ? '.' : folder, { name, isFolder: index < names.length - 1 });
    });
  }
  return {
    list: (folder) => [...(folders.get(folder)?.values() ?? [])],
    read: (path) => {
      const text = files[path];
      return text === undefined ? { why: folders.has(path) ? 'EISDIR' : 'ENOENT' } : { text };
    },
  };
}

/** Empty files at these paths. */
export function filesAt(paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, '']));
}
