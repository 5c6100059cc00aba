import type { FolderEntry } from '../core/pattern/discover.ts';
import type { FolderQuestions } from '../lang/folders-in-reach.ts';
import type { Disk } from '../ports/disk.ts';

/** The working directory as helpers of a workflow see it; what they were told once holds. */
export function folderQuestions(disk: Pick<Disk, 'list' | 'lstat'>): FolderQuestions {
  const lists = new Map<string, readonly FolderEntry[]>();
  return {
    list: (folder) => {
      const known = lists.get(folder);
      if (known !== undefined) return known;
      const entries = listFolder(disk, folder);
      lists.set(folder, entries);
      return entries;
    },
  };
}

/** Links to nothing, sockets and the like are nothing that a job could read. */
function listFolder(disk: Pick<Disk, 'list' | 'lstat'>, folder: string): FolderEntry[] {
  const entries = disk.list(folder) ?? [];
  return entries
    .filter(({ type }) => type !== 'other')
    .map(({ name, type }) => ({
      name,
      isFolder: type === 'directory' && disk.lstat(`${folder}/${name}`)?.type === 'directory',
    }));
}
