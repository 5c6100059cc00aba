import { errorCode } from '../adapters/error-code.ts';
import type { FolderEntry } from '../core/pattern/discover.ts';
import type { DiskQuestions } from '../lang/disk-in-reach.ts';
import type { Disk } from '../ports/disk.ts';

/** The working directory as helpers of a workflow see it; what they were told once holds. */
export function diskQuestions(disk: Pick<Disk, 'list' | 'lstat' | 'read'>): DiskQuestions {
  const lists = new Map<string, readonly FolderEntry[]>();
  return {
    list: (folder) => {
      const known = lists.get(folder);
      if (known !== undefined) return known;
      const entries = listFolder(disk, folder);
      lists.set(folder, entries);
      return entries;
    },
    read: (path) => {
      try {
        const bytes = disk.read(path);
        if (bytes === undefined) return { why: 'ENOENT' };
        return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
      } catch (error) {
        if (error instanceof TypeError) return { why: 'not-utf-8' };
        return { why: errorCode(error) };
      }
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
