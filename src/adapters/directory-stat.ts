import type { Disk, DiskStat } from '../ports/disk.ts';

/**
 * The stat of a directory as flow means it: the size of its members together, and the time of the
 * youngest; of an empty one, its own time. Members are as in a manifest: links are not followed,
 * and what flow itself puts beside outputs is left out. Undefined: it is not there.
 *
 * @throws what the disk throws.
 */
export function directoryStat(
  disk: Pick<Disk, 'lstat' | 'list' | 'stat'>,
  path: string,
): DiskStat | undefined {
  let size = 0;
  let youngestMs: number | undefined;
  const count = (member: DiskStat | undefined): void => {
    if (member === undefined) return;
    if (member.type !== 'directory') size += member.size;
    youngestMs = Math.max(youngestMs ?? member.mtimeMs, member.mtimeMs);
  };
  const pending = [path];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const ours = (disk.list(folder) ?? []).filter(({ name }) => !name.startsWith('.flow'));
    if (ours.length === 0 && folder !== path) count(disk.lstat(folder));
    for (const { name } of ours) {
      const member = disk.lstat(`${folder}/${name}`);
      if (member?.type === 'directory') pending.push(`${folder}/${name}`);
      else count(member);
    }
  }
  const own = disk.stat(path);
  return own && { ...own, size, mtimeMs: youngestMs ?? own.mtimeMs };
}
