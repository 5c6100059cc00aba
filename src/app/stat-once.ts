import type { Disk, DiskStat } from '../ports/disk.ts';

/**
 * A disk on which each file is looked at once: the graph asks what exists, and then the plan asks
 * for sizes and times, of the same files and at the same time.
 */
export function statOnce(disk: Disk): Disk {
  const known = new Map<string, DiskStat | undefined>();
  return {
    ...disk,
    stat: (path) => {
      if (known.has(path)) return known.get(path);
      const stat = disk.stat(path);
      known.set(path, stat);
      return stat;
    },
  };
}
